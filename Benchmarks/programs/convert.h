/* convert.h: one minute of stereo at 48 kHz, to be converted to 44.1 kHz, and the output. */
#ifndef CONVERT_H
#define CONVERT_H

#include <math.h>

#include "bench.h"

enum { SOURCE_RATE = 48000, SOURCE_FRAMES = 60 * SOURCE_RATE, CONVERT_REPEATS = 5 };

/** Two sines and a little noise. */
static inline float *convert_source(void) {
  float *frames = malloc(sizeof *frames * 2 * SOURCE_FRAMES);
  uint32_t noise = 1;
  if (!frames) bench_fail("no memory");
  for (int i = 0; i < 2 * SOURCE_FRAMES; i++) {
    noise = noise * 1664525u + 1013904223u;
    frames[i] = 0.4f * sinf((i & 1 ? 0.13f : 0.057f) * (float)(i / 2 % 4096))
        + 1e-3f * (float)(noise >> 9) / (1 << 23);
  }
  return frames;
}

/** Prints the realtime factor of each repeat. */
static inline void convert_print(const double *seconds) {
  printf("{\"realtime\": [");
  for (int i = 0; i < CONVERT_REPEATS; i++) printf("%s%.1f", i ? ", " : "", 60 / seconds[i]);
  printf("]}\n");
}

#endif /* CONVERT_H */
