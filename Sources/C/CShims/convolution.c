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

/// Two at once: loading and storing the sum takes as long as a product.
INLINE void add_products(float *sum, const float *one, const float *by_one, const float *two,
                         const float *by_two, size_t stride) {
  for (size_t bin = 0; bin < stride; bin += 8) {
    const float8 a = LOAD(one + bin), b = LOAD(one + stride + bin);
    const float8 by_a = LOAD(by_one + bin), by_b = LOAD(by_one + stride + bin);
    const float8 c = LOAD(two + bin), d = LOAD(two + stride + bin);
    const float8 by_c = LOAD(by_two + bin), by_d = LOAD(by_two + stride + bin);
    STORE(sum + bin, LOAD(sum + bin) + (a * by_a - b * by_b) + (c * by_c - d * by_d));
    STORE(sum + stride + bin,
          LOAD(sum + stride + bin) + (a * by_b + b * by_a) + (c * by_d + d * by_c));
  }
}

#define REVERSE(a) __builtin_shufflevector(a, a, 7, 6, 5, 4, 3, 2, 1, 0)

INLINE void separate(const float *re, const float *im, size_t block, float *planes,
                     size_t stride) {
  float *left = planes, *right = planes + 2 * stride;
  left[0] = re[0];
  right[0] = im[0];
  left[stride] = right[stride] = 0;
  for (size_t bin = 1; bin < block; bin += 8) {
    const size_t mirror = 2 * block - bin - 7;
    const float8 x = LOAD(re + bin), y = LOAD(im + bin);
    const float8 across = REVERSE(LOAD(re + mirror)), up = REVERSE(LOAD(im + mirror));
    STORE(left + bin, (x + across) * 0.5f);
    STORE(left + stride + bin, (y - up) * 0.5f);
    STORE(right + bin, (y + up) * 0.5f);
    STORE(right + stride + bin, (across - x) * 0.5f);
  }
}

/// Both sides write the bin in the middle, with the same value: its imaginary parts are 0.
INLINE void combine(const float *planes, size_t stride, size_t block, float *re, float *im) {
  const float *left = planes, *right = planes + 2 * stride;
  re[0] = left[0];
  im[0] = right[0];
  for (size_t bin = 1; bin < block; bin += 8) {
    const size_t mirror = 2 * block - bin - 7;
    const float8 x = LOAD(left + bin), y = LOAD(left + stride + bin);
    const float8 across = LOAD(right + bin), up = LOAD(right + stride + bin);
    STORE(re + bin, x - up);
    STORE(im + bin, y + across);
    STORE(re + mirror, REVERSE(x + up));
    STORE(im + mirror, REVERSE(across - y));
  }
}

FOR_EACH_PROCESSOR(convolve, (const float *samples, const float *taps, size_t count, float *to,
                              size_t frames), (samples, taps, count, to, frames))
FOR_EACH_PROCESSOR(add_product, (float *sum, const float *one, const float *other, size_t stride),
                   (sum, one, other, stride))
FOR_EACH_PROCESSOR(add_products, (float *sum, const float *one, const float *by_one,
                                  const float *two, const float *by_two, size_t stride),
                   (sum, one, by_one, two, by_two, stride))
FOR_EACH_PROCESSOR(separate, (const float *re, const float *im, size_t block, float *planes,
                              size_t stride), (re, im, block, planes, stride))
FOR_EACH_PROCESSOR(combine, (const float *planes, size_t stride, size_t block, float *re,
                             float *im), (planes, stride, block, re, im))
