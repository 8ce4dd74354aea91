// The curve of a saturation at eight times the rate, for eight frames at a time.
//
// Every signal at a higher rate is divided into planes at the engine's rate: plane j of eight has
// the samples j / 8 of a frame after each frame. So every filter reads and writes neighboring
// frames. All filters are symmetric. A stage that needs later samples runs that many frames late:
// entry i of a plane is its lag before entry i of the input.
//
// Filters: half-bands with the pass band 0...20 kHz at 48 kHz. The last one has its stop band from
// 25 kHz (-71 dB), and compensates the loss of `eighth` at 20 kHz.
// Source: minimax designs (Remez exchange and linear programming) of libaha's own; the idea of
// half-band stages: M. Bellanger et al., Interpolation, extrapolation, and reduction of
// computation speed in digital filters, 1974.
//
// Curves: at eight times the rate the harmonics around eight times the rate still alias. Smooth
// curves add their second derivative along the signal, weighted so that these harmonics cancel:
// f(x) + f''(x) (x' / 2 pi)^2 has a zero at the sampling frequency. The hard clipper rounds its
// corners: the curve of the locally straight signal, smoothed by a triangle of two samples. Where
// the signal moves far between two samples, the smooth curves are smoothed in the same way; where
// it is bent as well, at sixteen times the rate.
// Source: J. Parker, V. Zavalishin, E. Le Bivic, Reducing the aliasing of nonlinear waveshaping
// using continuous-time convolution, 2016; F. Esqueda, V. Välimäki, S. Bilbao, Rounding corners
// with BLAMP, 2016.
#include "lanes.h"

// The history before the next frames of a plane.
enum { HISTORY = SHIM_SATURATION_DRY, NEAR = 8 };
enum { LONG_STRIDE = HISTORY + SHIM_SATURATION_CHUNK, STRIDE = NEAR + SHIM_SATURATION_CHUNK };
enum { LONG_PLANES = 4, PLANES = 15 };
_Static_assert(LONG_PLANES * LONG_STRIDE + PLANES * STRIDE == SHIM_SATURATION_FLOATS, "memory");

/// The input with drive; at 1/2 (lag 16), 1/4 and 3/4 (lag 18); the output of the curve in eighths
/// (lag 19), quarters (lag 20) and halves (lag 22).
typedef struct {
  float *input, *half, *quarter1, *quarter3, *curved, *quarters, *halves;
} planes;

INLINE planes planes_of(float *memory) {
  float *first = memory + HISTORY, *rest = memory + LONG_PLANES * LONG_STRIDE + NEAR;
  return (planes){first + LONG_STRIDE, rest, rest + STRIDE, rest + 2 * STRIDE, rest + 3 * STRIDE,
                  rest + 11 * STRIDE, first + 2 * LONG_STRIDE};
}

#define EACH(at, count) for (size_t at = 0; at < (count); at += 8)

// Up.

/// Weights of the nearest, the second, ... pair of samples around a new one.
static const float double_weights[] = {
  0.634322658f, -0.205286237f, 0.116069947f, -0.0757818344f, 0.0522070735f, -0.0366111191f,
  0.0256442098f, -0.0177233946f, 0.0119724668f, -0.0078368058f, 0.00492507742f, -0.00293841779f,
  0.00163880684f, -0.000834062695f, 0.000370847496f, -0.000139215624f,
};

INLINE void raise_half(planes p, size_t count) {
  EACH(at, count) {
    const float *center = p.input + at - 16;
    float8 sum = 0;
#pragma clang loop unroll(full)
    for (int pair = 0; pair < 16; ++pair) {
      sum += (LOAD(center - pair) + LOAD(center + 1 + pair)) * double_weights[pair];
    }
    STORE(p.half + at, sum);
  }
}

INLINE float8 quadruple(const float *near, const float *far) {
  return (LOAD(near) + LOAD(far)) * 0.615481899f +
         (LOAD(far - 1) + LOAD(near + 1)) * -0.155893905f +
         ((LOAD(near - 1) + LOAD(far + 1)) * 0.0523923408f +
          (LOAD(far - 2) + LOAD(near + 2)) * -0.0142240766f) +
         (LOAD(near - 2) + LOAD(far + 2)) * 0.00224374211f;
}

