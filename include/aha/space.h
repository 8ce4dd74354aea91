/* aha/space.h: players in space around one listener: distance, direction, Doppler effect. */
#ifndef AHA_SPACE_H
#define AHA_SPACE_H

#include "base.h"

AHA_BEGIN_DECLARATIONS

/** Meters, or meters per second: x to the right, y up, z to the back. */
typedef struct aha_vector {
  float x;
  float y;
  float z;
} aha_vector;

/** The listener of an engine. */
typedef struct aha_listener {
  size_t struct_size;
  aha_vector position;
  aha_vector velocity;
  /** The direction of view, of any length; all zero: (0, 0, -1). */
  aha_vector forward;
  /** Not parallel to forward, of any length; all zero: (0, 1, 0). */
  aha_vector up;
} aha_listener AHA_PYTHON(Listener);

/** A listener at the origin. */
static inline aha_listener aha_listener_init(void) {
  aha_listener listener = {sizeof(aha_listener), {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f},
                           {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}};
  return listener;
}

/** How the gain decreases with the distance d, limited to the range from min to max. */
typedef uint32_t aha_distance_curve;

enum {
  /** min / (min + rolloff * (d - min)). */
  AHA_DISTANCE_INVERSE = 0,
  /** 1 - rolloff * (d - min) / (max - min), at least 0. */
  AHA_DISTANCE_LINEAR = 1,
  /** (d / min) to the power of -rolloff. */
  AHA_DISTANCE_EXPONENTIAL = 2,
  /** 1 at any distance. */
  AHA_DISTANCE_NONE = 3
};

/** The place of a player. */
typedef struct aha_space {
  size_t struct_size;
  aha_vector position;
  /** Only for the Doppler effect: it does not move the player. */
  aha_vector velocity;
  /** AHA_DISTANCE_…. */
  aha_distance_curve curve;
  /** Meters; 0: 1. */
  float min_distance_m;
  /** Meters, at least min_distance_m; 0: 1000. */
  float max_distance_m;
  /** Up to 100; 0: 1. */
  float rolloff;
  /** Strength of the Doppler effect, up to 100: 1 is that of air, 0 none. */
  float doppler;
  /** True: the far ear hears the sound up to 0.66 ms later. Needs an effect of max_effects. */
  AHA_FLAG uint32_t delay_ears;
} aha_space AHA_PYTHON(Space);

/** A place at the origin, with all defaults. */
static inline aha_space aha_space_init(void) {
  aha_space space = {
    sizeof(aha_space), {0.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 0.0f}, 0, 0.0f, 0.0f, 0.0f, 0.0f, 0};
  return space;
}

AHA_END_DECLARATIONS

#endif /* AHA_SPACE_H */
