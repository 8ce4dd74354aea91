/* Fuzzing of samples: a random sound passes through one part of libaha, and the output is
 * compared with the headers' promises. */
#ifndef AHA_FUZZ_SAMPLES_H
#define AHA_FUZZ_SAMPLES_H

#include <aha.h>
#include <stddef.h>
#include <stdint.h>

/** Random numbers: first the bytes of an input, then a generator (splitmix64). */
typedef struct source {
  uint64_t state;
  const uint8_t *bytes;
  size_t size;
} source;

uint32_t draw(source *from);
/** 0 to limit - 1. */
uint32_t draw_below(source *from, uint32_t limit);
/** True once in this many calls. */
int draw_one_in(source *from, uint32_t count);
/** In the range, ends included. */
double draw_between(source *from, double low, double high);
/** As draw_between, but one time in eight one of the ends. */
float draw_value(source *from, float low, float high);

/** A sound: frames * channels floats, interleaved. */
typedef struct samples {
  float *frames;
  uint32_t count;
  uint32_t channels;
  uint32_t rate;
  /** Description of the sound, for messages. */
  const char *shape;
  /** Holds values beyond 2^30, which some parts treat as silence. */
  int is_extreme;
} samples;

samples samples_make(source *from);
void samples_free(samples *sound);
/** Writes a WAV file of 32-bit floats with any samples. Returns its bytes, for free(). */
uint8_t *samples_wav(const samples *sound, size_t *size);

enum { MAX_BLOCK = 4096, MAX_PLAYERS = 4 };

/** An engine of any sample rate, channels, ramp and thread count. */
aha_engine *make_engine(source *from, int *is_limited);
/** The master's limiter holds its ceiling even at the highest input. */
void drive_limiter(aha_engine *engine);
/** Frames to render at once, up to MAX_BLOCK. */
uint32_t draw_block(source *from);
/** Rendered samples are finite and below the limiter's ceiling. */
void check_output(const float *block, uint32_t count, int is_limited);

/** The parts; each ends the process if a check fails. */
void try_analysis(source *from, const samples *sound);
void try_playing(source *from, const samples *sound);
void try_live(source *from, const samples *sound);
void try_stretch(source *from, const samples *sound);
void try_saving(source *from, const samples *sound);
void try_picture(source *from, const samples *sound);

/** Removes the files of a process that ended within try_picture. */
void remove_files(int process);

/** Ends the process with a line if the condition is false. */
void require(int holds, const char *what);
/** The same for a call's result. */
void require_ok(aha_result result, const char *what);
/** Description of the input, for the line. */
void describe(const char *part, const samples *sound);

/* Channels of a sound during playback. */
static inline uint32_t channels_of(aha_sound *sound) {
  aha_sound_info info = aha_sound_info_init();
  aha_sound_get_info(sound, &info);
  return info.played_channels;
}

#endif /* AHA_FUZZ_SAMPLES_H */
