// State-variable sections: both channels of one section, or of two in series, in four lanes.
#include "lanes.h"

INLINE shim_section_coefficients moved(const shim_section_pair *pair, float4 time, int moves) {
  shim_section_coefficients now = pair->coefficients;
  if (moves) {
    now.decay += pair->step.decay * time;
    now.cross += pair->step.cross * time;
    now.direct += pair->step.direct * time;
    now.input += pair->step.input * time;
    now.band += pair->step.band * time;
    now.low += pair->step.low * time;
  }
  return now;
}

INLINE float4 next(const shim_section_coefficients *c, float4 x, float4 *s1, float4 *s2) {
  const float4 rest = x - *s2;
  const float4 next1 = c->decay * *s1 + c->cross * rest;
  const float4 next2 = (*s2 + c->cross * *s1) + c->direct * rest;
  const float4 y = (c->input * x + c->band * (*s1 + next1)) + c->low * (*s2 + next2);
  *s1 = next1;
  *s2 = next2;
  return y;
}

/// The second section gets the states of the first one, which are close to those it would have had.
INLINE void run_first(shim_section_pair *pair, int moves, float elapsed, float *left, float *right,
                      size_t frames) {
  float4 s1 = pair->s1, s2 = pair->s2, time = elapsed + 1;
  for (size_t frame = 0; frame < frames; ++frame, time += 1) {
    const shim_section_coefficients now = moved(pair, time, moves);
    const float4 y = next(&now, (float4){left[frame], right[frame], 0, 0}, &s1, &s2);
    left[frame] = y.x;
    right[frame] = y.y;
  }
  pair->s1 = s1.xyxy;
  pair->s2 = s2.xyxy;
}

INLINE void run_section(shim_section_pair *pair, bool moves, float elapsed,
                        float *left, float *right, size_t frames) {
  if (moves) run_first(pair, 1, elapsed, left, right, frames);
  else run_first(pair, 0, elapsed, left, right, frames);
}

/// Iteration `at` runs frame `at` through the first section, and frame `at` - 2 through the second
/// one: its input is ready before it is needed. `outputs`: of the last two iterations.
INLINE void advance(shim_section_pair *pair, int moves, float4 time, float4 *outputs, float *left,
                    float *right, size_t at, size_t frames, int is_edge) {
  const float4 former1 = pair->s1, former2 = pair->s2;
  const shim_section_coefficients now = moved(pair, time + (float)at, moves);
  const size_t frame = is_edge && at >= frames ? 0 : at;
  const float4 fresh = {left[frame], right[frame], 0, 0};
  const float4 x = __builtin_shufflevector(fresh, outputs[0], 0, 1, 4, 5);
  outputs[0] = outputs[1];
  outputs[1] = next(&now, x, &pair->s1, &pair->s2);
  if (is_edge && at >= frames) {
    pair->s1.lo = former1.lo;
    pair->s2.lo = former2.lo;
  }
  if (is_edge && at < 2) {
    pair->s1.hi = former1.hi;
    pair->s2.hi = former2.hi;
    return;
  }
  left[at - 2] = outputs[1].z;
  right[at - 2] = outputs[1].w;
}

INLINE void run_both(shim_section_pair *pair, int moves, float elapsed, float *left, float *right,
                     size_t frames) {
  shim_section_pair run = *pair;
  const float4 time = (float4){1, 1, -1, -1} + elapsed;
  float4 outputs[2] = {0, 0};
  size_t at = 0;
  for (; at < 2; ++at) advance(&run, moves, time, outputs, left, right, at, frames, 1);
  for (; at < frames; ++at) advance(&run, moves, time, outputs, left, right, at, frames, 0);
  for (; at < frames + 2; ++at) advance(&run, moves, time, outputs, left, right, at, frames, 1);
  pair->s1 = run.s1;
  pair->s2 = run.s2;
}

INLINE void run_sections(shim_section_pair *pair, bool moves, float elapsed,
                         float *left, float *right, size_t frames) {
  if (frames == 0) return;
  if (moves) run_both(pair, 1, elapsed, left, right, frames);
  else run_both(pair, 0, elapsed, left, right, frames);
}

FOR_EACH_PROCESSOR(run_section, (shim_section_pair *pair, bool moves, float elapsed,
                                 float *left, float *right, size_t frames),
                   (pair, moves, elapsed, left, right, frames))
FOR_EACH_PROCESSOR(run_sections, (shim_section_pair *pair, bool moves, float elapsed,
                                  float *left, float *right, size_t frames),
                   (pair, moves, elapsed, left, right, frames))