INLINE void raise_quarters(planes p, size_t count) {
  EACH(at, count) {
    const float *whole = p.input + at - 18, *half = p.half + at - 2;
    STORE(p.quarter1 + at, quadruple(whole, half));
    STORE(p.quarter3 + at, quadruple(half, whole + 1));
  }
}

/// A sample at an eighth, from three samples on each side at quarters. Exact at 0, 12.2 and 18.3
/// kHz at 44.1 kHz.
INLINE float8 eighth(const float8 *q) {
  return (q[2] + q[3]) * 0.588963091f - (q[1] + q[4]) * 0.102301151f +
         (q[0] + q[5]) * 0.0133380603f;
}

/// A sample half-way between two samples at eighths (Lagrange).
INLINE float8 sixteenth(const float8 *y) {
  return (y[0] + y[1]) * 0.5625f - (y[-1] + y[2]) * 0.0625f;
}

// Curve.

INLINE float8 smaller(float8 a, float8 b) { return b < a ? b : a; }

INLINE float8 larger(float8 a, float8 b) { return a < b ? b : a; }

INLINE float8 clamp(float8 x, float end) { return larger(smaller(x, end), -end); }

/// tanh within 0.0014, and its second derivative, -2 tanh (1 - tanh^2).
/// Source: Lambert's continued fraction.
INLINE float8 bend_tanh(float8 value, float8 move) {
  const float8 x = clamp(value, 3.6467386f), square = x * x;
  const float8 above = (square + 105) * square + 945;
  const float8 below = (square * 15 + 420) * square + 945;
  const float8 t = x * above / below;
  return t - t * (move * move * 0.01266515f) * (1 - t * t);
}

/// x (1 - 2/3 u + 1/5 u^2) with u = (8/15 x)^2, up to 1 at 15/8. The slope is (1 - u)^2, so the
/// second derivative, -4 (8/15)^2 x (1 - u), ends at 0 too.
INLINE float8 bend_soft(float8 value, float8 move) {
  const float8 x = clamp(value, 1.875f), u = x * x * (64.0f / 225);
  const float8 curve = 1 - u * (2.0f / 3 - u * 0.2f);
  return x * (curve - move * move * (1 - u) * (0.0253303f * 64 / 225));
}

/// tanh around an operating point, moved to 0 and with slope 1 there.
INLINE float8 bend_tube(float8 x, float8 move) {
  const float bias = 0.4f, rest = 0.379948962f, scale = 1.16871747f;
  return (bend_tanh(x + bias, move) - rest) * scale;
}

/// Clips at 1. Within a sample of the corner the rounded curve is |slope| (1 - distance)^3 / 6
/// lower.
INLINE float8 bend_hard(float8 x, float8 move) {
  const float8 speed = larger(__builtin_elementwise_abs(move) * 0.5f, 1e-9f), inverse = 1 / speed;
  const float8 upper = larger(1 - __builtin_elementwise_abs(x - 1) * inverse, 0);
  const float8 lower = larger(1 - __builtin_elementwise_abs(x + 1) * inverse, 0);
  return clamp(x, 1) + speed * (lower * lower * lower - upper * upper * upper) * (1.0f / 6);
}

// Wide moves: the second derivative says little about a curve that the signal crosses between two
// samples. The curve of the locally straight signal, smoothed by a triangle of two steps, is the
// second difference of F, the curve's second integral. Of F the part of a hard clipper is split
// off, which is exact in closed form; the rest, of the sign of x, ends at a constant.

/// F of tanh without x^2 / 2, for 0...3.65. A polynomial, within 1e-6.
INLINE float8 rest_tanh(float8 x) {
  const float8 size = smaller(__builtin_elementwise_abs(x), 3.6467386f);
  float8 sum = size * -1.09245866e-06f + 2.52554837e-05f;
  sum = sum * size + -0.000253798993f;
  sum = sum * size + 0.0014328073f;
  sum = sum * size + -0.00481836032f;
  sum = sum * size + 0.00886680372f;
  sum = sum * size + -0.00389713119f;
  sum = sum * size + -0.0152146667f;
  sum = sum * size + -0.000227279554f;
  sum = sum * size + 0.166667432f;
  return __builtin_elementwise_copysign(((sum * size - 0.5f) * size + 0.69179485f) * size, x);
}

