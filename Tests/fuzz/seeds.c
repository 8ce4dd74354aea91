/* Writes good inputs of the fuzz targets:
 *   seeds sounds FOLDER              a small file for each container and encoding
 *   seeds project FILE SOUND         a project with every kind of object
 *   seeds pieces MANIFEST AUDIO…     a manifest, and its piece in the tags of audio files
 *   seeds drop FOLDER AUDIO PICTURE  a drop to a folder */
#include "../abi/check.h"

static void write_sounds(int count, char **arguments) {
  static const struct {
    const char *name;
    aha_encoding encoding;
  } files[] = {{"pcm16.wav", AHA_ENCODING_PCM_16},    {"pcm24.wav", AHA_ENCODING_PCM_24},
               {"float.wav", AHA_ENCODING_FLOAT_32},  {"pcm16.rf64", AHA_ENCODING_PCM_16},
               {"pcm16.w64", AHA_ENCODING_PCM_16},    {"pcm16.aiff", AHA_ENCODING_PCM_16},
               {"pcm16.caf", AHA_ENCODING_PCM_16},    {"pcm16.flac", AHA_ENCODING_PCM_16},
               {"pcm24.flac", AHA_ENCODING_PCM_24},   {"vorbis.ogg", AHA_ENCODING_VORBIS},
               {"opus.opus", AHA_ENCODING_OPUS},      {"layer3.mp3", AHA_ENCODING_MP3}};
  static float noise[2 * 2400];
  aha_engine *engine;
  aha_sound *sound;
  (void)count;
  for (size_t i = 0; i < COUNT_OF(noise); i++)
    noise[i] = (float)((uint32_t)(i * 2654435761u) >> 16) / 65536.0f - 0.5f;
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_sound_create(engine, noise, 2400, 2, 48000, &sound));
  for (size_t i = 0; i < COUNT_OF(files); i++) {
    char path[1024];
    aha_encode_options options = aha_encode_options_init();
    aha_job *job = NULL;
    snprintf(path, sizeof path, "%s/%s", arguments[0], files[i].name);
    options.encoding = files[i].encoding;
    NEED(ended(aha_sound_save(sound, path, &options, &job), &job));
  }
  NEED(aha_engine_release(engine));
}

static void write_project(int count, char **arguments) {
  static const aha_point points[] = {{0, 0.0f, AHA_POINT_LINEAR}, {500000, -6.0f, AHA_POINT_SMOOTH},
                                     {900000, -3.0f, AHA_POINT_STEP}};
  static const aha_point tempo[] = {{0, 90.0f, AHA_POINT_EXPONENTIAL},
                                    {800000, 140.0f, AHA_POINT_STEP}};
  aha_project *project;
  aha_id track, bus, effect, lane, send;
  aha_track info = aha_track_init();
  (void)count;
  NEED(aha_project_create(arguments[0], NULL, &project));
  NEED(aha_project_set_title(project, "a song"));
  NEED(aha_project_bus_add(project, "a bus", NULL, &bus));
  info.bus = bus;
  info.loop_end_us = 100000;
  info.loop_count = 3;
  info.tempo_bpm = 97;
  NEED(aha_track_add(project, arguments[1], &info, &track));
  NEED(aha_project_effect_add(project, AHA_OWNER_TRACK, track, AHA_EFFECT_FILTER, AHA_LAST,
                              &effect));
  NEED(aha_project_effect_add(project, AHA_OWNER_BUS, bus, AHA_EFFECT_REVERB, AHA_LAST, &effect));
  NEED(aha_lane_add(project, AHA_OWNER_TRACK, track, AHA_FADER_GAIN_DB, AHA_LANE_READ,
                            &lane));
  NEED(aha_lane_add_points(project, lane, points, 3));
  NEED(aha_lane_add(project, AHA_OWNER_BUS, AHA_MASTER_ID, AHA_MASTER_TEMPO, AHA_LANE_READ,
                            &lane));
  NEED(aha_lane_add_points(project, lane, tempo, 2));
  NEED(aha_project_bus_add_send(project, AHA_OWNER_TRACK, track, 0, NULL, &send));
  NEED(aha_project_effect_add(project, AHA_OWNER_BUS, send, AHA_EFFECT_GATE, AHA_LAST, &effect));
  NEED(aha_project_effect_set_sidechain(project, effect, AHA_OWNER_BUS, bus));
  NEED(aha_project_bus_duck(project, AHA_OWNER_BUS, send, AHA_OWNER_TRACK, track, NULL, NULL));
  NEED(aha_marker_add(project, 250000, "here", NULL));
  NEED(aha_project_undo(project));
  NEED(aha_project_release(project));
}

