// The loop of the ladder filter at twice the engine's rate: both channels in four lanes.
//
// A pole with the input u has the output p = g u + (1 - g) s, and then the state 2 p - s. So each
// pole's output is g^i u plus a part that depends on the states alone, and so are the next states
// and the next sum that is fed back. Between two curves there are only a product and a difference;
// the parts without u are computed beside the curve, each from all four states at once.
//
// Where the input moves far between two samples, the curve is stretched: smoothing a curve of the
// locally straight signal over its neighbors makes it wider, and so the harmonics beyond the rate
// weaker. The feedback moves slowly and does not count.
//
// Half-bands, up and down: pass band 0...20 kHz at 44.1 kHz within 0.005 dB, stop band from
// 24.1 kHz (-65 dB).
// Source: minimax design (Remez exchange) of libaha's own.
#include "lanes.h"

enum { PAIRS = SHIM_LADDER_PAIRS, HISTORY = 2 * PAIRS, CHUNK = 128, SPACE = CHUNK + 8 };

static const float pair_weights[PAIRS] = {
  0.635625229f, -0.209238651f, 0.12242896f, -0.0841993491f, 0.0622408568f, -0.0477585111f,
  0.0373811239f, -0.0295422136f, 0.0234157718f, -0.0185239639f, 0.0145691209f, -0.0113535363f,
  0.00873803171f, -0.00661914974f, 0.00491599347f, -0.0035626765f, 0.00250373647f,
  -0.00169108909f, 0.00108259434f, -0.000926521795f,
};

/// One channel of a chunk: the input after its history; the samples between the input's frames and
/// the inverse stretches of both; the outputs of both after their histories.
typedef struct {
  float input[HISTORY + SPACE], between[8 + SPACE], stretch[2][SPACE];
  float output[2][HISTORY + SPACE];
} channel;

/// Of two poles in one vector: the left and right side of one, then of the other.
#define TWO(first, second) __builtin_shufflevector((float4)(first), (float4)(second), 0, 1, 4, 5)

typedef struct {
  /// The factor of the input of the first pole, and of the sum that is fed back.
  float4 drive, feedback;
  /// 1 - G times the powers of G from 0; twice the powers from 1, of two poles each.
  float4 rests[4], factors[2];
  /// Of two poles each: the part of each state in the output of the fourth pole, and in the sum
  /// that is fed back one sample later; the part of the newest input of the poles in that sum.
  float4 fourths[2], backs[2], slope;
  /// Of the output: the part of the newest input of the poles, and of the rest of each pole.
  float4 direct, weights[2];
} values;

/// The sum over four poles, in the first two lanes.
INLINE float4 sum_poles(const float4 *poles, const float4 *parts) {
  const float4 sum = poles[0] * parts[0] + poles[1] * parts[1];
  return sum + sum.zwxy;
}

INLINE values values_at(const shim_ladder_run *run, float time) {
  const float4 low = run->start[0] + run->step[0] * time;
  const float4 high = run->start[1] + run->step[1] * time;
  const float4 g = high.y, square = g * g, cube = square * g, fourth = square * square;
  const float4 rest = 1 - g, scale = 1 / (1 + high.z * fourth), feedback = high.z * scale;
  const float4 r[] = {rest, g * rest, square * rest, cube * rest};
  values now = {.drive = high.w * scale, .feedback = feedback};
  for (int pole = 0; pole < 4; ++pole) now.rests[pole] = r[pole];
  now.factors[0] = TWO(g + g, square + square);
  now.factors[1] = TWO(cube + cube, fourth + fourth);
  now.fourths[0] = TWO(r[3], r[2]);
  now.fourths[1] = TWO(r[1], r[0]);
  now.backs[0] = TWO(4 * (r[0] * r[3] + r[1] * r[2]) - r[3],
                     4 * r[0] * r[2] + 2 * r[1] * r[1] - r[2]) * feedback;
  now.backs[1] = TWO(4 * r[0] * r[1] - r[1], 2 * r[0] * r[0] - r[0]) * feedback;
  now.slope = sum_poles(now.factors, now.fourths) * feedback;
  now.weights[0] = TWO(low.y, low.z);
  now.weights[1] = TWO(low.w, high.x);
  now.direct = low.x + 0.5f * sum_poles(now.factors, now.weights);
  return now;
}

/// A curve like tanh, within 0.024: ends at 1 with slope and curvature 0.
/// Source: Padé approximant of tanh.
INLINE float4 curve(float4 value) {
  const float4 lower = value < 3 ? value : 3, x = lower > -3 ? lower : -3;
  const float4 square = x * x;
  return x * (square + 27) / (square * 9 + 27);
}

#define EACH(at, count) for (size_t at = 0; at < (count); at += 8)

/// The sum of the pairs around the gap before `after`.
INLINE float8 sum_pairs(const float *after) {
  float8 sum = 0;
#pragma clang loop unroll(full)
  for (int pair = 0; pair < PAIRS; ++pair) {
    sum += (LOAD(after + pair) + LOAD(after - 1 - pair)) * pair_weights[pair];
  }
  return sum;
}

/// 1 / width of the curve for an input that moves by this much between two samples: close to
/// 1 / sqrt(1 + 0.8 move^2).
INLINE float8 inverse_stretch(float8 move) {
  const float8 size = __builtin_elementwise_abs(move), above = 1 + 0.447f * size;
  return above / (above + 0.4f * size * size);
}

