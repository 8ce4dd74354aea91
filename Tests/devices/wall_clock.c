/* The wall clock jumps while the null device runs and a take is recorded; libaha does not
 * notice. Runs with wall_jumps.so preloaded. */
#include "server.h"
#include <dlfcn.h>

enum { MILLISECONDS = 2500 };

static unsigned looks_of_libaha(void) {
  unsigned (*looks)(void);
  void *function = dlsym(RTLD_DEFAULT, "wall_looks_of_libaha");
  if (function == NULL) fprintf(stderr, "wall_jumps.so is not preloaded\n"), exit(1);
  memcpy(&looks, &function, sizeof looks);
  return looks();
}

static void the_clock_jumps(void) {
  struct timespec first, second;
  clock_gettime(CLOCK_REALTIME, &first);
  clock_gettime(CLOCK_REALTIME, &second);
  CHECK(labs(second.tv_sec - first.tv_sec) > 3500, "by %ld s", second.tv_sec - first.tv_sec);
  CHECK(labs(time(NULL) - time(NULL)) > 3500, "time");
}

int main(void) {
  aha_engine *engine;
  aha_recorder *recorder;
  aha_player *player;
  aha_recorder_options options = aha_recorder_options_init();
  aha_recorder_status take = aha_recorder_status_init();
  the_clock_jumps();
  NEED(aha_engine_create(NULL, &engine));
  NEED(aha_player_create(engine, make_noise(engine, 48000), NULL, NULL, &player));
  NEED(aha_player_start(player, NULL));
  options.replace = 1;
  NEED(aha_recorder_create(engine, NULL, "wall.wav", &options, NULL, &recorder));
  NEED(aha_recorder_start(recorder, AHA_AT(0)));
  aha_device *device = open_device(engine, "null", AHA_DEVICE_LOSS_NEXT);
  NEED(aha_device_start(device));
  double begin = now();
  pause_ms(MILLISECONDS);
  aha_device_status status = status_of(device);
  double expected = (now() - begin) * 48000;
  NEED(aha_recorder_stop(recorder, NULL));
  /* A wait for a wall-clock time would last an hour, or not at all. */
  CHECK(aha_recorder_wait(recorder, 30000) == AHA_OK, "the take is not complete");
  NEED(aha_recorder_get_status(recorder, &take));
  /* A busy machine makes gaps and late blocks of milliseconds, not of an hour. */
  CHECK(status.losses == 0 && status.longest_gap_ms < 1500, "%.0f ms", status.longest_gap_ms);
  CHECK(status.render_max_ms < 1500, "%.0f ms", status.render_max_ms);
  CHECK((double)status.frames < expected + 24000 && (double)status.frames > expected / 4,
        "%llu frames of %.0f", (unsigned long long)status.frames, expected);
  CHECK(take.overrun_frames == 0 && take.lost_frames == 0, "lost");
  CHECK(take.frames >= status.frames && take.file_count == 1, "%llu frames in the take",
        (unsigned long long)take.frames);
  NEED(aha_engine_release(engine));
  CHECK(looks_of_libaha() == 0, "libaha looked at the wall clock %u times", looks_of_libaha());
  printf("wall clock: %llu gaps, %llu late, %llu frames of %.0f\n", (unsigned long long)status.gaps,
         (unsigned long long)status.late_blocks, (unsigned long long)status.frames, expected);
  return verdict();
}
