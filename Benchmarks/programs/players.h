/* players.h: interface of a mixer for players_main.c, the same for all of them. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include <math.h>

#include "bench.h"

/** The players: count, all looping, over the eight loops in a folder. */
typedef struct plan {
  const char *folder;
  int count;
  /** Non-zero: the peer's fastest set-up instead of its documentation's first one. */
  int fastest;
  /** The speed of every player; 1: none is set. */
  double speed;
  /** Non-zero: libaha's fast interpolation at that speed. */
  int is_fast;
  /** Non-zero: every player begins at another place of its loop. */
  int staggered;
  /** Non-zero: sounds are read from their files while they play. */
  int is_streamed;
  /** Frames a second of the output; the loops have BENCH_RATE. */
  int rate;
} plan;

/** Creates the mixer with its players started. */
void players_open(const plan *plan);

/** Renders the next frames, interleaved stereo. */
void players_render(float *frames, int frame_count);

/** Work of a host between blocks, not measured. */
void players_between(void);

/** Bytes of one frame of a loop in this mixer's memory. */
double players_bytes_per_frame(void);

/** Gain of a player: between -24 and -21 dB, never 0 dB, which a mixer could skip. */
static inline float plan_gain_db(int player) { return -24.0f + (float)(player % 4); }

static inline float plan_gain(int player) { return powf(10.0f, plan_gain_db(player) / 20.0f); }

/** Pan of a player: -0.9 to 0.9, never the center. */
static inline float plan_pan(int player) { return -0.9f + 0.2f * (float)(player % 10); }

/** Start of a player in a loop of this many frames; spread by the golden ratio. */
static inline uint64_t plan_begin(const plan *plan, int player, uint64_t length) {
  double place = 0.6180339887 * (double)player;
  return plan->staggered ? (uint64_t)((place - floor(place)) * (double)length) : 0;
}

#endif /* PLAYERS_H */
