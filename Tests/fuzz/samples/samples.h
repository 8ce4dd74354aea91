/* Fuzzing of samples: a random sound goes through one part of libaha, and what comes out is held
 * against what the headers promise. */
#ifndef AHA_FUZZ_SAMPLES_H
#define AHA_FUZZ_SAMPLES_H

#include <aha.h>
#include <stddef.h>
#include <stdint.h>

/** Random numbers: the bytes of an input first, then a generator (splitmix64). */
typedef struct source {
  uint64_t state;
  const uint8_t *bytes;
  size_t size;
} source;

uint32_t draw(source *from);
/** 0 to limit - 1. */
uint32_t draw_below(source *from, uint32_t limit);
/** Whether one of so many turns up. */
int draw_one_in(source *from, uint32_t count);
/** In the range, its ends included. */
double draw_between(source *from, double low, double high);
/** As draw_between, and one time in eight one of its ends. */
float draw_value(source *from, float low, float high);

/** A sound: frames * channels floats, interleaved. */
typedef struct samples {
  float *frames;
  uint32_t count;
  uint32_t channels;
  uint32_t rate;
  /** What it is made of, for messages. */
  const char *shape;
  /** Holds values beyond 2^30, which some parts take for silence. */
  int is_extreme;
} samples;

samples samples_make(source *from);
void samples_free(samples *sound);
/** Writes a WAV file of 32-bit floats, whatever the samples are. Returns its bytes, for free(). */
uint8_t *samples_wav(const samples *sound, size_t *size);

enum { MAX_BLOCK = 4096, MAX_PLAYERS = 4 };

/** An engine of any rate, channels, ramp and threads. */
aha_engine *make_engine(source *from, int *is_limited);
/** The master's limiter holds also where it is driven hardest. */
void drive_limiter(aha_engine *engine);
/** Frames to render at once, up to MAX_BLOCK. */
uint32_t draw_block(source *from);
/** Samples that were rendered are finite, and not past the limiter. */
void check_output(const float *block, uint32_t count, int is_limited);

/** The parts; each ends the process when something does not hold. */
void try_analysis(source *from, const samples *sound);
void try_playing(source *from, const samples *sound);
void try_live(source *from, const samples *sound);
void try_stretch(source *from, const samples *sound);
void try_saving(source *from, const samples *sound);
void try_picture(source *from, const samples *sound);

/** Removes the files of a process that ended in the middle of try_picture. */
void remove_files(int process);

/** Ends the process with a line, unless it holds. */
void require(int holds, const char *what);
/** The same for a call's result. */
void require_ok(aha_result result, const char *what);
/** What the input is, for the line. */
void describe(const char *part, const samples *sound);

#endif /* AHA_FUZZ_SAMPLES_H */
