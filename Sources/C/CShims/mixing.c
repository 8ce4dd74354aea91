// Sums with gains, the level of a bus, and interleaving, in eight lanes.
#include "lanes.h"

/// Planes of one pass over the target, and samples from a read to its prefetch.
enum { PASS = 8, PREFETCH = 512 };

/// Adds `count` planes, a constant; so the pointers and gains stay in registers.
INLINE void add_planes(const float *const *planes, const float *gains, int count, float *target,
                       size_t frames) {
  const float *from[PASS];
  float8 by[PASS];
  for (int plane = 0; plane < count; ++plane) {
    from[plane] = planes[plane];
    by[plane] = gains[plane];
  }
  size_t frame = 0;
  for (; frame + 16 <= frames; frame += 16) {
    float8 low = LOAD(target + frame), high = LOAD(target + frame + 8);
    for (int plane = 0; plane < count; ++plane) {
      // One block ahead, so that the next one is in the cache.
      __builtin_prefetch(from[plane] + frame + PREFETCH, 0, 2);
      low += LOAD(from[plane] + frame) * by[plane];
      high += LOAD(from[plane] + frame + 8) * by[plane];
    }
    STORE(target + frame, low);
    STORE(target + frame + 8, high);
  }
  for (; frame < frames; ++frame) {
    float sum = target[frame];
    for (int plane = 0; plane < count; ++plane) sum += from[plane][frame] * gains[plane];
    target[frame] = sum;
  }
}

INLINE void mix(const float *const *planes, const float *gains, size_t count, float *target,
                size_t frames) {
  size_t plane = 0;
  for (; plane + PASS <= count; plane += PASS) {
    add_planes(planes + plane, gains + plane, PASS, target, frames);
  }
  for (; plane + 4 <= count; plane += 4) {
    add_planes(planes + plane, gains + plane, 4, target, frames);
  }
  for (; plane < count; ++plane) add_planes(planes + plane, gains + plane, 1, target, frames);
}

INLINE void scale(float *samples, float gain, size_t frames, shim_level *level) {
  float8 peaks = 0, low = 0, high = 0;
  size_t frame = 0;
  for (; frame + 16 <= frames; frame += 16) {
    const float8 first = LOAD(samples + frame) * gain, second = LOAD(samples + frame + 8) * gain;
    STORE(samples + frame, first);
    STORE(samples + frame + 8, second);
    const float8 square = first * first, other = second * second;
    low += square;
    high += other;
    peaks = square > peaks ? square : peaks;
    peaks = other > peaks ? other : peaks;
  }
  low += high;
  float peak = 0, sum = 0;
  for (int lane = 0; lane < 8; ++lane) {
    if (peaks[lane] > peak) peak = peaks[lane];
    sum += low[lane];
  }
  for (; frame < frames; ++frame) {
    const float value = samples[frame] *= gain, square = value * value;
    if (square > peak) peak = square;
    sum += square;
  }
  *level = (shim_level){peak, sum};
}

INLINE void interleave(const float *left, const float *right, float *output, size_t frames) {
  size_t frame = 0;
  for (; frame + 8 <= frames; frame += 8) {
    const float8 l = LOAD(left + frame), r = LOAD(right + frame);
    STORE(output + 2 * frame, __builtin_shufflevector(l, r, 0, 8, 1, 9, 2, 10, 3, 11));
    STORE(output + 2 * frame + 8, __builtin_shufflevector(l, r, 4, 12, 5, 13, 6, 14, 7, 15));
  }
  for (; frame < frames; ++frame) {
    output[2 * frame] = left[frame];
    output[2 * frame + 1] = right[frame];
  }
}

FOR_EACH_PROCESSOR(mix, (const float *const *planes, const float *gains, size_t count,
                         float *target, size_t frames), (planes, gains, count, target, frames))
FOR_EACH_PROCESSOR(scale, (float *samples, float gain, size_t frames, shim_level *level),
                   (samples, gain, frames, level))
FOR_EACH_PROCESSOR(interleave, (const float *left, const float *right, float *output,
                                size_t frames), (left, right, output, frames))
