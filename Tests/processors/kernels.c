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

/* Batches of each size, and each length of a rest. */
static void mix(void) {
  const float *planes[20];
  shim_level level;
  for (size_t i = 0; i < 20; i++) planes[i] = i % 2 ? left + 7 * i : right + 3 * i;
  for (size_t count = 1; count <= 20; count++) {
    for (size_t frames = 1; frames <= 70; frames += 23) {
      fill(to_left, frames, 1);
      shim_mix(planes, rows, count, to_left, frames);
      print_hash("mix", (int)(100 * count + frames), to_left, frames);
      shim_scale(to_left, 0.7f, frames, &level);
      print_hash("scale", (int)(100 * count + frames), to_left, frames);
      print_hash("level", (int)(100 * count + frames), &level.peak, 2);
      shim_interleave(to_left, right, to_right, frames);
      print_hash("interleave", (int)(100 * count + frames), to_right, 2 * frames);
    }
  }
}

/* One section and two, steady and with ramps, in runs of 1 to 70 frames. */
static void run_sections(void) {
  shim_section_pair pair = {.coefficients = {0.8f, 0.2f, 0.02f, 0.1f, 0.3f, 0.5f},
                            .step = {1e-4f, -1e-4f, 1e-5f, 1e-3f, -1e-3f, 1e-4f}};
  for (int moves = 0; moves <= 1; moves++) {
    for (size_t frames = 1; frames <= 70; frames += frames < 4 ? 1 : 33) {
      fill(to_left, frames, 1);
      fill(to_right, frames, 1);
      shim_run_section(&pair, moves, 3, to_left, to_right, frames);
      print_hash("section", (int)(100 * moves + frames), to_left, frames);
      shim_run_sections(&pair, moves, 5, to_left, to_right, frames);
      print_hash("sections", (int)(100 * moves + frames), to_right, frames);
      print_hash("pair", (int)(100 * moves + frames), (const float *)&pair.s1, 8);
    }
  }
}

static void run_ladder(void) {
  shim_ladder_state state = {0};
  shim_ladder_run run = {.start = {{0.1f, -0.2f, 4, -8}, {4, 0.2f, 3, 2}},
                         .from_left = to_left, .from_right = to_right, .left = to_left,
                         .right = to_right, .frames = 70};
  for (int moves = 0; moves < 2; moves++) {
    fill(to_left, 70, 2);
    fill(to_right, 70, 2);
    run.moves = moves;
    if (moves) run.step[0] = run.step[1] = (shim_float4){1e-3f, 1e-3f, -1e-3f, 1e-3f};
    shim_run_ladder(&run, &state);
    print_hash("ladder", moves, to_left, 70);
    print_hash("ladder", moves, (const float *)&state, sizeof state / sizeof(float));
  }
}

static void crush(void) {
  shim_holder holder = {.step = 0x43210987, .is_empty = true};
  shim_crusher crusher = {.before = 8, .after = 0x1p23f, .mix = 0.5f, .mix_step = 1e-3f,
                          .share_step = 0.02f, .time = 1};
  for (size_t frames = 1; frames <= 70; frames += 23) {
    shim_hold(&holder, left, right, to_left, to_right, frames);
    print_hash("hold", (int)frames, to_right, frames);
    for (int moves = 0; moves < 2; moves++) {
      crusher.moves = moves;
      shim_crush(crusher, left, to_left, frames);
      print_hash(moves ? "crush moving" : "crush", (int)frames, to_left, frames);
    }
  }
}

/* Each radix and stride, in two parts, and the sum of rotated bins. */
static void transform(void) {
  static const struct { int radix; size_t groups, stride; } passes[] = {
    {4, 36, 1}, {4, 9, 4}, {4, 3, 16}, {2, 4, 4}, {2, 3, 16}, {3, 4, 4}, {3, 2, 16}};
  for (int i = 0; i < (int)(sizeof passes / sizeof *passes); i++) {
    shim_fft_pass pass = {passes[i].radix, passes[i].groups, passes[i].stride, rows, left, right,
                          to_left, to_right, 0, 4};
    const size_t end = pass.groups * pass.stride;
    shim_run_fft_pass(pass);
    pass.first = pass.end;
    pass.end = end;
    shim_run_fft_pass(pass);
    print_hash("pass", i, to_left, end * (size_t)pass.radix);
    print_hash("pass", i, to_right, end * (size_t)pass.radix);
  }
  for (size_t count = 0; count <= 20; count++) {
    shim_add_rotated(left, right, 0.6f, -0.8f, to_left, to_right, count);
    print_hash("rotated", (int)count, to_right, 24);
  }
}

static void rotate_peaks(void) {
  double wanted[8] = {0};
  int32_t shift[8];
  static const int32_t bins[8] = {1, 3, 70, 100, 300, 1000, 1500, 2048};
  static const float shifts[2049] = {[70] = 21, [1000] = 300};
  float rotation[8], cosine[8], sine[8];
  const shim_rotations to = {wanted, shift, rotation, cosine, sine};
  shim_peaks peaks = {.re = left, .im = right, .last_re = rows, .last_im = left + 9, .size = 4096,
                      .rotations = right, .shifts = shifts, .ratio = 1.3, .advance = 882,
                      .gone = 264.6, .middle = 1764, .cycles_per_frame = 0x1p-12,
                      .bins_per_cycle = 4.644};
  for (int is_first = 0; is_first < 2; is_first++) {
    peaks.is_first = is_first;
    shim_rotate_peaks(peaks, bins, to);
    for (int i = 0; i < 8; i++) {
      const float values[] = {(float)wanted[i], (float)shift[i], rotation[i], cosine[i], sine[i]};
      print_hash("rotations", 10 * is_first + i, values, 5);
    }
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
  mix();
  run_sections();
  run_ladder();
  crush();
  transform();
  rotate_peaks();
  shim_relax();
  if (flushes_denormals() != flushes) return fprintf(stderr, "denormals: %d\n", !flushes);
  return 0;
}