INLINE float8 rest_soft(float8 x) {
  const float8 size = smaller(__builtin_elementwise_abs(x), 1.875f), square = size * size;
  const float8 cubes = square * (square * 0.000385279f - 0.009481481f) + 0.166666667f;
  return __builtin_elementwise_copysign(((cubes * size - 0.5f) * size + 0.585937500f) * size, x);
}

/// Of a hard clipper, for a step of half the move.
INLINE float8 mean_hard(float8 x, float8 inverse) {
  const float8 place = clamp(x * inverse, 1);
  return place * (2 - __builtin_elementwise_abs(place));
}

INLINE float8 mean_tanh(float8 x, float8 step, float8 inverse) {
  const float8 rest = rest_tanh(x + step) + rest_tanh(x - step) - 2 * rest_tanh(x);
  return mean_hard(x, inverse) + rest * inverse * inverse;
}

INLINE float8 mean_soft(float8 x, float8 step, float8 inverse) {
  const float8 rest = rest_soft(x + step) + rest_soft(x - step) - 2 * rest_soft(x);
  return mean_hard(x, inverse) + rest * inverse * inverse;
}

/// The curve smoothed by a triangle of two steps of half the size of `move`, for steps that are not
/// small.
INLINE float8 smooth(int curve, float8 x, float8 move) {
  if (curve == 3) return bend_hard(x, move);
  const float8 far = larger(__builtin_elementwise_abs(move) * 0.5f, 0.25f), inverse = 1 / far;
  switch (curve) {
  case 1: return mean_soft(x, far, inverse);
  case 2: return (mean_tanh(x + 0.4f, far, inverse) - 0.379948962f) * 1.16871747f;
  default: return mean_tanh(x, far, inverse);
  }
}

/// `move`: from the sample before to the sample after `x`.
INLINE float8 bend_near(int curve, float8 x, float8 move) {
  switch (curve) {
  case 1: return bend_soft(x, move);
  case 2: return bend_tube(x, move);
  case 3: return bend_hard(x, move);
  default: return bend_tanh(x, move);
  }
}

/// From 0 up to 1 between `low` and twice that.
INLINE float8 rise(float8 x, float low) {
  const float8 t = larger(smaller(x * (1 / low) - 1, 1), 0);
  return t * t * (3 - 2 * t);
}

/// Half a move, from which on the curve is smoothed.
INLINE float narrow(int curve) { return curve == 3 ? 0.15f : 0.4f; }

/// Second difference of samples at eighths, from which on the curve is smoothed at sixteenths.
INLINE float straight(int curve) { return curve == 3 ? 0.06f : 0.2f; }

/// Samples at eighths of a frame. The frame has the samples 2 to 9.
INLINE void take_eighths(planes p, size_t at, float8 y[12]) {
  const float8 q[] = {
    LOAD(p.quarter1 + at - 2), LOAD(p.half + at - 4),     LOAD(p.quarter3 + at - 2),
    LOAD(p.input + at - 19),   LOAD(p.quarter1 + at - 1), LOAD(p.half + at - 3),
    LOAD(p.quarter3 + at - 1), LOAD(p.input + at - 18),   LOAD(p.quarter1 + at),
    LOAD(p.half + at - 2),     LOAD(p.quarter3 + at),
  };
#pragma clang loop unroll(full)
  for (int i = 0; i < 6; ++i) {
    y[2 * i] = q[2 + i];
    y[2 * i + 1] = eighth(q + i);
  }
}

/// The frame as if no move were wide; returns the widest move's square.
INLINE float8 bend_narrow(int curve, const float8 y[12], float8 bent[8]) {
  float8 widest = 0;
#pragma clang loop unroll(full)
  for (int j = 0; j < 8; ++j) {
    const float8 move = y[j + 3] - y[j + 1];
    bent[j] = bend_near(curve, y[j + 2], move);
    widest = larger(widest, move * move);
  }
  return widest;
}

/// The curve smoothed at eighths.
INLINE void smooth_eighths(int curve, const float8 y[12], float8 to[8]) {
  for (int j = 0; j < 8; ++j) to[j] = smooth(curve, y[j + 2], y[j + 3] - y[j + 1]);
}

