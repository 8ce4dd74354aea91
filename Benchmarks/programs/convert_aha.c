/* convert_aha.c: aha_sound_create from frames of another sample rate. */
#include <aha.h>

#include "convert.h"

static void check(aha_result result, const char *call) {
  if (result != AHA_OK) bench_fail("%s: %s: %s", call, aha_result_name(result), aha_last_error());
}

int main(void) {
  double seconds[CONVERT_REPEATS];
  aha_engine_options options = aha_engine_options_init();
  aha_engine *engine = NULL;
  float *frames = convert_source();
  options.sample_rate = BENCH_RATE;
  check(aha_engine_create(&options, &engine), "aha_engine_create");
  for (int i = 0; i < CONVERT_REPEATS; i++) {
    aha_sound *sound = NULL;
    double begin = bench_cpu();
    check(aha_sound_create(engine, frames, SOURCE_FRAMES, 2, SOURCE_RATE, &sound), "create");
    seconds[i] = bench_cpu() - begin;
    if (aha_sound_length_frames(sound) != 60 * BENCH_RATE) bench_fail("not one minute");
    check(aha_sound_release(sound), "aha_sound_release");
  }
  convert_print(seconds);
  check(aha_engine_release(engine), "aha_engine_release");
  return 0;
}
