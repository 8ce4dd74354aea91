/* The random sounds of the samples target. */
#include "samples.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHANNELS = 8, MAX_FRAMES = 1 << 18 };

uint32_t draw(source *from) {
  if (from->size >= 4) {
    uint32_t value;
    memcpy(&value, from->bytes, 4);
    from->bytes += 4;
    from->size -= 4;
    return value;
  }
  uint64_t mixed = from->state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((mixed ^ (mixed >> 31)) >> 32);
}

uint32_t draw_below(source *from, uint32_t limit) {
  return (uint32_t)(((uint64_t)draw(from) * limit) >> 32);
}

int draw_one_in(source *from, uint32_t count) { return draw_below(from, count) == 0; }

double draw_between(source *from, double low, double high) {
  return low + (high - low) * (draw(from) / 4294967295.0);
}

float draw_value(source *from, float low, float high) {
  if (draw_one_in(from, 8)) return draw_one_in(from, 2) ? low : high;
  return fminf(fmaxf((float)draw_between(from, low, high), low), high);
}

static uint32_t draw_rate(source *from) {
  static const uint32_t usual[] = {8000,  11025, 16000, 22050, 32000,
                                   44100, 48000, 88200, 96000, 192000};
  static const uint32_t odd[] = {1000,  1001,  7999,   8001,   44099,
                                 47999, 65536, 191999, 384000, 768000};
  if (draw_one_in(from, 12)) return odd[draw_below(from, sizeof odd / sizeof *odd)];
  if (draw_one_in(from, 12)) return 1000 + draw_below(from, 767001);
  return usual[draw_below(from, sizeof usual / sizeof *usual)];
}

/* Short sounds test the ends of windows, lags and blocks. */
static uint32_t draw_count(source *from, uint32_t rate) {
  double seconds;
  uint32_t count;
  switch (draw_below(from, 16)) {
  case 0: return 1 + draw_below(from, 8);
  case 1: return 1 + draw_below(from, 2048);
  case 2: seconds = draw_between(from, 0, 2); break;
  case 3: case 4: case 5: case 6: seconds = draw_between(from, 0.25, 0.5); break;
  default: seconds = draw_between(from, 0.05, 1.5); break;
  }
  count = (uint32_t)(seconds * rate);
  return count < 1 ? 1 : count > MAX_FRAMES ? MAX_FRAMES : count;
}

static float noise(source *from) { return (float)(draw(from) / 2147483648.0 - 1); }

static void set(samples *sound, uint32_t frame, float value) {
  for (uint32_t c = 0; c < sound->channels; c++) sound->frames[frame * sound->channels + c] = value;
}

static void clicks(source *from, samples *sound, float level) {
  uint32_t step = 1 + draw_below(from, 1 + sound->rate / 2);
  int regular = draw_one_in(from, 2);
  sound->shape = "clicks";
  for (uint64_t at = draw_below(from, step); at < sound->count;) {
    set(sound, (uint32_t)at, regular ? level : level * noise(from));
    at += regular ? step : 1 + draw_below(from, step);
  }
}

static void bursts(source *from, samples *sound, float level) {
  uint32_t step = 1 + draw_below(from, 1 + sound->rate / 2);
  uint32_t length = 1 + draw_below(from, step);
  sound->shape = "bursts";
  for (uint32_t i = 0; i < sound->count; i++)
    if (i % step < length)
      for (uint32_t c = 0; c < sound->channels; c++)
        sound->frames[i * sound->channels + c] =
          level * noise(from) * expf(-4.0f * (float)(i % step) / (float)length);
}

static void constant(source *from, samples *sound, float level) {
  sound->shape = "constant";
  if (draw_one_in(from, 2)) level = -level;
  for (uint32_t i = 0; i < sound->count; i++) set(sound, i, level);
}

static void silence(source *from, samples *sound, float level) {
  (void)from, (void)level;
  sound->shape = "silence";
}

static void edges(source *from, samples *sound, float level) {
  static const int32_t places[] = {0, 1, -1, -2};
  sound->shape = "samples at the edges";
  for (uint32_t i = 0, many = 1 + draw_below(from, 3); i < many; i++) {
    int64_t at = places[draw_below(from, 4)];
    if (at < 0) at += sound->count;
    if (at >= 0 && at < sound->count) set(sound, (uint32_t)at, level * noise(from));
  }
}

