// The loops of the convolution, in eight lanes.
#include "lanes.h"

/// Each lane sums the products of one frame, in the order of the taps.
INLINE void convolve_lanes(const float *samples, const float *taps, size_t count, float *to,
                           int groups) {
  float8 sums[4] = {0, 0, 0, 0};
  for (size_t tap = 0; tap < count; ++tap) {
    for (int group = 0; group < groups; ++group) {
      sums[group] += LOAD(samples + tap + 8 * group) * taps[tap];
    }
  }
  for (int group = 0; group < groups; ++group) STORE(to + 8 * group, sums[group]);
}

INLINE void convolve(const float *samples, const float *taps, size_t count, float *to,
                     size_t frames) {
  size_t frame = 0;
  for (; frame + 32 <= frames; frame += 32) {
    convolve_lanes(samples + frame, taps, count, to + frame, 4);
  }
  for (; frame < frames; frame += 8) convolve_lanes(samples + frame, taps, count, to + frame, 1);
}

INLINE void add_product(float *sum, const float *one, const float *other, size_t stride) {
  for (size_t bin = 0; bin < stride; bin += 8) {
    const float8 re = LOAD(one + bin), im = LOAD(one + stride + bin);
    const float8 by_re = LOAD(other + bin), by_im = LOAD(other + stride + bin);
    STORE(sum + bin, LOAD(sum + bin) + (re * by_re - im * by_im));
    STORE(sum + stride + bin, LOAD(sum + stride + bin) + (re * by_im + im * by_re));
  }
}

FOR_EACH_PROCESSOR(convolve, (const float *samples, const float *taps, size_t count, float *to,
                              size_t frames), (samples, taps, count, to, frames))
FOR_EACH_PROCESSOR(add_product, (float *sum, const float *one, const float *other, size_t stride),
                   (sum, one, other, stride))
