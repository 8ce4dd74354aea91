// The loop of the ladder filter: both channels in four lanes.
//
// A pole with the input u has the output p = g u + (1 - g) s, and then the state 2 p - s. So each
// pole's output is g^i u plus a part that depends on the states alone, and so are the next states
// and the next sum that is fed back. Between two tanh there are only a product and a difference;
// the parts without u are computed beside the tanh.
#include "lanes.h"

typedef struct {
  /// G, its powers, 1 - G, and the factors of the input and of the sum that is fed back.
  float4 g, powers[4], rest, drive, feedback;
  float4 weights[5];
} values;

INLINE values values_at(const shim_ladder_run *run, float time) {
  const float4 low = run->start[0] + run->step[0] * time;
  const float4 high = run->start[1] + run->step[1] * time;
  values now = {.weights = {low.x, low.y, low.z, low.w, high.x}};
  now.g = now.powers[0] = high.y;
  now.powers[1] = now.g * now.g;
  now.powers[2] = now.powers[1] * now.g;
  now.powers[3] = now.powers[1] * now.powers[1];
  now.rest = 1 - now.g;
  const float4 scale = 1 / (1 + high.z * now.powers[3]);
  now.drive = high.w * scale;
  now.feedback = high.z * scale;
  return now;
}

/// Output of the fourth pole for an input of 0.
INLINE float4 fourth(const values *now, const float4 *states) {
  const float4 sum = (states[0] * now->g + states[1]) * now->g + states[2];
  return (sum * now->g + states[3]) * now->rest;
}

/// tanh, within 0.0014.
/// Source: Lambert's continued fraction.
INLINE float4 tanh_of(float4 value) {
  const float end = 3.6467386f;
  const float4 lower = value < end ? value : end, x = lower > -end ? lower : -end;
  const float4 square = x * x;
  const float4 above = (square + 105) * square + 945;
  const float4 below = (square * 15 + 420) * square + 945;
  return x * above / below;
}

INLINE void run_frames(const shim_ladder_run *run, shim_ladder_state *state, int moves) {
  float *left = run->left, *right = run->right;
  shim_ladder_state now = *state;
  values v = values_at(run, run->time);
  for (size_t frame = 0; frame < run->frames; ++frame) {
    if (moves) v = values_at(run, run->time + (float)frame);
    const float4 x = {left[frame], right[frame], 0, 0};
    const float4 free = x * v.drive - fourth(&v, now.free) * v.feedback;
    const float4 before = now.input;
    now.input = tanh_of(free - before * (fourth(&v, now.factor) * v.feedback));
    float4 rest = 0, output = now.input * v.weights[0];
    for (int pole = 0; pole < 4; ++pole) {
      const float4 state = now.free[pole] + before * now.factor[pole];
      rest = rest * v.g + state * v.rest;
      output += (now.input * v.powers[pole] + rest) * v.weights[pole + 1];
      now.free[pole] = rest + rest - state;
      now.factor[pole] = v.powers[pole] + v.powers[pole];
    }
    left[frame] = output.x;
    right[frame] = output.y;
  }
  *state = now;
}

INLINE void run_ladder(const shim_ladder_run *run, shim_ladder_state *state) {
  if (run->moves) run_frames(run, state, 1);
  else run_frames(run, state, 0);
}

FOR_EACH_PROCESSOR(run_ladder, (const shim_ladder_run *run, shim_ladder_state *state),
                   (run, state))