/* Sines, sweeps and squares: from one pitch to another, up to beyond half the sample rate. */
static void tones(source *from, samples *sound, float level) {
  double from_hz = 20 * pow(2, draw_between(from, 0, 10.5)), to_hz = from_hz, phase = 0;
  int is_square = draw_one_in(from, 3);
  int many = 1 + (int)draw_below(from, 4);
  sound->shape = is_square ? "squares" : "tones";
  for (int tone = 0; tone < many; tone++) {
    if (draw_one_in(from, 3)) to_hz = 20 * pow(2, draw_between(from, 0, 10.5));
    for (uint32_t i = 0; i < sound->count; i++) {
      double hz = from_hz + (to_hz - from_hz) * i / sound->count;
      phase = fmod(phase + hz / sound->rate, 1);
      float value = level * (float)sin(6.2831853 * phase);
      if (is_square) value = phase < 0.5 ? level : -level;
      for (uint32_t c = 0; c < sound->channels; c++)
        sound->frames[i * sound->channels + c] += value / (float)many;
    }
    from_hz *= 1 + draw_between(from, 0, 1);
  }
}

static void noises(source *from, samples *sound, float level) {
  sound->shape = "noise";
  for (uint32_t i = 0; i < sound->count * sound->channels; i++)
    sound->frames[i] = level * noise(from);
}

static void raw_bits(source *from, samples *sound, float level) {
  (void)level;
  sound->shape = "raw bits";
  for (uint32_t i = 0; i < sound->count * sound->channels; i++) {
    uint32_t bits = draw(from);
    memcpy(&sound->frames[i], &bits, 4);
  }
}

/* Values that no converter outputs and every sum must bear. */
static void spots(source *from, samples *sound) {
  static const float values[] = {NAN,      INFINITY, -INFINITY, FLT_MAX,     -FLT_MAX, 1e30f,
                                 -1e30f,   1e10f,    -1e10f,    FLT_MIN / 8, 1e-45f,   -1e-45f,
                                 0x1p+30f, 0x1p+31f, -0x1p+30f, 1e20f,       -1e20f,   -0.0f};
  uint32_t all = sound->count * sound->channels, many = 1 + draw_below(from, 6);
  float value = values[draw_below(from, sizeof values / sizeof *values)];
  for (uint32_t i = 0; i < many; i++) {
    uint32_t at = draw_below(from, all);
    uint32_t length = draw_one_in(from, 3) ? 1 + draw_below(from, all - at) : 1;
    if (draw_one_in(from, 3)) value = values[draw_below(from, sizeof values / sizeof *values)];
    for (uint32_t j = at; j < at + length; j++) sound->frames[j] = value;
  }
}

static float draw_level(source *from) {
  static const float levels[] = {0.999f,   1,         4,       0.25f, 1e-3f,   1e-5f, 1e-7f,
                                 1e-39f,   FLT_MAX,   1e30f,   1e20f, 1e10f,   1e6f,  32768,
                                 0x1p+29f, 0x1p+30f,  1e-20f,  0.5f,  0.7071f, 1.0f / 32768};
  if (draw_one_in(from, 4)) return levels[draw_below(from, sizeof levels / sizeof *levels)];
  return (float)draw_between(from, 0.01, 1);
}

samples samples_make(source *from) {
  static void (*const shapes[])(source *, samples *, float) = {
    clicks, bursts, clicks, bursts, noises, tones, tones, constant, edges, silence, raw_bits};
  samples sound = {0};
  sound.rate = draw_rate(from);
  sound.channels = draw_one_in(from, 8) ? 1 + draw_below(from, MAX_CHANNELS)
                                        : 1 + draw_below(from, 2);
  sound.count = draw_count(from, sound.rate);
  sound.frames = calloc((size_t)sound.count * sound.channels, sizeof(float));
  require(sound.frames != NULL, "no memory");
  shapes[draw_below(from, sizeof shapes / sizeof *shapes)](from, &sound, draw_level(from));
  if (draw_one_in(from, 8)) spots(from, &sound);
  for (uint32_t i = 0; i < sound.count * sound.channels; i++)
    if (!(fabsf(sound.frames[i]) <= 0x1p+30f)) sound.is_extreme = 1;
  return sound;
}

void samples_free(samples *sound) {
  free(sound->frames);
  sound->frames = NULL;
}

static void put(uint8_t *at, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

uint8_t *samples_wav(const samples *sound, size_t *size) {
  uint32_t data = sound->count * sound->channels * 4;
  uint8_t *bytes = malloc(44 + (size_t)data);
  require(bytes != NULL, "no memory");
  memcpy(bytes, "RIFF....WAVEfmt ....................data....", 44);
  put(bytes + 4, 36 + data, 4);
  put(bytes + 16, 16, 4);
  put(bytes + 20, 3, 2);
  put(bytes + 22, sound->channels, 2);
  put(bytes + 24, sound->rate, 4);
  put(bytes + 28, sound->rate * sound->channels * 4, 4);
  put(bytes + 32, sound->channels * 4, 2);
  put(bytes + 34, 32, 2);
  put(bytes + 40, data, 4);
  memcpy(bytes + 44, sound->frames, data);
  *size = 44 + (size_t)data;
  return bytes;
}