/// Fills `between` and `stretch` from `input`. Both lag the input by PAIRS frames.
INLINE void double_rate(const shim_ladder_run *run, channel *c, size_t begin, size_t frames) {
  const float8 steps = {0, 1, 2, 3, 4, 5, 6, 7};
  EACH(at, frames) STORE(c->between + 8 + at, sum_pairs(c->input + HISTORY + at - PAIRS + 1));
  EACH(at, frames) {
    const float8 time = steps + (run->time + (float)(begin + at));
    const float8 half_drive = (run->start[1].w + run->step[1].w * time) * 0.5f;
    const float *between = c->between + 8 + at, *whole = c->input + HISTORY + at - PAIRS;
    STORE(c->stretch[0] + at, inverse_stretch((LOAD(between) - LOAD(between - 1)) * half_drive));
    STORE(c->stretch[1] + at, inverse_stretch((LOAD(whole + 1) - LOAD(whole)) * half_drive));
  }
}

/// One sample of both channels, in the first two lanes.
INLINE float4 next(const values *v, shim_ladder_poles *now, float4 x, float4 inverse) {
  const float4 before = now->input.xyxy;
  now->input = curve((x * v->drive - now->back) * inverse - before * (now->slope * inverse));
  const float4 states[] = {now->free[0] + before * now->factor[0],
                           now->free[1] + before * now->factor[1]};
  now->back = sum_poles(states, v->backs);
  now->slope = v->slope;
  const float4 *r = v->rests, none = 0;
  const float4 middle = __builtin_shufflevector(states[0], states[1], 2, 3, 4, 5);
  const float4 first = TWO(none, states[0]);
  const float4 rests[] = {states[0] * r[0] + first * r[1],
                          (states[1] * r[0] + middle * r[1]) + (states[0] * r[2] + first * r[3])};
  for (int half = 0; half < 2; ++half) {
    now->free[half] = rests[half] + rests[half] - states[half];
    now->factor[half] = v->factors[half];
  }
  return now->input * v->direct + sum_poles(rests, v->weights);
}

INLINE void run_poles(const shim_ladder_run *run, shim_ladder_poles *poles, channel *c,
                      size_t begin, size_t frames, int moves) {
  shim_ladder_poles now = *poles;
  values v = values_at(run, run->time + (float)begin);
  for (size_t at = 0; at < frames; ++at) {
    if (moves) {
      v = values_at(run, run->time + (float)(begin + at));
      now.back = sum_poles(now.free, v.fourths) * v.feedback;
      now.slope = sum_poles(now.factor, v.fourths) * v.feedback;
    }
    const float *left = c[0].input + HISTORY + at - PAIRS;
    const float *right = c[1].input + HISTORY + at - PAIRS;
    const float4 whole = next(&v, &now, (float4){*left, *right, 0, 0},
                              (float4){c[0].stretch[0][at], c[1].stretch[0][at], 1, 1});
    const float4 between = next(&v, &now,
                                (float4){c[0].between[8 + at], c[1].between[8 + at], 0, 0},
                                (float4){c[0].stretch[1][at], c[1].stretch[1][at], 1, 1});
    c[0].output[0][HISTORY + at] = whole.x;
    c[1].output[0][HISTORY + at] = whole.y;
    c[0].output[1][HISTORY + at] = between.x;
    c[1].output[1][HISTORY + at] = between.y;
  }
  *poles = now;
}

INLINE void halve_rate(const channel *c, float *to, size_t frames) {
  float lowered[SPACE];
  EACH(at, frames) {
    const size_t center = HISTORY + at - PAIRS + 1;
    STORE(lowered + at, (LOAD(c->output[0] + center) + sum_pairs(c->output[1] + center)) * 0.5f);
  }
  memcpy(to, lowered, frames * sizeof(float));
}

INLINE void run_chunk(const shim_ladder_run *run, shim_ladder_state *state, size_t begin,
                      size_t frames) {
  channel c[2] = {0};
  const size_t past = HISTORY * sizeof(float);
  const float *const inputs[] = {run->from_left, run->from_right};
  float *const outputs[] = {run->left, run->right};
  for (int side = 0; side < 2; ++side) {
    memcpy(c[side].input, state->inputs[side], past);
    memcpy(c[side].input + HISTORY, inputs[side] + begin, frames * sizeof(float));
    c[side].between[7] = state->between[side];
    for (int half = 0; half < 2; ++half) {
      memcpy(c[side].output[half], state->outputs[side][half], past);
    }
    double_rate(run, &c[side], begin, frames);
  }
  if (run->moves) run_poles(run, &state->poles, c, begin, frames, 1);
  else run_poles(run, &state->poles, c, begin, frames, 0);
  for (int side = 0; side < 2; ++side) {
    if (outputs[side]) halve_rate(&c[side], outputs[side] + begin, frames);
    memcpy(state->inputs[side], c[side].input + frames, past);
    state->between[side] = c[side].between[7 + frames];
    for (int half = 0; half < 2; ++half) {
      memcpy(state->outputs[side][half], c[side].output[half] + frames, past);
    }
  }
}

INLINE void run_ladder(const shim_ladder_run *run, shim_ladder_state *state) {
  for (size_t begin = 0; begin < run->frames; begin += CHUNK) {
    const size_t rest = run->frames - begin;
    run_chunk(run, state, begin, rest < CHUNK ? rest : CHUNK);
  }
}

FOR_EACH_PROCESSOR(run_ladder, (const shim_ladder_run *run, shim_ladder_state *state),
                   (run, state))