/// The curve smoothed at sixteenths, and then by a filter (1/4, 1/2, 1/4).
INLINE void smooth_sixteenths(int curve, const float8 y[12], float8 to[8]) {
  float8 last = sixteenth(y + 1), before = smooth(curve, last, y[2] - y[1]);
  for (int j = 0; j < 8; ++j) {
    const float8 x = y[j + 2], next = sixteenth(y + j + 2);
    const float8 after = smooth(curve, next, y[j + 3] - x);
    to[j] = smooth(curve, x, next - last) * 0.5f + (before + after) * 0.25f;
    last = next;
    before = after;
  }
}

/// The frame for moves of any width.
INLINE void bend_far(int curve, const float8 y[12], float8 bent[8]) {
  float8 bend = 0, fine[8];
  for (int k = 1; k < 11; ++k) {
    bend = larger(bend, __builtin_elementwise_abs((y[k + 1] - y[k]) - (y[k] - y[k - 1])));
  }
  const float8 share = rise(bend, straight(curve));
  const int some = __builtin_reduce_max(share) > 0, all = __builtin_reduce_min(share) >= 1;
  if (some) smooth_sixteenths(curve, y, fine);
  if (!all) smooth_eighths(curve, y, bent);
  for (int j = 0; j < 8; ++j) {
    const float8 move = y[j + 3] - y[j + 1];
    const float low = narrow(curve);
    const float8 near = bend_near(curve, y[j + 2], clamp(move, 4 * low));
    float8 smoothed = all ? fine[j] : bent[j];
    if (some && !all) smoothed += (fine[j] - smoothed) * share;
    bent[j] = near + (smoothed - near) * rise(__builtin_elementwise_abs(move) * 0.5f, low);
  }
}

/// Writes a frame; while the curve changes, blended from that of the former curve.
INLINE void store_bent(planes p, size_t at, float8 bent[8], const float8 *old,
                       const float *shares) {
  for (int j = 0; j < 8; ++j) {
    if (shares) bent[j] = old[j] + (bent[j] - old[j]) * LOAD(shares + at);
    STORE(p.curved + j * STRIDE + at, bent[j]);
  }
}

/// Bends all frames as if no move were wide; returns whether one is.
/// - shares: While the curve changes: the share of the new one in each frame; otherwise NULL.
INLINE int bend_all(planes p, int curve, int former, const float *shares, size_t count) {
  float8 widest = 0;
  EACH(at, count) {
    float8 y[12], bent[8], old[8];
    take_eighths(p, at, y);
    widest = larger(widest, bend_narrow(curve, y, bent));
    if (shares) bend_narrow(former, y, old);
    store_bent(p, at, bent, old, shares);
  }
  float limit = narrow(curve);
  if (shares && narrow(former) < limit) limit = narrow(former);
  return __builtin_reduce_max(widest) > 4 * limit * limit;
}

/// The same for moves of any width. Frames without a wide move get the same samples, so a chunk may
/// have any length.
INLINE void bend_wide(planes p, int curve, int former, const float *shares, size_t count) {
  EACH(at, count) {
    float8 y[12], bent[8], old[8];
    take_eighths(p, at, y);
    bend_far(curve, y, bent);
    if (shares) bend_far(former, y, old);
    store_bent(p, at, bent, old, shares);
  }
}

// Down.

/// A sample at a quarter from five at eighths (binomial).
INLINE float8 quarter(float8 a, float8 b, float8 c, float8 d, float8 e) {
  return (a + e) * 0.0625f + (b + d) * 0.25f + c * 0.375f;
}

INLINE void lower_quarters(planes p, size_t count) {
  EACH(at, count) {
    const float *from = p.curved + at - 1;
    float8 y[8];
#pragma clang loop unroll(full)
    for (int j = 0; j < 8; ++j) y[j] = LOAD(from + j * STRIDE);
    const float8 last6 = LOAD(from + 6 * STRIDE - 1), last7 = LOAD(from + 7 * STRIDE - 1);
    float *to = p.quarters + at;
    STORE(to, quarter(last6, last7, y[0], y[1], y[2]));
    STORE(to + STRIDE, quarter(y[0], y[1], y[2], y[3], y[4]));
    STORE(to + 2 * STRIDE, quarter(y[2], y[3], y[4], y[5], y[6]));
    STORE(to + 3 * STRIDE, quarter(y[4], y[5], y[6], y[7], LOAD(from + 1)));
  }
}

