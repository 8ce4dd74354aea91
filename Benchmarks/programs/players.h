/* players.h: what a mixer must do to be measured by players_main.c, the same for each of them. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include <math.h>

#include "bench.h"

/** What is to be played: count players, all looping, over the eight loops in a folder. */
typedef struct plan {
  const char *folder;
  int count;
  /** Non-zero: the peer's fastest set-up instead of the one its documentation starts with. */
  int fastest;
  /** Non-zero: every player begins elsewhere in its loop. */
  int staggered;
} plan;

/** Makes the mixer with its players started. */
void players_open(const plan *plan);

/** Renders the next frames, interleaved stereo. */
void players_render(float *frames, int frame_count);

/** What a host does between blocks and is not measured. */
void players_between(void);

/** Bytes that one frame of a loop takes in this mixer's memory. */
double players_bytes_per_frame(void);

/** Gain of a player: between -24 and -21 dB, never the 0 dB that could be left out. */
static inline float plan_gain_db(int player) { return -24.0f + (float)(player % 4); }

static inline float plan_gain(int player) { return powf(10.0f, plan_gain_db(player) / 20.0f); }

/** Pan of a player: -0.9 to 0.9, never the middle. */
static inline float plan_pan(int player) { return -0.9f + 0.2f * (float)(player % 10); }

/** Where a player begins in a loop of so many frames; spread by the golden ratio. */
static inline uint64_t plan_begin(const plan *plan, int player, uint64_t length) {
  double place = 0.6180339887 * (double)player;
  return plan->staggered ? (uint64_t)((place - floor(place)) * (double)length) : 0;
}

#endif /* PLAYERS_H */
