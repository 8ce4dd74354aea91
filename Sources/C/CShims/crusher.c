// Sample and hold, and the rounding of the crusher in eight lanes.
#include "lanes.h"

void shim_hold(shim_holder *holder, const float *left, const float *right, float *to_left,
               float *to_right, size_t frames) {
  shim_holder now = *holder;
  for (size_t frame = 0; frame < frames; ++frame) {
    const uint32_t next = now.phase + now.step;
    const bool is_new = next < now.phase || now.is_empty;
    now.phase = now.is_empty ? 0 : next;
    now.is_empty = false;
    to_left[frame] = now.left = is_new ? left[frame] : now.left;
    to_right[frame] = now.right = is_new ? right[frame] : now.right;
  }
  *holder = now;
}

/// Values of 2^22 steps and more have no fraction that is worth rounding.
INLINE float8 rounded(float8 x, float steps, float inverse) {
  const float8 scaled = x * steps, whole = (scaled + 0x1.8p23f) - 0x1.8p23f;
  return (__builtin_elementwise_abs(scaled) < 0x1p22f ? whole : scaled) * inverse;
}

INLINE float8 crush_lanes(const shim_crusher *run, float8 x, float8 dry, float8 time, int moves) {
  const float8 new = rounded(x, run->after, 1 / run->after);
  if (!moves) return dry + (new - dry) * run->mix;
  const float8 old = rounded(x, run->before, 1 / run->before);
  const float8 mix = run->mix + time * run->mix_step, share = run->share + time * run->share_step;
  return dry + (old + (new - old) * share - dry) * mix;
}

INLINE void crush_frames(const shim_crusher *run, const float *source, float *audio,
                         size_t frames, int moves) {
  float8 time = (float8){0, 1, 2, 3, 4, 5, 6, 7} + run->time, x = 0, dry = 0;
  size_t frame = 0;
  for (; frame + 8 <= frames; frame += 8) {
    x = LOAD(source + frame);
    STORE(audio + frame, crush_lanes(run, x, LOAD(audio + frame), time, moves));
    time += 8;
  }
  memcpy(&x, source + frame, (frames - frame) * sizeof *source);
  memcpy(&dry, audio + frame, (frames - frame) * sizeof *audio);
  const float8 last = crush_lanes(run, x, dry, time, moves);
  memcpy(audio + frame, &last, (frames - frame) * sizeof *audio);
}

INLINE void crush(shim_crusher crusher, const float *source, float *audio, size_t frames) {
  if (crusher.moves) crush_frames(&crusher, source, audio, frames, 1);
  else crush_frames(&crusher, source, audio, frames, 0);
}

FOR_EACH_PROCESSOR(crush, (shim_crusher crusher, const float *source, float *audio, size_t frames),
                   (crusher, source, audio, frames))