INLINE float8 halve(const float *center, const float *before, const float *after) {
  return LOAD(center) * 0.5f + (LOAD(after) + LOAD(before)) * 0.305516134f +
         (LOAD(before + 1) + LOAD(after - 1)) * -0.0723564019f +
         ((LOAD(after + 1) + LOAD(before - 1)) * 0.0205797066f +
          (LOAD(before + 2) + LOAD(after - 2)) * -0.00373943858f);
}

/// From four times to twice the rate.
INLINE void lower_halves(planes p, size_t count) {
  EACH(at, count) {
    const float *whole = p.quarters + at - 2, *half = whole + 2 * STRIDE;
    STORE(p.halves + at, halve(whole, half + STRIDE - 1, whole + STRIDE));
    STORE(p.halves + LONG_STRIDE + at, halve(half, whole + STRIDE, half + STRIDE));
  }
}

/// From twice the rate: the weight of the sample, then of its pairs.
static const float last_weights[] = {
  0.472479355f, 0.319917521f, 0.0319199094f, -0.104543657f, -0.0358322647f, 0.0539052188f,
  0.0337302811f, -0.0297698076f, -0.0299617712f, 0.0153909177f, 0.0253925904f, -0.00618056967f,
  -0.0205089537f, 0.000324922451f, 0.01570012f, 0.0031301601f, -0.0112807513f, -0.00482716489f,
  0.00747449754f, 0.00526842366f, -0.00441508864f, -0.00487994f, 0.00214191494f, 0.00401772576f,
  -0.000620904303f, -0.00298523535f, -0.000280533789f, 0.0019236673f, 0.000494803916f,
  -0.00151730038f, -0.00132693581f, -9.76067808e-05f, 0.000352641864f,
};

INLINE void lower_last(planes p, float *output, size_t count) {
  EACH(at, count) {
    const float *whole = p.halves + at - 16, *half = whole + LONG_STRIDE;
    float8 even = LOAD(whole) * last_weights[0], odd = 0;
#pragma clang loop unroll(full)
    for (int pair = 0; pair < 16; ++pair) {
      odd += (LOAD(half + pair) + LOAD(half - pair - 1)) * last_weights[2 * pair + 1];
      even += (LOAD(whole + pair + 1) + LOAD(whole - pair - 1)) * last_weights[2 * pair + 2];
    }
    STORE(output + at, even + odd);
  }
}

INLINE void saturate(shim_saturation run) {
  const planes p = planes_of(run.memory);
  raise_half(p, run.frames);
  raise_quarters(p, run.frames);
  int is_wide;
  if (run.shares) is_wide = bend_all(p, run.curve, run.former, run.shares, run.frames);
  else if (run.curve == 1) is_wide = bend_all(p, 1, 0, NULL, run.frames);
  else if (run.curve == 2) is_wide = bend_all(p, 2, 0, NULL, run.frames);
  else if (run.curve == 3) is_wide = bend_all(p, 3, 0, NULL, run.frames);
  else is_wide = bend_all(p, 0, 0, NULL, run.frames);
  if (is_wide) bend_wide(p, run.curve, run.former, run.shares, run.frames);
  lower_quarters(p, run.frames);
  lower_halves(p, run.frames);
  lower_last(p, run.output, run.frames);
}

/// Moves in ascending order, because a chunk may be shorter than the history.
INLINE void shift(float *plane, int history, size_t frames) {
#pragma clang loop unroll(full)
  for (int at = -history; at < 0; at += 8) STORE(plane + at, LOAD(plane + at + frames));
}

INLINE void saturation_shift(float *memory, size_t frames) {
  float *plane = memory + HISTORY;
  for (int i = 0; i < LONG_PLANES; ++i) shift(plane + i * LONG_STRIDE, HISTORY, frames);
  plane = memory + LONG_PLANES * LONG_STRIDE + NEAR;
  for (int i = 0; i < PLANES; ++i) shift(plane + i * STRIDE, NEAR, frames);
}

FOR_EACH_PROCESSOR(saturate, (shim_saturation run), (run))
FOR_EACH_PROCESSOR(saturation_shift, (float *memory, size_t frames), (memory, frames))
