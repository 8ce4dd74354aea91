/* aha/ramp.h: when a value changes, and how long the change takes. */
#ifndef AHA_RAMP_H
#define AHA_RAMP_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** The curve of a fade. A falling fade is the mirror image of a rising one. */
typedef uint32_t aha_fade_shape;

enum {
  AHA_FADE_LINEAR = 0,
  /** A quarter of a sine: two fades that cross keep their power. */
  AHA_FADE_EQUAL_POWER = 1,
  /** Equal decibels in equal times, over 60 dB at most. */
  AHA_FADE_EXPONENTIAL = 2,
  /** Slow at both ends: along t * t * (3 - 2 * t). */
  AHA_FADE_SMOOTH = 3
};

/**
 * The moment and the length of a change. Every function that changes the sound takes one; NULL
 * is now, over the engine's ramp. A change at a frame is audible exactly there, in any block size
 * and also offline. While a player, bus or effect is silent, its values change without a ramp. Up
 * to 4096 changes of an engine can wait for their frames, besides starts, stops and changes of
 * speed of a player, of which 256 each can wait. They apply in the order of their frames; those at
 * one frame, in the order of the calls. A getter returns the value that was set last, even if its
 * frame has not come.
 */
typedef struct aha_ramp {
  size_t struct_size;
  /** Frame of the engine; see aha_engine_position_frames. 0 or a past frame: the next one. */
  uint64_t at_frame;
  /** Frames of the change. 0: the engine's ramp, the smoothing time of an effect's parameter, or
   *  the release of a player's envelope. Levels take at least the engine's ramp. For a speed or an
   *  effect's parameter, 1 is a jump. */
  uint64_t frames;
  /** AHA_FADE_…. */
  aha_fade_shape curve;
  /** Zero. */
  uint32_t reserved;
} aha_ramp AHA_OPTIONS;

/** A ramp with all defaults: now, over the engine's ramp. */
static inline aha_ramp aha_ramp_init(void) {
  aha_ramp ramp = {sizeof(aha_ramp), 0, 0, 0, 0};
  return ramp;
}

/* Ramps for one call in C; C++ has aha::Ramp. At a frame of the engine: */
#ifndef __cplusplus
#define AHA_AT(frame) AHA_RAMP(frame, 0, AHA_FADE_LINEAR)
/* Now, over a number of frames: */
#define AHA_OVER(frames) AHA_RAMP(0, frames, AHA_FADE_LINEAR)
#define AHA_RAMP(at_frame, frames, curve) \
  (&(const aha_ramp){sizeof(aha_ramp), (at_frame), (frames), (curve), 0})
#endif

AHA_END_DECLARATIONS

#endif /* AHA_RAMP_H */
