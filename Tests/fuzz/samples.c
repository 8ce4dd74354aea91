/* Fuzzes samples, not bytes: random sounds of random length, rate, channels and shape go through
 * analysis, effects, loops, resampling, stretching, files and pictures.
 *   samples --seed N        the input with that number
 *   samples COUNT [FIRST]   this many inputs from FIRST (1) on, in two processes
 *   samples --seconds S [FIRST]  as many as fit
 * Linked with a fuzzer's main, it uses the fuzzer's bytes instead of random numbers. */
#include "samples/samples.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char subject[160];

void describe(const char *part, const samples *sound) {
  snprintf(subject, sizeof subject, "%s of %u frames at %u Hz, %u channels: %s%s", part,
           sound->count, sound->rate, sound->channels, sound->shape,
           sound->is_extreme ? ", extreme" : "");
}

void require(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "%s: %s\n", subject, what);
  abort();
}

void require_ok(aha_result result, const char *what) {
  if (result == AHA_OK) return;
  fprintf(stderr, "%s: %s: %s: %s\n", subject, what, aha_result_name(result), aha_last_error());
  abort();
}

/* Of 32 inputs, the count that runs a part. */
static const struct part {
  uint32_t share;
  const char *name;
  void (*run)(source *, const samples *);
} parts[] = {{14, "analysis", try_analysis}, {9, "playing", try_playing},
             {2, "live input", try_live},    {2, "stretch", try_stretch},
             {3, "saving", try_saving},      {2, "picture", try_picture}};

void samples_run(source *from) {
  uint32_t place = draw_below(from, 32);
  const struct part *part = parts;
  while (place >= part->share) place -= part++->share;
  snprintf(subject, sizeof subject, "%s", part->name);
  samples sound = samples_make(from);
  describe(part->name, &sound);
  part->run(from, &sound);
  samples_free(&sound);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  source from = {1, bytes, size};
  samples_run(&from);
  return 0;
}
