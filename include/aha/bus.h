/* aha/bus.h: buses: each mixes players and other buses, and sends the mix to its parent. */
#ifndef AHA_BUS_H
#define AHA_BUS_H

#include "engine.h"
#include "ramp.h"

AHA_BEGIN_DECLARATIONS

/**
 * The effects of a player or bus, applied before its gain and pan. A change is crossfaded over the
 * ramp and does not wait for the renderer.
 */
typedef struct aha_chain aha_chain AHA_BORROWED;

/** The level of a bus after its gain, pan and mute. */
typedef struct aha_bus_meter {
  size_t struct_size;
  /** Max absolute sample since the last reading; 1 is full scale. */
  float peak_left;
  float peak_right;
  /** Root mean square over about the last 300 ms. */
  float rms_left;
  float rms_right;
} aha_bus_meter AHA_RECORD AHA_PYTHON(Meter);

/** A meter structure with struct_size set. */
static inline aha_bus_meter aha_bus_meter_init(void) {
  aha_bus_meter meter = {sizeof(aha_bus_meter), 0.0f, 0.0f, 0.0f, 0.0f};
  return meter;
}

/**
 * Creates a bus.
 * @param parent   The destination of the bus; NULL for the master bus.
 * @param out_bus  Owned by the caller.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_INVALID_ARGUMENT (parent of another engine), handle errors.
 * Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_create(aha_engine *engine,
                                  AHA_ATTRIBUTE(parent) AHA_NULLABLE aha_bus *parent,
                                  AHA_OWNED aha_bus **out_bus) AHA_PYTHON(__init__);

/**
 * Routes the bus to another parent, with a fade over the engine's ramp.
 * @param parent  NULL for the master bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (the master, a cycle, another engine), handle errors. Thread:
 * [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_set_parent(aha_bus *bus, AHA_NULLABLE aha_bus *parent);

/**
 * Routes the bus to a pair of output channels instead of a parent, with a fade as
 * aha_bus_set_parent: a cue for headphones, or a stem for an interface. The master bus, its gain,
 * its effects and the limiter act on the first pair only: a pair that needs a limiter gets one in
 * the chains of its buses. All pairs have the same latency, whatever effects the master has. Solo
 * and a pause of the master act on all pairs. Each pair in use, except the first, counts as one of
 * max_buses.
 * @param first_channel  Even, below the engine's channels; 0: the master bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (the master, no such pair), AHA_ERROR_LIMIT (max_buses;
 * effects with a latency of more than 63488 frames), AHA_ERROR_OUT_OF_MEMORY, handle errors.
 * Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_bus_set_output(aha_bus *bus, AHA_RANGE(0, 30) uint32_t first_channel);

/**
 * The first of the two output channels that receive the sound of the bus, directly or through its
 * parents. Errors: 0 for a bad handle. Thread: [any]. Since: 1.0.
 */
AHA_API uint32_t aha_bus_output(aha_bus *bus);

/**
 * Sets the gain. Gain, pan and mute fade independently.
 * @param gain_db  -INFINITY (silence) to 24.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_set_gain_db(aha_bus *bus, AHA_RANGE(-INFINITY, 24) float gain_db,
                                       AHA_NULLABLE const aha_ramp *ramp);

/** The gain as set. Errors: 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_bus_gain_db(aha_bus *bus);

/**
 * Sets the equal-power balance. Both sides are at 0 dB at the center, the open side at 3 dB at an
 * edge.
 * @param pan  -1 (left only) to 1 (right only).
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_set_pan(aha_bus *bus, AHA_RANGE(-1, 1) float pan,
                                   AHA_NULLABLE const aha_ramp *ramp);

/** The balance as set. Errors: 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_bus_pan(aha_bus *bus);

/**
 * Silences the bus or not; its players play on. A paused bus stands still.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_set_muted(aha_bus *bus, AHA_FLAG uint32_t muted,
                                     AHA_NULLABLE const aha_ramp *ramp);

/** True when muted. Errors: false for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API AHA_FLAG uint32_t aha_bus_is_muted(aha_bus *bus);

/**
 * Solos the bus or not. While any bus is soloed, only soloed buses are audible, with their inputs
 * and the buses on their way to the master.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (the master), handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_set_soloed(aha_bus *bus, AHA_FLAG uint32_t soloed);

/** True when soloed. Errors: false for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API AHA_FLAG uint32_t aha_bus_is_soloed(aha_bus *bus);

/**
 * Pauses a bus with everything that sends to it: players, one-shots, buses and their effects, such
 * as the sounds of a game behind its menu. The bus fades out and then stands still: no time passes
 * for it, no position moves, and an echo continues where it was. A start, a stop or a change of
 * speed that waits for a frame waits as much longer as the pause lasts. A change of a player that
 * is made meanwhile is heard after the pause; clips of a session continue at their place of the
 * timeline. A paused player stays paused when its bus resumes.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_bus_pause(aha_bus *bus, AHA_NULLABLE const aha_ramp *ramp);

/**
 * Resumes a paused bus, with a fade. A bus in another paused bus resumes with that one.
 * Errors: as aha_bus_pause. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_bus_resume(aha_bus *bus, AHA_NULLABLE const aha_ramp *ramp);

/** True when paused itself. Errors: false for a bad handle. Thread: [any]. Since: 1.0. */
AHA_API AHA_FLAG uint32_t aha_bus_is_paused(aha_bus *bus);

