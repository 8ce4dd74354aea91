/* first_frames_aha.c: plays 256 frames of a file and prints the time at which it had them: FILE
 * streamed|resident */
#include <aha.h>

#include "bench.h"

enum { FRAMES = 256 };

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

int main(int argc, char **argv) {
  static float frames[2 * FRAMES];
  aha_engine_options options = aha_engine_options_init();
  aha_sound_options how = aha_sound_options_init();
  aha_engine *engine;
  aha_sound *sound;
  aha_player *player;
  if (argc != 3) bench_fail("%s FILE streamed|resident", argv[0]);
  options.sample_rate = BENCH_RATE;
  options.offline = 1; /* the first block waits for the first read-ahead */
  options.threads = 1;
  how.mode = strcmp(argv[2], "streamed") == 0 ? AHA_SOUND_STREAMED : AHA_SOUND_RESIDENT;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  check(aha_sound_load(engine, argv[1], &how, &sound), "aha_sound_load");
  check(aha_player_create(engine, sound, NULL, NULL, &player), "aha_player_create");
  check(aha_player_start(player, NULL), "aha_player_start");
  check(aha_engine_render(engine, frames, FRAMES), "aha_engine_render");
  double now = bench_now();
  if (frames[2 * FRAMES - 1] == 0) bench_fail("silence");
  printf("%.9f\n", now);
  fflush(stdout);
  _exit(0);
}
