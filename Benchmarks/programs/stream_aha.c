/* stream_aha.c: plays one streamed file with an offline engine, block by block: PROGRAM FILE. */
#include <aha.h>

#include "bench.h"

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

static aha_player *stream(aha_engine *engine, const char *path) {
  aha_sound_options options = aha_sound_options_init();
  aha_sound *sound = NULL;
  aha_player *player = NULL;
  options.mode = AHA_SOUND_STREAMED;
  check(aha_sound_load(engine, path, &options, &sound), "aha_sound_load");
  check(aha_player_create(engine, sound, NULL, NULL, &player), "aha_player_create");
  check(aha_player_start(player, NULL), "aha_player_start");
  return player;
}

int main(int argc, char **argv) {
  static float frames[BENCH_BLOCK * 2];
  if (argc != 2) bench_fail("%s FILE", argv[0]);
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine = NULL;
  options.sample_rate = BENCH_RATE;
  options.offline = 1;
  double begin = bench_cpu();
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  aha_player *player = stream(engine, argv[1]);
  while (aha_player_get_state(player) != AHA_PLAYER_ENDED) {
    check(aha_engine_render(engine, frames, BENCH_BLOCK), "aha_engine_render");
  }
  double seconds = (double)aha_engine_position_frames(engine) / BENCH_RATE;
  printf("{\"realtime\": %.1f}\n", seconds / (bench_cpu() - begin));
  check(aha_engine_release(engine), "aha_engine_release");
  return 0;
}
