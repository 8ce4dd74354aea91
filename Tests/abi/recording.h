/* Shared by the recording tests: an engine that plays noise, and its recorders. */
#ifndef AHA_TEST_RECORDING_H
#define AHA_TEST_RECORDING_H

#include "check.h"

enum { RATE = 48000, BLOCK = 480, SECONDS = 30 };

/* Frame n of the left side; the right side is its negative. recording.py has the same formula. */
static inline float sample(uint64_t n) {
  return (float)((uint32_t)(n * 2654435761u) >> 16) / 65536.0f - 0.5f;
}

static inline void play_noise(aha_engine *engine) {
  uint64_t frames = (uint64_t)RATE * SECONDS;
  float *noise = malloc(frames * 2 * sizeof *noise);
  aha_sound *sound;
  aha_player *player;
  for (uint64_t n = 0; n < frames; n++) noise[2 * n + 1] = -(noise[2 * n] = sample(n));
  NEED(aha_sound_create(engine, noise, frames, 2, RATE, &sound));
  free(noise);
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  NEED(aha_player_start(player, NULL));
}

static inline aha_recorder *record_to(aha_engine *engine, const char *path) {
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder *recorder;
  options.minimum_free_bytes = 1;
  options.free_share = 1;
  NEED(aha_recorder_create(engine, NULL, path, &options, NULL, &recorder));
  NEED(aha_recorder_start(recorder, AHA_AT(0)));
  return recorder;
}

static inline aha_engine *make_engine(uint32_t rate, uint32_t offline) {
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine;
  options.sample_rate = rate;
  options.offline = offline;
  options.no_limiter = 1;
  NEED(aha_engine_create(&options, &engine));
  return engine;
}

#endif /* AHA_TEST_RECORDING_H */
