// Frequencies and rotations of spectral peaks, for eight peaks at a time.
#include "lanes.h"

typedef double double8 __attribute__((ext_vector_type(8)));
typedef double unaligned_double8 __attribute__((ext_vector_type(8), aligned(8), may_alias));
typedef int32_t unaligned_whole8 __attribute__((ext_vector_type(8), aligned(4), may_alias));

INLINE float8 choose(whole8 is_first, float8 first, float8 second) {
  return is_first ? first : second;
}

INLINE double8 nearest(double8 x) { return (x + 0x1.8p52) - 0x1.8p52; }

INLINE float8 magnitude(float8 x) { return __builtin_elementwise_abs(x); }

/// The angle of (x, y) in cycles, accurate to 1e-7; 0 for (0, 0).
/// Source: M. Abramowitz, I. Stegun, Handbook of mathematical functions, 4.4.49.
INLINE float8 angle_of(float8 y, float8 x) {
  const float8 across = magnitude(y), along = magnitude(x);
  const whole8 is_steep = across > along;
  const float8 large = choose(is_steep, across, along), small = choose(is_steep, along, across);
  const float8 slope = small / choose(large < 1e-37f, 1e-37f, large), s = slope * slope;
  const float8 high = 0.1065626393f +
    s * (-0.0752896400f + s * (0.0429096138f + s * (-0.0161657367f + s * 0.0028662257f)));
  const float8 low = 1 + s * (-0.3333314528f + s * (0.1999355085f + s * (-0.1420889944f +
                                                                         s * high)));
  float8 angle = slope * low * (float)(0.5 / 3.14159265358979323846);
  angle = choose(is_steep, 0.25f - angle, angle);
  angle = choose(x < 0, 0.5f - angle, angle);
  return choose(y < 0, -angle, angle);
}

/// The sine of -0.25...0.25 cycles, by its Taylor series.
INLINE float8 quarter_sine(float8 angle) {
  const float8 x = angle * 6.28318530717958647692f, s = x * x;
  const float8 high = s * (1 / 362880.0f - s * (1 / 39916800.0f));
  return x * (1 - s * (1 / 6.0f - s * (1 / 120.0f - s * (1 / 5040.0f - high))));
}

INLINE double8 wide(float8 x) { return __builtin_convertvector(x, double8); }

INLINE float8 narrow(double8 x) { return __builtin_convertvector(x, float8); }

INLINE void rotate_peaks(shim_peaks peaks, const int32_t *bins, shim_rotations to) {
  float8 re[2], im[2], last_re[2], last_im[2], rotations, shifts;
  double8 bin;
  for (int lane = 0; lane < 8; ++lane) {
    const int32_t at[2] = {bins[lane], peaks.size - bins[lane]};
    bin[lane] = at[0];
    rotations[lane] = peaks.rotations[at[0]];
    shifts[lane] = peaks.shifts[at[0]];
    for (int side = 0; side < 2; ++side) {
      re[side][lane] = peaks.re[at[side]];
      im[side][lane] = peaks.im[at[side]];
      last_re[side][lane] = peaks.last_re[at[side]];
      last_im[side][lane] = peaks.last_im[at[side]];
    }
  }
  // The cross-spectrum of both channels: X(k) Y*(k) + X*(-k) Y(-k).
  const float8 x = re[0] * last_re[0] + im[0] * last_im[0] + re[1] * last_re[1] +
                   im[1] * last_im[1];
  const float8 y = im[0] * last_re[0] - re[0] * last_im[0] - im[1] * last_re[1] +
                   re[1] * last_im[1];
  // The phase advance of the bin's center; that of the peak differs a little.
  const double8 off = wide(angle_of(y, x)) - bin * peaks.advance * peaks.cycles_per_frame;
  const double8 found = bin + (off - nearest(off)) * peaks.bins_per_cycle;
  double8 frequency = __builtin_elementwise_abs(found) < __builtin_inf() ? found : bin;
  if (peaks.is_first) frequency = *(const unaligned_double8 *)to.wanted;
  const double8 moved = frequency * (peaks.ratio - 1);
  const double8 wanted = __builtin_elementwise_abs(moved) < (double)peaks.size ? moved : 0;
  // A shift between two bins would flutter if its rounding followed each small movement.
  const double8 last_shift = wide(shifts);
  const double8 shift = __builtin_elementwise_abs(wanted - last_shift) < (peaks.is_first ? 0 : 0.6)
                          ? last_shift
                          : nearest(wanted);
  const double8 former = wide(peaks.is_first ? 0 : rotations);
  double8 rotation = former + frequency * peaks.gone * peaks.cycles_per_frame;
  rotation -= nearest(rotation);
  rotation = __builtin_elementwise_abs(rotation) <= 0.5 ? rotation : 0;
  // Bins count from the beginning of the grain; the rotation is that at its middle.
  const double8 whole = rotation + shift * peaks.middle * peaks.cycles_per_frame;
  const float8 angle = narrow(whole - nearest(whole)), size = magnitude(angle);
  const float8 sine = quarter_sine(choose(size > 0.25f, 0.5f - size, size));
  STORE(to.cosine, quarter_sine(0.25f - size));
  STORE(to.sine, choose(angle < 0, -sine, sine));
  STORE(to.rotation, narrow(rotation));
  *(unaligned_whole8 *)to.shift = __builtin_convertvector(shift, whole8);
  *(unaligned_double8 *)to.wanted = wanted;
}

FOR_EACH_PROCESSOR(rotate_peaks, (shim_peaks peaks, const int32_t *bins, shim_rotations to),
                   (peaks, bins, to))
