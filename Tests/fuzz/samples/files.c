/* The samples target's files: rendered sound is saved in each format and loaded again; pictures,
 * tags and analyses of files with any samples. */
#include "samples.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct format {
  aha_container container;
  aha_encoding encoding;
} format;

static const format formats[] = {
  {AHA_CONTAINER_WAV, AHA_ENCODING_PCM_16},  {AHA_CONTAINER_WAV, AHA_ENCODING_PCM_24},
  {AHA_CONTAINER_WAV, AHA_ENCODING_FLOAT_32}, {AHA_CONTAINER_RF64, AHA_ENCODING_PCM_16},
  {AHA_CONTAINER_W64, AHA_ENCODING_PCM_24},  {AHA_CONTAINER_AIFF, AHA_ENCODING_PCM_16},
  {AHA_CONTAINER_CAF, AHA_ENCODING_FLOAT_32}, {AHA_CONTAINER_FLAC, AHA_ENCODING_PCM_16},
  {AHA_CONTAINER_FLAC, AHA_ENCODING_PCM_24}, {AHA_CONTAINER_OGG, AHA_ENCODING_VORBIS},
  {AHA_CONTAINER_OGG, AHA_ENCODING_OPUS},    {AHA_CONTAINER_MP3, AHA_ENCODING_MP3}};

/* Saves to memory and loads the result. */
static void save(source *from, aha_engine *engine, const aha_encode_options *options) {
  uint64_t frames = 1 + draw_below(from, 20000);
  aha_stream *stream;
  aha_sound *sound;
  aha_job *job;
  require_ok(aha_stream_create_memory(NULL, 0, NULL, NULL, &stream), "stream");
  aha_result result = aha_render_save_stream(engine, stream, frames, options, &job);
  if (result != AHA_ERROR_UNSUPPORTED && result != AHA_ERROR_INVALID_ARGUMENT) {
    require_ok(result, "save");
    require_ok(aha_job_wait(job, -1), "saving");
    require_ok(aha_job_release(job), "release");
    require_ok(aha_sound_load_stream(engine, stream, NULL, &sound), "loading the saved bytes");
    double length = (double)aha_sound_length_frames(sound);
    /* Frames of a lower sample rate are longer than the engine's; MP3 and Opus support few
     * rates. */
    double step = aha_engine_sample_rate(engine) / 8000.0;
    require(fabs(length - (double)frames) <= 2 + 2 * step, "a saved length");
    require_ok(aha_sound_release(sound), "release");
  }
  require_ok(aha_stream_release(stream), "release");
}

void try_saving(source *from, const samples *sound) {
  aha_engine_options engine_options = aha_engine_options_init();
  aha_encode_options options = aha_encode_options_init();
  const format *one = &formats[draw_below(from, sizeof formats / sizeof *formats)];
  aha_engine *engine;
  aha_player *player;
  aha_sound *made;
  engine_options.sample_rate = draw_one_in(from, 2) ? 0 : 8000 + draw_below(from, 184001);
  engine_options.channels = 1 + draw_below(from, 2);
  engine_options.no_limiter = draw_below(from, 2);
  engine_options.max_players = 2;
  require_ok(aha_engine_create(&engine_options, &engine), "engine");
  require_ok(aha_sound_create(engine, sound->frames, sound->count, sound->channels, sound->rate,
                              &made),
             "sound");
  require_ok(aha_player_create(engine, made, NULL, NULL, &player), "player");
  require_ok(aha_player_set_gain_db(player, draw_value(from, -60, 24), NULL), "gain");
  require_ok(aha_player_set_loop_frames(player, 0, aha_sound_length_frames(made), AHA_LOOP_FOREVER),
             "loop");
  require_ok(aha_player_start(player, NULL), "start");
  options.container = one->container;
  options.encoding = one->encoding;
  options.sample_rate = draw_one_in(from, 2) ? 0 : 8000 + draw_below(from, 184001);
  options.dither = draw_below(from, 2);
  options.quality = draw_one_in(from, 2) ? 0 : draw_value(from, 0.01f, 1);
  save(from, engine, &options);
  require_ok(aha_player_release(player), "release");
  require_ok(aha_sound_release(made), "release");
  require_ok(aha_engine_release(engine), "release");
}

enum { PATH = 64 };

/* A file of this process, in memory. */
static void name_file(char *path, int process, const char *kind) {
  snprintf(path, PATH, "/dev/shm/aha-samples-%d.%s", process, kind);
}

void remove_files(int process) {
  static const char *const kinds[] = {"wav", "png"};
  char path[PATH];
  for (int i = 0; i < 2; i++) {
    name_file(path, process, kinds[i]);
    unlink(path);
  }
}

static void write_wav(const samples *sound, const char *path) {
  size_t size;
  uint8_t *bytes = samples_wav(sound, &size);
  FILE *file = fopen(path, "wb");
  require(file != NULL && fwrite(bytes, 1, size, file) == size, "writing a file");
  require(fclose(file) == 0, "closing a file");
  free(bytes);
}

static void draw_strip(source *from, const char *wav, const char *png) {
  aha_strip_options options = aha_strip_options_init();
  options.width = 16 + draw_below(from, draw_one_in(from, 16) ? 8177 : 300);
  options.height = 16 + draw_below(from, 200);
  options.foreground = draw_one_in(from, 2) ? 0 : draw_below(from, 0x1000001);
  options.background = draw_one_in(from, 2) ? 0 : draw_below(from, 0x1000001);
  if (draw_one_in(from, 2)) require_ok(aha_picture_draw_waveform(wav, png, &options), "waveform");
  else require_ok(aha_picture_draw_spectrogram(wav, png, &options), "spectrogram");
}

static void draw_cover(source *from, const char *wav, const char *png) {
  aha_piece_info info = aha_piece_info_init();
  aha_analysis *analysis;
  aha_piece *piece;
  require_ok(aha_piece_create(&piece), "piece");
  require_ok(aha_analysis_load(wav, &analysis), "analysis");
  require_ok(aha_analysis_fill_piece(analysis, piece, NULL), "guess");
  info.tempo_bpm = draw_one_in(from, 2) ? NAN : 1e300;
  info.tonality.root = draw(from);
  if (draw_one_in(from, 2)) require_ok(aha_piece_set_info(piece, &info), "info");
  require_ok(aha_picture_draw_cover(piece, wav, png), "cover");
  require_ok(aha_analysis_release(analysis), "release");
  require_ok(aha_piece_release(piece), "release");
}

void try_picture(source *from, const samples *sound) {
  char wav[PATH], png[PATH];
  struct stat status;
  name_file(wav, getpid(), "wav");
  name_file(png, getpid(), "png");
  write_wav(sound, wav);
  if (draw_one_in(from, 6)) draw_cover(from, wav, png);
  else draw_strip(from, wav, png);
  require(stat(png, &status) == 0 && status.st_size > 60, "no picture");
  remove_files(getpid());
}
