/* Fuzz target for decoding: any bytes, decoded whole, decoded during playback, and analyzed.
 * libaha must return a code that its header names, and must not crash. */
#include "target.h"
#include <math.h>

enum { LONGEST = 1 << 18, BLOCK = 256, BLOCKS = 8 };

/* Counts an outcome: its code, its line, and the sound's properties. */
static void note_sound(aha_result result, aha_sound *sound) {
  aha_sound_info info = aha_sound_info_init();
  uint32_t way = 0;
  if (sound && aha_sound_get_info(sound, &info) == AHA_OK)
    way = info.container * 64 + info.encoding * 16 + info.channels +
          (uint32_t)(info.frames != info.claimed_frames);
  note_way(result, way);
}

static aha_engine *shared_engine(void) {
  static aha_engine *engine;
  aha_engine_options options = aha_engine_options_init();
  options.offline = 1; /* waits for streamed sounds: the same samples in every run */
  if (!engine) require(aha_engine_create(&options, &engine) == AHA_OK, "engine", 0);
  return engine;
}

/* Whether a load may return this code. */
static void expect(aha_result result) {
  ONE_OF(result, "an undocumented result", AHA_OK, AHA_ERROR_IO, AHA_ERROR_EMPTY,
         AHA_ERROR_UNKNOWN_FORMAT, AHA_ERROR_DAMAGED, AHA_ERROR_FORMAT_LIMIT,
         AHA_ERROR_OUT_OF_MEMORY);
}

static void play(aha_engine *engine, aha_sound *sound) {
  float block[2 * BLOCK];
  aha_player *player;
  aha_result result = aha_player_create(engine, sound, NULL, NULL, &player);
  require(result == AHA_OK, "player", result);
  aha_player_seek_frames(player, aha_sound_length_frames(sound) / 2, NULL);
  aha_player_start(player, NULL);
  for (int i = 0; i < BLOCKS; i++) {
    result = aha_engine_render(engine, block, BLOCK);
    require(result == AHA_OK, "render", result);
    for (int j = 0; j < 2 * BLOCK; j++) require(isfinite(block[j]), "a sample", result);
  }
  aha_player_release(player);
}

static void load(const uint8_t *bytes, size_t size, aha_sound_mode mode) {
  aha_engine *engine = shared_engine();
  aha_sound_options options = aha_sound_options_init();
  aha_stream *stream;
  aha_sound *sound = NULL;
  options.mode = mode;
  aha_result result = aha_stream_create_memory(size ? bytes : NULL, size, NULL, NULL, &stream);
  require(result == AHA_OK, "stream", result);
  result = aha_sound_load_stream(engine, stream, &options, &sound);
  expect(result);
  require((result == AHA_OK) == (sound != NULL), "sound and result differ", result);
  note_sound(result, sound);
  if (sound) {
    require(aha_sound_length_frames(sound) > 0, "a sound without a frame", result);
    play(engine, sound);
    aha_sound_release(sound);
  }
  aha_stream_release(stream);
}

/* A sound that is not silent has numbers. */
static void require_numbers(aha_analysis *analysis) {
  aha_analysis_info info = aha_analysis_info_init();
  aha_outline_bin bins[7];
  aha_result result = aha_analysis_get_info(analysis, &info);
  require(result == AHA_OK && info.frames > 0, "no info", result);
  require(info.loudness_lufs < 1000 && info.true_peak_db < 1000, "too loud", result);
  require(isfinite(info.tempo_bpm) && isfinite(info.key_confidence), "a number", result);
  require(isfinite(info.range_lu) && isfinite(info.tuning_cents), "a number", result);
  require(info.leading_silence_frames + info.trailing_silence_frames <= info.frames, "silence", 0);
  result = aha_analysis_copy_outline(analysis, 0, bins, 7);
  require(result == AHA_OK && isfinite(bins[3].rms), "no outline", result);
}

static void analyze(const uint8_t *bytes, size_t size) {
  aha_stream *stream;
  aha_analysis *analysis;
  aha_job *job;
  aha_result result = aha_stream_create_memory(size ? bytes : NULL, size, NULL, NULL, &stream);
  require(result == AHA_OK, "stream", result);
  result = aha_analysis_start_stream(stream, NULL, &analysis, &job);
  require(result == AHA_OK, "analysis", result);
  result = aha_job_wait(job, -1);
  expect(result);
  if (result == AHA_OK) require_numbers(analysis);
  aha_job_release(job);
  aha_analysis_release(analysis);
  aha_stream_release(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  if (size > LONGEST) return 0;
  load(bytes, size, AHA_SOUND_RESIDENT);
  load(bytes, size, AHA_SOUND_STREAMED);
  analyze(bytes, size);
  return 0;
}