static void write_pieces(int count, char **arguments) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  NEED(aha_piece_create(&piece));
  NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Stra\xc3\x9f" "e"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_ARTIST, "Ada"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_DESCRIPTION, "A line"));
  NEED(aha_piece_set_text(piece, AHA_PIECE_ATTACHMENT_TYPE, "application/figure"));
  info.length_us = 50000;
  info.loop_begin_us = 10000;
  info.loop_end_us = 40000;
  info.tempo_bpm = 120.125;
  info.beats_per_bar = 7;
  info.beat_unit = 8;
  info.attachment_bytes = 12;
  info.is_unlisted = 1;
  NEED(aha_tonality_read("F# harmonic minor", &info.tonality));
  NEED(aha_piece_set_info(piece, &info));
  NEED(aha_piece_add_based_on(piece, "EuDvfMsz"));
  NEED(aha_piece_save(piece, arguments[0]));
  for (int i = 1; i < count; i++) NEED(aha_piece_embed(piece, arguments[i]));
  NEED(aha_piece_release(piece));
}

static aha_piece *make_piece(void) {
  aha_piece *piece;
  aha_piece_info info = aha_piece_info_init();
  NEED(aha_piece_create(&piece));
  NEED(aha_piece_set_text(piece, AHA_PIECE_TITLE, "Stra\xc3\x9f" "e"));
  info.length_us = 2000000;
  info.tempo_bpm = 120.125;
  NEED(aha_piece_set_info(piece, &info));
  return piece;
}

static void write_drop(int count, char **arguments) {
  aha_client *client;
  aha_destination *destination;
  aha_drop *drop;
  aha_job *job;
  aha_client_options who = aha_client_options_init();
  aha_folder_options where = aha_folder_options_init();
  aha_drop_options how = aha_drop_options_init();
  (void)count;
  who.application_id = "fuzz";
  who.state_folder = arguments[0];
  where.public_url = "https://pieces.example/";
  how.commit = 1;
  aha_piece *piece = make_piece();
  NEED(aha_client_create(&who, &client));
  NEED(aha_destination_create_folder(client, arguments[0], &where, &destination));
  NEED(aha_drop_create(destination, piece, &how, &drop));
  NEED(aha_drop_answer_file(drop, AHA_ASSET_MIX_STEM, arguments[1], NULL));
  NEED(aha_drop_answer_file(drop, AHA_ASSET_COVER, arguments[2], NULL));
  NEED(aha_drop_answer_none(drop, AHA_ASSET_PREVIEW));
  NEED(aha_drop_answer_none(drop, AHA_ASSET_ATTACHMENT));
  NEED(aha_drop_start(drop, &job));
  NEED(aha_job_wait(job, -1));
  NEED(aha_job_release(job));
  NEED(aha_drop_release(drop));
  NEED(aha_destination_release(destination));
  NEED(aha_client_release(client));
  NEED(aha_piece_release(piece));
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    void (*write)(int count, char **arguments);
    int least;
  } kinds[] = {{"sounds", write_sounds, 1}, {"project", write_project, 2},
               {"pieces", write_pieces, 2}, {"drop", write_drop, 3}};
  for (size_t i = 0; count > 2 && i < COUNT_OF(kinds); i++)
    if (strcmp(arguments[1], kinds[i].name) == 0 && count - 2 >= kinds[i].least)
      return kinds[i].write(count - 2, arguments + 2), 0;
  return fprintf(stderr, "usage: seeds sounds|project|pieces|drop …\n"), 2;
}
