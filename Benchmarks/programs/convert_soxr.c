/* convert_soxr.c: the same with soxr alone, at the same quality (HQ). */
#include <soxr.h>

#include "convert.h"

int main(void) {
  double seconds[CONVERT_REPEATS];
  float *frames = convert_source();
  for (int i = 0; i < CONVERT_REPEATS; i++) {
    size_t used = 0, made = 0, room = 60 * BENCH_RATE + 64;
    double begin = bench_cpu();
    float *converted = malloc(sizeof *converted * 2 * room);
    soxr_error_t error = soxr_oneshot(SOURCE_RATE, BENCH_RATE, 2, frames, SOURCE_FRAMES, &used,
                                      converted, room, &made, NULL, NULL, NULL);
    seconds[i] = bench_cpu() - begin;
    if (error || made != 60 * BENCH_RATE) bench_fail("soxr: %s", error ? error : "length");
    free(converted);
  }
  convert_print(seconds);
  return 0;
}
