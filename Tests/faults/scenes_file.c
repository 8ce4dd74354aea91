/* Scenes: sound files, recordings, pictures, pieces, tags. Each has a former file at its target. */
#include "faults.h"

#include <sys/wait.h>
#include <unistd.h>

enum { FRAMES = 24000 };

typedef struct {
  const char *name;
  aha_encoding encoding;
} format_row;

static const format_row formats[] = {
    {"out.wav", 0}, {"out.wav", AHA_ENCODING_FLOAT_32}, {"out.rf64", AHA_ENCODING_PCM_24},
    {"out.w64", 0}, {"out.aiff", 0}, {"out.caf", 0}, {"out.flac", 0}, {"out.ogg", 0},
    {"out.opus", 0}, {"out.mp3", 0},
};

void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) < 0 || fclose(file)) exit(3);
}

/* A complete sound: lossy encodings may add some frames. */
void verify_sound(const char *path, uint64_t frames) {
  aha_engine *engine;
  aha_sound *sound = NULL;
  NEED(aha_engine_create(NULL, &engine));
  CHECK(aha_sound_load(engine, path, NULL, &sound) == AHA_OK, "%s", path);
  uint64_t length = sound ? aha_sound_length_frames(sound) : 0;
  CHECK(length >= frames, "%s: %lu frames", path, (unsigned long)length);
  if (sound) NEED(aha_sound_release(sound));
  NEED(aha_engine_release(engine));
}

static aha_encode_options encoding(const scene *s) {
  aha_encode_options options = aha_encode_options_init();
  options.encoding = formats[s->argument].encoding;
  return options;
}

static const char *output(const scene *s) { return in_folder(s, formats[s->argument].name); }

static void prepare_former(scene *s) {
  prepare_player(s);
  write_text(output(s), "the former content");
}

static void verify_output(scene *s) { verify_sound(output(s), FRAMES); }

static aha_result save_render(scene *s) {
  aha_encode_options options = encoding(s);
  TRY(aha_player_seek_frames(s->player, 0, NULL));
  TRY(aha_player_start(s->player, NULL));
  TRY_JOB(aha_render_save(s->engine, output(s), FRAMES, &options, &job));
  return AHA_OK;
}

static aha_result save_sound(scene *s) {
  TRY_JOB(aha_sound_save(s->sound, output(s), NULL, &job));
  return AHA_OK;
}

