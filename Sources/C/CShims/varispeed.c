// Interpolation at moving positions, in eight lanes.
#include "lanes.h"

INLINE int64_t next_position(shim_varispeed_run *run) {
  const int64_t position = run->position;
  run->step += run->slope;
  run->position += run->step;
  return position;
}

// Lowpass filter, two frames at a time.

/// Weights for one read position: a row, the differences to the next row, and their factor.
typedef struct {
  const float *row, *step;
  float blend;
} weights;

INLINE weights weights_at(const shim_sinc_table *table, int64_t position, int taps) {
  const uint32_t part = (uint32_t)position;
  const float *row = table->rows + (size_t)(part >> (32 - table->position_bits)) * 2 * taps;
  return (weights){row, row + taps, (float)(int32_t)((part << table->position_bits) >> 8)};
}

/// Two frames of the left and of the right channel, at two positions.
INLINE void read_two(const shim_sinc_table *table, const shim_varispeed_run *run, int64_t first,
                     int64_t second, int stereo, int taps, float4 *frames) {
  const weights a = weights_at(table, first, taps), b = weights_at(table, second, taps);
  const int64_t start = first >> 32, other = second >> 32;
  float8 left_a, left_b, right_a, right_b;
  for (int tap = 0; tap < taps; tap += 8) {
    const float8 weight_a = LOAD(a.row + tap) + LOAD(a.step + tap) * a.blend;
    const float8 weight_b = LOAD(b.row + tap) + LOAD(b.step + tap) * b.blend;
    // Sums that began at 0 would cost one addition more.
#define SUM(sum, product) sum = tap == 0 ? (product) : sum + (product)
    SUM(left_a, weight_a * LOAD(run->left + start + tap));
    SUM(left_b, weight_b * LOAD(run->left + other + tap));
    if (!stereo) continue;
    SUM(right_a, weight_a * LOAD(run->right + start + tap));
    SUM(right_b, weight_b * LOAD(run->right + other + tap));
#undef SUM
  }
  const float8 left = LOW(left_a, left_b) + HIGH(left_a, left_b);
  const float8 right = stereo ? LOW(right_a, right_b) + HIGH(right_a, right_b) : left;
  const float8 both = FIRST(left, right) + SECOND(left, right);
  *frames = both.lo + both.hi;
}

INLINE void read_run(shim_sinc_table table, shim_varispeed_run run, int stereo, int taps) {
  size_t frame = 0;
  float4 frames;
  for (; frame + 2 <= run.frames; frame += 2) {
    const int64_t first = next_position(&run), second = next_position(&run);
    read_two(&table, &run, first, second, stereo, taps, &frames);
    memcpy(run.to_left + frame, &frames, sizeof frames / 2);
    memcpy(run.to_right + frame, (float *)&frames + 2, sizeof frames / 2);
  }
  if (frame == run.frames) return;
  read_two(&table, &run, run.position, run.position, stereo, taps, &frames);
  run.to_left[frame] = frames.x;
  run.to_right[frame] = frames.z;
}

/// A fixed count of taps unrolls the loop for speeds up to a semitone.
INLINE void read_sinc(shim_sinc_table table, shim_varispeed_run run) {
  const int stereo = run.left != run.right;
  if (stereo && table.taps == 24) read_run(table, run, 1, 24);
  else if (stereo && table.taps == 32) read_run(table, run, 1, 32);
  else if (stereo) read_run(table, run, 1, table.taps);
  else if (table.taps == 24) read_run(table, run, 0, 24);
  else read_run(table, run, 0, table.taps);
}

// Cubic Hermite, eight frames at a time.

/// Four frames from each of two positions.
#define LOAD_TWO(samples, a, b)                                                                    \
  __builtin_shufflevector((float4)*(const unaligned4 *)((samples) + ((a) >> 32)),                  \
                          (float4)*(const unaligned4 *)((samples) + ((b) >> 32)), 0, 1, 2, 3, 4,   \
                          5, 6, 7)

INLINE void curve(const float *samples, const int64_t *positions, const float8 *part, float *to) {
  const float8 a = LOAD_TWO(samples, positions[0], positions[4]);
  const float8 b = LOAD_TWO(samples, positions[1], positions[5]);
  const float8 c = LOAD_TWO(samples, positions[2], positions[6]);
  const float8 d = LOAD_TWO(samples, positions[3], positions[7]);
  const float8 before = FIRST(LOW(a, b), LOW(c, d)), here = SECOND(LOW(a, b), LOW(c, d));
  const float8 next = FIRST(HIGH(a, b), HIGH(c, d)), after = SECOND(HIGH(a, b), HIGH(c, d));
  const float8 slope = (next - before) * 0.5f;
  const float8 bend = before - here * 2.5f + next * 2 - after * 0.5f;
  const float8 twist = (after - before) * 0.5f + (here - next) * 1.5f;
  *(unaligned8 *)to = ((twist * *part + bend) * *part + slope) * *part + here;
}

INLINE void read_eight(const shim_varispeed_run *run, const int64_t *positions, float *left,
                       float *right) {
  whole8 bits;
  for (int lane = 0; lane < 8; ++lane) bits[lane] = (int32_t)((uint32_t)positions[lane] >> 8);
  const float8 part = __builtin_convertvector(bits, float8) * 0x1p-24f;
  curve(run->left, positions, &part, left);
  if (run->left == run->right) memcpy(right, left, sizeof part);
  else curve(run->right, positions, &part, right);
}

INLINE void read_cubic(shim_varispeed_run run) {
  int64_t positions[8];
  size_t frame = 0;
  for (; frame + 8 <= run.frames; frame += 8) {
    for (int lane = 0; lane < 8; ++lane) positions[lane] = next_position(&run);
    read_eight(&run, positions, run.to_left + frame, run.to_right + frame);
  }
  const size_t rest = run.frames - frame;
  if (rest == 0) return;
  float left[8], right[8];
  for (size_t lane = 0; lane < 8; ++lane) {
    positions[lane] = lane < rest ? next_position(&run) : positions[lane - 1];
  }
  read_eight(&run, positions, left, right);
  memcpy(run.to_left + frame, left, rest * sizeof *left);
  memcpy(run.to_right + frame, right, rest * sizeof *right);
}

FOR_EACH_PROCESSOR(read_sinc, (shim_sinc_table table, shim_varispeed_run run), (table, run))
FOR_EACH_PROCESSOR(read_cubic, (shim_varispeed_run run), (run))
