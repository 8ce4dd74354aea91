/* open_aha.c: opens a long file as a streamed sound in a fresh process: PROGRAM FILE. */
#include <aha.h>

#include "bench.h"

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

static aha_engine *make_engine(void) {
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine = NULL;
  options.sample_rate = BENCH_RATE;
  /* Its first rendered block waits for the first read-ahead. */
  options.offline = 1;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  return engine;
}

static void play_first_block(aha_engine *engine, aha_sound *sound) {
  static float frames[BENCH_BLOCK * 2];
  aha_player *player = NULL;
  check(aha_player_create(engine, sound, NULL, NULL, &player), "aha_player_create");
  check(aha_player_start(player, NULL), "aha_player_start");
  check(aha_engine_render(engine, frames, BENCH_BLOCK), "aha_engine_render");
  if (aha_player_position_frames(player) != BENCH_BLOCK) bench_fail("the player did not move");
}

int main(int argc, char **argv) {
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  aha_sound_options options = aha_sound_options_init();
  aha_sound *sound = NULL;
  options.mode = AHA_SOUND_STREAMED;
  aha_engine *engine = make_engine();
  int64_t resident = bench_resident_bytes();
  double begin = bench_now();
  check(aha_sound_load(engine, argv[1], &options, &sound), "aha_sound_load");
  double opened = bench_now();
  int64_t resident_opened = bench_resident_bytes();
  double begin_play = bench_now();
  play_first_block(engine, sound);
  double played = bench_now();
  printf("{\"open_ms\": %.4f, \"open_bytes\": %lld, \"play_ms\": %.4f, \"play_bytes\": %lld, "
         "\"seconds\": %.1f}\n",
         1e3 * (opened - begin), (long long)(resident_opened - resident),
         1e3 * (opened - begin + played - begin_play),
         (long long)(bench_resident_bytes() - resident),
         (double)aha_sound_length_frames(sound) / BENCH_RATE);
  check(aha_engine_release(engine), "aha_engine_release");
  return 0;
}