static aha_result save_sound_stream(scene *s) {
  OWNED(stream, stream);
  TRY(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  TRY_JOB(aha_sound_save_stream(s->sound, stream, NULL, &job));
  return AHA_OK;
}

static aha_result save_stream(scene *s) {
  aha_encode_options options = encoding(s);
  OWNED(stream, stream);
  options.container = AHA_CONTAINER_FLAC;
  TRY(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  TRY_JOB(aha_render_save_stream(s->engine, stream, FRAMES, &options, &job));
  return AHA_OK;
}

static void prepare_input(scene *s) {
  save_tone(s, "in.flac", FRAMES);
  write_text(output(s), "the former content");
}

static aha_result convert(scene *s) {
  aha_encode_options options = encoding(s);
  TRY_JOB(aha_convert_start(in_folder(s, "in.flac"), output(s), NULL, &options, &job));
  return AHA_OK;
}

static aha_result convert_stream(scene *s) {
  OWNED(stream, input);
  OWNED(stream, stream);
  TRY(aha_stream_open(in_folder(s, "in.flac"), &input));
  TRY(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream));
  TRY_JOB(aha_convert_start_stream(input, stream, NULL, NULL, &job));
  return AHA_OK;
}

static aha_result record(scene *s) {
  aha_encode_options encode = encoding(s);
  aha_recorder_options options = aha_recorder_options_init();
  OWNED(recorder, recorder);
  OWNED(sound, take);
  static float frames[2 * FRAMES];
  options.replace = 1;
  TRY(aha_recorder_create(s->engine, NULL, output(s), &options, &encode, &recorder));
  TRY(aha_recorder_start(recorder, NULL));
  TRY(aha_engine_render(s->engine, frames, FRAMES));
  TRY(aha_recorder_stop(recorder, NULL));
  TRY(aha_engine_render(s->engine, frames, 512));
  TRY(aha_recorder_wait(recorder, -1));
  TRY(aha_recorder_load_take(recorder, NULL, &take));
  return AHA_OK;
}

/* A take whose process ends before it does. */
static void leave_take(scene *s) {
  static float frames[2 * FRAMES];
  aha_recorder *recorder;
  aha_recorder_options options = aha_recorder_options_init();
  pid_t child = fork();
  if (child == 0) {
    prepare_player(s);
    NEED(aha_player_set_loop_frames(s->player, 0, FRAMES, AHA_LOOP_FOREVER));
    aha_encode_options encode = encoding(s);
    NEED(aha_recorder_create(s->engine, NULL, output(s), &options, &encode, &recorder));
    NEED(aha_recorder_start(recorder, NULL));
    aha_recorder_status status = aha_recorder_status_init();
    while (status.bytes < 16384) {
      NEED(aha_engine_render(s->engine, frames, FRAMES));
      NEED(aha_recorder_get_status(recorder, &status));
    }
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  if (status) exit(3);
}

static aha_result recover(scene *s) {
  OWNED(recovery, recovery);
  return aha_recovery_open(s->folder, &recovery);
}

static void verify_take(scene *s) { verify_sound(output(s), 1); }

static void create_piece(scene *s) {
  aha_piece_info info = aha_piece_info_init();
  info.length_us = 500000;
  NEED(aha_piece_create(&s->piece));
  NEED(aha_piece_set_text(s->piece, AHA_PIECE_TITLE, "A title"));
  NEED(aha_piece_set_info(s->piece, &info));
}

/* Pictures */

static void prepare_pictures(scene *s) {
  s->argument = 0;
  save_tone(s, "in.wav", FRAMES);
  create_piece(s);
  NEED(aha_picture_draw_cover(s->piece, in_folder(s, "in.wav"), in_folder(s, "cover.png")));
  write_text(in_folder(s, "out.png"), "the former content");
}

static aha_result draw_cover(scene *s) {
  return aha_picture_draw_cover(s->piece, in_folder(s, "in.wav"), in_folder(s, "out.png"));
}
static aha_result draw_waveform(scene *s) {
  return aha_picture_draw_waveform(in_folder(s, "in.wav"), in_folder(s, "out.png"), NULL);
}
static aha_result draw_spectrogram(scene *s) {
  return aha_picture_draw_spectrogram(in_folder(s, "in.wav"), in_folder(s, "out.png"), NULL);
}
static aha_result copy_cover(scene *s) {
  aha_cover_info info = aha_cover_info_init();
  return aha_picture_copy_cover(in_folder(s, "cover.png"), in_folder(s, "out.png"), &info);
}
static void verify_picture(scene *s) {
  aha_cover_info info = aha_cover_info_init();
  CHECK(aha_picture_copy_cover(in_folder(s, "out.png"), NULL, &info) == AHA_OK, "the picture");
}

/* Pieces */

static void prepare_piece(scene *s) {
  prepare_player(s);
  create_piece(s);
  NEED(save_render(s));
  write_text(in_folder(s, "piece.json"), "the former content");
}

static aha_result save_piece(scene *s) {
  return aha_piece_save(s->piece, in_folder(s, "piece.json"));
}

static void prepare_manifest(scene *s) {
  prepare_piece(s);
  NEED(save_piece(s));
}

static aha_result load_piece(scene *s) {
  OWNED(piece, piece);
  char manifest[4096];
  TRY(aha_piece_load(in_folder(s, "piece.json"), &piece));
  TRY(aha_piece_copy_manifest(piece, manifest, sizeof manifest, NULL));
  return AHA_OK;
}

static aha_result read_piece(scene *s) {
  static const char text[] = 
      "{\"format\":\"libaha-piece\",\"version\":1,\"title\":\"t\",\"lengthUs\":50}";
  OWNED(piece, piece);
  (void)s;
  return aha_piece_read(text, sizeof text - 1, &piece);
}

static aha_result embed(scene *s) { return aha_piece_embed(s->piece, output(s)); }

static aha_result write_gain(scene *s) {
  OWNED(analysis, analysis);
  TRY(aha_analysis_load(output(s), &analysis));
  return aha_analysis_write_gain(analysis, output(s));
}

static aha_result load_tags(scene *s) {
  OWNED(piece, piece);
  return aha_piece_load_tags(output(s), &piece);
}

#define SAVE(number, title) \
  {"render to " title, prepare_former, save_render, verify_output, number, NULL, 0}
#define CONVERT(number, title) \
  {"conversion to " title, prepare_input, convert, verify_output, number, NULL, 0}
#define TAKE(number, title) \
  {"take in " title, prepare_former, record, verify_take, number, "out.*", 0}
#define RECOVER(number, title) \
  {"recovery of " title, leave_take, recover, verify_take, number, "*", 0}
#define EMBED(number, title) \
  {"tags in " title, prepare_piece, embed, verify_output, number, NULL, 0}
#define GAIN(number, title) \
  {"gain in " title, prepare_piece, write_gain, verify_output, number, NULL, 0}

const scene_row file_scenes[] = {
    SAVE(0, "WAV"), SAVE(1, "float WAV"), SAVE(2, "RF64"), SAVE(3, "W64"), SAVE(4, "AIFF"),
    SAVE(5, "CAF"), SAVE(6, "FLAC"), SAVE(7, "Vorbis"), SAVE(8, "Opus"), SAVE(9, "MP3"),
    {"sound to a file", prepare_former, save_sound, verify_output, 6, NULL, 0},
    {"sound to a stream", prepare_player, save_sound_stream, NULL, 0, NULL, 0},
    CONVERT(0, "WAV"), CONVERT(6, "FLAC"), CONVERT(7, "Vorbis"), CONVERT(8, "Opus"),
    CONVERT(9, "MP3"),
    {"conversion of a stream", prepare_input, convert_stream, NULL, 0, NULL, 0},
    {"render to a stream", prepare_player, save_stream, NULL, 0, NULL, 0},
    TAKE(0, "WAV"), TAKE(2, "RF64"), TAKE(3, "W64"), TAKE(5, "CAF"), TAKE(6, "FLAC"),
    TAKE(7, "Vorbis"), TAKE(8, "Opus"),
    RECOVER(0, "WAV"), RECOVER(6, "FLAC"), RECOVER(7, "Vorbis"),
    {"cover", prepare_pictures, draw_cover, verify_picture, 0, NULL, 0},
    {"waveform", prepare_pictures, draw_waveform, NULL, 0, NULL, 0},
    {"spectrogram", prepare_pictures, draw_spectrogram, NULL, 0, NULL, 0},
    {"copy of a cover", prepare_pictures, copy_cover, verify_picture, 0, NULL, 0},
    {"piece", prepare_piece, save_piece, NULL, 0, NULL, 0},
    {"piece loaded", prepare_manifest, load_piece, NULL, 0, NULL, 0},
    {"manifest", NULL, read_piece, NULL, 0, NULL, 0},
    EMBED(0, "WAV"), EMBED(4, "AIFF"), EMBED(6, "FLAC"), EMBED(7, "Vorbis"), EMBED(8, "Opus"),
    EMBED(9, "MP3"),
    GAIN(0, "WAV"), GAIN(4, "AIFF"), GAIN(6, "FLAC"), GAIN(7, "Vorbis"), GAIN(8, "Opus"),
    GAIN(9, "MP3"),
    {"tags read", prepare_piece, load_tags, NULL, 6, NULL, 0},
    {0},
};
