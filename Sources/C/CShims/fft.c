// The passes of a transform, eight butterflies at a time, and the sum of rotated bins.
//
// Every butterfly has the same operations, however many are computed together. So the bits do not
// depend on how a pass is divided into parts.
#include "lanes.h"

typedef struct {
  float8 re, im;
} complex8;

INLINE complex8 plus(complex8 a, complex8 b) { return (complex8){a.re + b.re, a.im + b.im}; }

INLINE complex8 minus(complex8 a, complex8 b) { return (complex8){a.re - b.re, a.im - b.im}; }

INLINE complex8 times(complex8 a, complex8 b) {
  return (complex8){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// Loads and stores of eight numbers, or of four: then the upper half is a copy.
INLINE float8 get(const float *samples, int lanes) {
  if (lanes == 8) return LOAD(samples);
  const float4 four = *(const unaligned4 *)samples;
  return __builtin_shufflevector(four, four, 0, 1, 2, 3, 0, 1, 2, 3);
}

INLINE void put(float *samples, float8 value, int lanes) {
  if (lanes == 8) STORE(samples, value);
  else *(unaligned4 *)samples = value.lo;
}

INLINE complex8 fetch(const shim_fft_pass *pass, size_t at, int lanes) {
  return (complex8){get(pass->from_re + at, lanes), get(pass->from_im + at, lanes)};
}

INLINE void store(const shim_fft_pass *pass, size_t at, complex8 value, int lanes) {
  put(pass->to_re + at, value.re, lanes);
  put(pass->to_im + at, value.im, lanes);
}

/// One twiddle for all lanes. `power`: from 1 to radix - 1.
INLINE complex8 twiddle(const shim_fft_pass *pass, size_t group, int power) {
  const float *plane = pass->twiddles + 2 * (size_t)(power - 1) * pass->groups + group;
  return (complex8){plane[0], plane[pass->groups]};
}

// Four-point transforms, before their twiddles.

INLINE void transform_four(const shim_fft_pass *pass, size_t at, int lanes, complex8 *x) {
  const size_t far = pass->groups * pass->stride;
  for (size_t part = 0; part < 4; ++part) x[part] = fetch(pass, at + part * far, lanes);
  const complex8 even = plus(x[0], x[2]), odd = plus(x[1], x[3]);
  const complex8 less = minus(x[0], x[2]), other = minus(x[1], x[3]);
  const complex8 turned = {-other.im, other.re};
  x[0] = plus(even, odd);
  x[1] = minus(less, turned);
  x[2] = minus(even, odd);
  x[3] = plus(less, turned);
}

/// Stores four vectors as the columns of an 8 x 4 matrix; with four lanes its upper half.
INLINE void put_columns(float *to, float8 a, float8 b, float8 c, float8 d, int lanes) {
  const float8 low = LOW(a, b), high = HIGH(a, b), other_low = LOW(c, d), other_high = HIGH(c, d);
  const float8 row0 = FIRST(low, other_low), row1 = SECOND(low, other_low);
  const float8 row2 = FIRST(high, other_high), row3 = SECOND(high, other_high);
  STORE(to, __builtin_shufflevector(row0, row1, 0, 1, 2, 3, 8, 9, 10, 11));
  STORE(to + 8, __builtin_shufflevector(row2, row3, 0, 1, 2, 3, 8, 9, 10, 11));
  if (lanes == 4) return;
  STORE(to + 16, __builtin_shufflevector(row0, row1, 4, 5, 6, 7, 12, 13, 14, 15));
  STORE(to + 24, __builtin_shufflevector(row2, row3, 4, 5, 6, 7, 12, 13, 14, 15));
}

/// Stride 1: neighboring butterflies have neighboring twiddles, and four outputs each in a row.
INLINE void first_lanes(const shim_fft_pass *pass, size_t at, int lanes) {
  complex8 x[4];
  transform_four(pass, at, lanes, x);
  for (size_t power = 1; power < 4; ++power) {
    const float *plane = pass->twiddles + 2 * (power - 1) * pass->groups + at;
    x[power] = times(x[power], (complex8){get(plane, lanes), get(plane + pass->groups, lanes)});
  }
  put_columns(pass->to_re + 4 * at, x[0].re, x[1].re, x[2].re, x[3].re, lanes);
  put_columns(pass->to_im + 4 * at, x[0].im, x[1].im, x[2].im, x[3].im, lanes);
}

INLINE void first_pass(const shim_fft_pass *pass) {
  size_t at = pass->first;
  for (; at + 8 <= pass->end; at += 8) first_lanes(pass, at, 8);
  if (at < pass->end) first_lanes(pass, at, 4);
}

/// Stride 4: two groups in eight lanes.
INLINE void two_groups(const shim_fft_pass *pass, size_t at) {
  complex8 x[4];
  transform_four(pass, at, 8, x);
  const size_t group = at / 4;
  for (int power = 0; power < 4; ++power) {
    if (power > 0) {
      const complex8 one = twiddle(pass, group, power), other = twiddle(pass, group + 1, power);
      const complex8 both = {
        __builtin_shufflevector(one.re, other.re, 0, 1, 2, 3, 8, 9, 10, 11),
        __builtin_shufflevector(one.im, other.im, 0, 1, 2, 3, 8, 9, 10, 11)};
      x[power] = times(x[power], both);
    }
    float *re = pass->to_re + 4 * at + 4 * power, *im = pass->to_im + 4 * at + 4 * power;
    *(unaligned4 *)re = x[power].re.lo;
    *(unaligned4 *)im = x[power].im.lo;
    *(unaligned4 *)(re + 16) = x[power].re.hi;
    *(unaligned4 *)(im + 16) = x[power].im.hi;
  }
}

/// `group` has the twiddles `w`.
INLINE void four_lanes(const shim_fft_pass *pass, size_t group, const complex8 *w, size_t at,
                       int lanes) {
  complex8 x[4];
  transform_four(pass, at, lanes, x);
  const size_t to = at + 3 * group * pass->stride;
  store(pass, to, x[0], lanes);
  for (size_t power = 1; power < 4; ++power) {
    store(pass, to + power * pass->stride, times(x[power], w[power]), lanes);
  }
}

INLINE void two_lanes(const shim_fft_pass *pass, size_t group, const complex8 *w, size_t at,
                      int lanes) {
  const complex8 a = fetch(pass, at, lanes);
  const complex8 b = fetch(pass, at + pass->groups * pass->stride, lanes);
  const size_t to = at + group * pass->stride;
  store(pass, to, plus(a, b), lanes);
  store(pass, to + pass->stride, times(minus(a, b), w[1]), lanes);
}

INLINE void three_lanes(const shim_fft_pass *pass, size_t group, const complex8 *w, size_t at,
                        int lanes) {
  const float height = 0.866025403784f; // Of a triangle with the side 1.
  const size_t far = pass->groups * pass->stride, to = at + 2 * group * pass->stride;
  const complex8 a = fetch(pass, at, lanes), b = fetch(pass, at + far, lanes);
  const complex8 c = fetch(pass, at + 2 * far, lanes);
  const complex8 sum = plus(b, c), difference = minus(b, c);
  const complex8 middle = {a.re - sum.re * 0.5f, a.im - sum.im * 0.5f};
  const complex8 side = {difference.im * height, -difference.re * height};
  store(pass, to, plus(a, sum), lanes);
  store(pass, to + pass->stride, times(plus(middle, side), w[1]), lanes);
  store(pass, to + 2 * pass->stride, times(minus(middle, side), w[2]), lanes);
}

INLINE void run_lanes(const shim_fft_pass *pass, int radix, size_t group, const complex8 *w,
                      size_t at, int lanes) {
  if (radix == 4) four_lanes(pass, group, w, at, lanes);
  else if (radix == 3) three_lanes(pass, group, w, at, lanes);
  else two_lanes(pass, group, w, at, lanes);
}

/// The butterflies of a group share their twiddles.
INLINE void next_pass(const shim_fft_pass *pass, int radix) {
  size_t at = pass->first;
  while (at < pass->end) {
    if (radix == 4 && pass->stride == 4 && at + 8 <= pass->end) {
      two_groups(pass, at);
      at += 8;
      continue;
    }
    const size_t group = at / pass->stride, last = (group + 1) * pass->stride;
    const size_t end = last < pass->end ? last : pass->end;
    complex8 w[4];
    for (int power = 1; power < radix; ++power) w[power] = twiddle(pass, group, power);
    for (; at + 8 <= end; at += 8) run_lanes(pass, radix, group, w, at, 8);
    for (; at < end; at += 4) run_lanes(pass, radix, group, w, at, 4);
  }
}

INLINE void run_fft_pass(shim_fft_pass pass) {
  if (pass.stride == 1) first_pass(&pass);
  else if (pass.radix == 4) next_pass(&pass, 4);
  else if (pass.radix == 3) next_pass(&pass, 3);
  else next_pass(&pass, 2);
}

INLINE void add_rotated(const float *re, const float *im, float real, float imaginary,
                        float *to_re, float *to_im, size_t count) {
  size_t bin = 0;
  const complex8 rotation = {real, imaginary};
#define ADD(lanes)                                                                                 \
  do {                                                                                             \
    const complex8 x = {get(re + bin, lanes), get(im + bin, lanes)}, y = times(x, rotation);       \
    put(to_re + bin, get(to_re + bin, lanes) + y.re, lanes);                                       \
    put(to_im + bin, get(to_im + bin, lanes) + y.im, lanes);                                       \
    bin += lanes;                                                                                  \
  } while (0)
  while (bin + 8 <= count) ADD(8);
  if (bin + 4 <= count) ADD(4);
#undef ADD
  for (; bin < count; ++bin) {
    const float x = re[bin], y = im[bin];
    to_re[bin] += x * real - y * imaginary;
    to_im[bin] += x * imaginary + y * real;
  }
}

FOR_EACH_PROCESSOR(run_fft_pass, (shim_fft_pass pass), (pass))
FOR_EACH_PROCESSOR(add_rotated, (const float *re, const float *im, float real, float imaginary,
                                 float *to_re, float *to_im, size_t count),
                   (re, im, real, imaginary, to_re, to_im, count))