/**
 * Stops all players and one-shots that send to a bus, directly or through other buses, as
 * aha_player_stop does.
 * @param ramp  NULL or 0 frames: over the release of each.
 * Errors: as aha_player_stop. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_bus_stop_players(aha_bus *bus, AHA_NULLABLE const aha_ramp *ramp);

/**
 * Reads the level and resets the peak.
 * @param meter  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_bus_read_meter(aha_bus *bus, aha_bus_meter *meter) AHA_RESETS;

/** Where a send takes the sound. */
typedef uint32_t aha_send_point;

enum {
  /** After gain, pan and mute of the bus. */
  AHA_SEND_AFTER_FADER = 0,
  /** After the effects of the bus, before gain, pan and mute. */
  AHA_SEND_BEFORE_FADER = 1
};

/** Options of a send. */
typedef struct aha_send_options {
  size_t struct_size;
  aha_send_point point;
  /** -INFINITY (silence) to 24; 0: unchanged. */
  float gain_db;
} aha_send_options;

/** Options with all defaults. */
static inline aha_send_options aha_send_options_init(void) {
  aha_send_options options = {sizeof(aha_send_options), 0, 0.0f};
  return options;
}

/**
 * Sends the sound of a bus to another bus, besides its parent. The send is a bus itself: gain, pan,
 * mute, meter, effects and recorders work as for any bus, and it counts as one of max_buses. All
 * ways to the output are heard at the same time: the shorter one waits. To automate the gain, add
 * an effect of the kind AHA_EFFECT_FADER to the send.
 * @param destination  Not the bus itself, nor a bus that it receives sound from.
 * @param options      NULL for the defaults.
 * @param out_send     Owned by the caller. Its release ends the send, with a fade.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (a loop, another engine), AHA_ERROR_LIMIT (max_buses; effects
 * with a latency of more than 63488 frames), AHA_ERROR_OUT_OF_MEMORY, handle errors. Thread: [any].
 * Since: 0.10.
 */
AHA_API aha_result aha_bus_create_send(aha_bus *bus, aha_bus *destination,
                                       AHA_NULLABLE const aha_send_options *options,
                                       AHA_OWNED aha_bus **out_send);

/**
 * The chain of a bus.
 * @return Borrowed: valid as long as the bus's handle; NULL for a bad handle.
 * Thread: [any]. Since: 0.2.
 */
AHA_API aha_chain *aha_bus_chain(aha_bus *bus);

/** Options of ducking; 0 means the default. */
typedef struct aha_duck_options {
  size_t struct_size;
  /** Greatest reduction in dB, up to 60; 0: 12. */
  AHA_RANGE(0, 60) AHA_DEFAULT(12.0) float depth_db;
  /** Level of the key that reduces the gain, -60 to -1; 0: -40. */
  AHA_RANGE(-60, -1) AHA_DEFAULT(-40.0) float threshold_db;
  /** 0.1 to 200; 0: 20. */
  AHA_RANGE(0.1, 200) AHA_DEFAULT(20.0) float attack_ms;
  /** 5 to 2000; 0: 400. */
  AHA_RANGE(5, 2000) AHA_DEFAULT(400.0) float release_ms;
} aha_duck_options;

/** Options with all defaults. */
static inline aha_duck_options aha_duck_options_init(void) {
  aha_duck_options options = {sizeof(aha_duck_options), 0.0f, 0.0f, 0.0f, 0.0f};
  return options;
}

/**
 * Makes a bus quieter while another one is heard, such as music under a voice: adds a compressor
 * with a side-chain at the end of the bus's chain.
 * @param key         As in aha_effect_set_sidechain.
 * @param options     NULL for the defaults.
 * @param out_effect  The compressor, owned by the caller; NULL: not returned.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT, AHA_ERROR_OUT_OF_MEMORY, handle errors.
 * Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_bus_duck(
    aha_bus *bus, aha_bus *key, AHA_NULLABLE const aha_duck_options *options,
    AHA_PYTHON(Compressor) AHA_NULLABLE AHA_OWNED aha_effect **out_effect);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_bus_retain(aha_bus *bus) {
  return aha_retain_as(bus, AHA_KIND_BUS);
}

/**
 * Releases one reference. The bus continues while a player or another bus sends to it. The master
 * bus belongs to its engine: releasing it is AHA_ERROR_INVALID_ARGUMENT.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
static inline aha_result aha_bus_release(aha_bus *bus) {
  return aha_release_as(bus, AHA_KIND_BUS);
}

AHA_END_DECLARATIONS

#endif /* AHA_BUS_H */
