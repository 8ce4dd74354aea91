/* Prints a hash of the output of each kernel in C for fixed inputs. The output is the same for
 * every processor, because no kernel fuses or reorders operations. */
#include "shims.h"

enum { FRAMES = 4096, TAPS = 48, PLACE_BITS = 6, PLACES = 1 << PLACE_BITS };

static float left[FRAMES + 64], right[FRAMES + 64], to_left[FRAMES + 64], to_right[FRAMES + 64];
static float rows[PLACES * 2 * TAPS];

/* Between -scale and scale. Source: Numerical Recipes, "An even quicker generator". */
static float noise(float scale) {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (float)(int32_t)state * 0x1p-31f * scale;
}

static void fill(float *samples, size_t count, float scale) {
  for (size_t i = 0; i < count; i++) samples[i] = noise(scale);
}

/* 64-bit FNV-1a of the bits. */
static void print_hash(const char *name, int number, const float *samples, size_t count) {
  uint64_t hash = 0xcbf29ce484222325;
  uint32_t bits;
  for (size_t i = 0; i < count; i++) {
    memcpy(&bits, samples + i, sizeof bits);
    for (int byte = 0; byte < 4; byte++) hash = (hash ^ (bits >> 8 * byte & 255)) * 0x100000001b3;
  }
  printf("%s %d: %016llx\n", name, number, (unsigned long long)hash);
}

/* A run of each length from 1 to 70 frames, at a speed that changes. */
static void vary_speed(const char *name, int taps, int stereo) {
  shim_sinc_table table = {rows, taps, PLACE_BITS};
  for (size_t frames = 1; frames <= 70; frames++) {
    shim_varispeed_run run = {.left = left, .right = stereo ? right : left, .to_left = to_left,
                              .to_right = to_right, .frames = frames};
    run.position = (int64_t)frames << 31;
    run.step = INT64_C(0x1234abcd9) + (int64_t)frames * 77777;
    run.slope = (frames % 3 - 1) * 12345678;
    if (taps > 0) shim_read_sinc(table, run);
    else shim_read_cubic(run);
    if (frames % 10 != 0) continue;
    print_hash(name, (int)frames, to_left, frames);
    print_hash(name, (int)frames, to_right, frames);
  }
}

static void convolve(void) {
  for (size_t frames = 8; frames <= 200; frames += 24) {
    shim_convolve(left, rows, 1 + frames * 3, to_left, frames);
    print_hash("convolve", (int)frames, to_left, frames);
  }
  for (size_t stride = 8; stride <= 2048; stride *= 4) {
    fill(to_left, 2 * stride, 1);
    shim_add_product(to_left, left, right, stride);
    print_hash("add_product", (int)stride, to_left, 2 * stride);
    shim_add_products(to_left, left, right, right, rows, stride);
    print_hash("add_products", (int)stride, to_left, 2 * stride);
  }
}

/* Splits a spectrum, and joins it again. */
static void split(void) {
  for (size_t block = 8; block <= 512; block *= 4) {
    shim_separate(left, right, block, to_left, block + 8);
    print_hash("separate", (int)block, to_left, 4 * block + 32);
    shim_combine(to_left, block + 8, block, to_right, to_right + 2 * block);
    print_hash("combine", (int)block, to_right, 4 * block);
  }
}

/* Four curves, then changes between them, with levels far above and below full scale. */
static void saturate(void) {
  static float memory[SHIM_SATURATION_FLOATS], shares[SHIM_SATURATION_CHUNK];
  static const float levels[] = {40, 1e-6f, 1, 1};
  for (size_t i = 0; i < SHIM_SATURATION_CHUNK; i++) shares[i] = (float)i / SHIM_SATURATION_CHUNK;
  for (int curve = 0; curve < 8; curve++) {
    for (int chunk = 0; chunk < 12; chunk++) {
      const size_t frames = chunk % 3 == 0 ? 40 : SHIM_SATURATION_CHUNK;
      fill(memory + SHIM_SATURATION_DRY, frames, 1);
      fill(memory + SHIM_SATURATION_INPUT, frames, levels[chunk % 4]);
      shim_saturation run = {memory, to_left, curve < 4 ? NULL : shares, curve & 3,
                             curve + 1 & 3, frames};
      shim_saturate(run);
      print_hash("saturate", 100 * curve + chunk, to_left, frames);
      shim_saturation_shift(memory, frames);
    }
    print_hash("saturation_shift", curve, memory, SHIM_SATURATION_FLOATS);
  }
}

/* Denormals are 0 while they are flushed, on processors that can, and whole before and after. */
static int flushes_denormals(void) {
  volatile float small = 1e-39f;
  uint64_t before = shim_flush_denormals();
  volatile float flushed = small * 0.5f;
  shim_restore_denormals(before);
  volatile float kept = small * 0.5f;
  if (kept == 0) exit(fprintf(stderr, "denormals stay flushed\n"));
  return flushed == 0;
}

int main(int count, char **arguments) {
  const int flushes = count > 1 && strcmp(arguments[1], "flushes") == 0;
  fill(left, FRAMES + 64, 1);
  fill(right, FRAMES + 64, 0.3f);
  fill(rows, sizeof rows / sizeof *rows, 0.2f);
  vary_speed("sinc", 32, 1);
  vary_speed("sinc mono", 32, 0);
  vary_speed("sinc of 24", 24, 1);
  vary_speed("sinc of 48", TAPS, 1);
  vary_speed("cubic", 0, 1);
  vary_speed("cubic mono", 0, 0);
  convolve();
  split();
  saturate();
  const shim_float4 lanes = {1, 2, 3, 4}, same = shim_keep(lanes);
  print_hash("keep", 0, (const float *)&same, 4);
  shim_relax();
  if (flushes_denormals() != flushes) return fprintf(stderr, "denormals: %d\n", !flushes);
  return 0;
}
