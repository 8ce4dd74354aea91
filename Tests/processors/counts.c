/* counts KERNEL RUNS: runs the kernel on FRAMES samples, so many times. */
#include "shims.h"

enum { FRAMES = 4096, TAPS = 32, PLACE_BITS = 6 };

static float a[2 * FRAMES + 256], b[2 * FRAMES + 256], c[2 * FRAMES + 256], d[2 * FRAMES + 256];
static float rows[(2 * TAPS) << PLACE_BITS];

static void mix(void) {
  const float *planes[8] = {a, b, a + 8, b + 8, a + 16, b + 16, a + 24, b + 24};
  static const float gains[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  shim_mix(planes, gains, 8, c, FRAMES);
}

static void scale(void) {
  shim_level level;
  shim_scale(a, 1, FRAMES, &level);
}

static void vary(bool sinc) {
  shim_sinc_table table = {rows, TAPS, PLACE_BITS};
  shim_varispeed_run run = {.left = a, .right = b, .to_left = c, .to_right = d,
                            .step = INT64_C(1) << 31, .frames = FRAMES};
  if (sinc) shim_read_sinc(table, run);
  else shim_read_cubic(run);
}

static void sinc(void) { vary(true); }
static void cubic(void) { vary(false); }

/* A pass of the middle: each reads and writes all samples. */
static void fft(void) {
  shim_run_fft_pass((shim_fft_pass){4, FRAMES / 64, 16, rows, a, b, c, d, 0, FRAMES / 4});
}

static void convolve(void) { shim_convolve(a, b, 64, c, FRAMES); }
static void product(void) { shim_add_product(c, a, b, FRAMES); }

static void saturate(void) {
  static float memory[SHIM_SATURATION_FLOATS];
  for (size_t at = 0; at < FRAMES; at += SHIM_SATURATION_CHUNK) {
    shim_saturate((shim_saturation){memory, c, NULL, 0, 0, SHIM_SATURATION_CHUNK});
    shim_saturation_shift(memory, SHIM_SATURATION_CHUNK);
  }
}

static void filter(void) {
  shim_section_pair pair = {.coefficients = {.direct = {1, 1, 1, 1}}};
  shim_run_sections(&pair, false, 0, a, b, FRAMES);
}

static void ladder(void) {
  shim_ladder_state state = {0};
  shim_ladder_run run = {.from_left = a, .from_right = b, .left = a, .right = b,
                         .frames = FRAMES};
  shim_run_ladder(&run, &state);
}

static void crush(void) {
  shim_crusher crusher = {.before = 8, .after = 8, .mix = 1};
  shim_crush(crusher, a, b, FRAMES);
}

int main(int count, char **arguments) {
  static const struct { const char *name; void (*run)(void); } kernels[] = {
    {"mix", mix}, {"scale", scale}, {"sinc", sinc}, {"cubic", cubic}, {"fft", fft},
    {"convolve", convolve}, {"product", product}, {"saturate", saturate}, {"filter", filter},
    {"ladder", ladder}, {"crush", crush}};
  for (size_t i = 0; count > 2 && i < sizeof kernels / sizeof *kernels; i++) {
    if (strcmp(arguments[1], kernels[i].name) != 0) continue;
    for (int left = atoi(arguments[2]); left > 0; left--) kernels[i].run();
    return 0;
  }
  return fprintf(stderr, "counts: no such kernel\n"), 1;
}
