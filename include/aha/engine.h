/* aha/engine.h: the engine: one sample rate, one frame clock, one renderer. */
#ifndef AHA_ENGINE_H
#define AHA_ENGINE_H

#include "event.h"
#include "handle.h"
#include "ramp.h"
#include "space.h"

AHA_BEGIN_DECLARATIONS

/** A mixer with its players and buses. The host or a job pulls its output. */
typedef struct aha_engine aha_engine;

/** A mix bus; see aha/bus.h. */
typedef struct aha_bus aha_bus AHA_BORROWED AHA_CPP(BusRef);

/** One effect. It processes sound while it is in a chain; see aha/chain.h. After the release of
 *  that chain's player or bus, every change of the effect is AHA_ERROR_RELEASED until it is added
 *  to another chain. */
typedef struct aha_effect aha_effect;

/** Factors of left and right for a pan from -1 to 1. A mono sound panned to a side has the factors
 *  1 and 0; at the center it has the law's factor on both sides. A stereo sound, a bus and a place
 *  in space have the same factors divided by that of the center: at the center 1. */
typedef uint32_t aha_pan_law;

enum {
  /** 1 at the center: no pan raises a channel. The closed side is a quarter of a cosine. */
  AHA_PAN_0_DB = 0,
  /** 0.7071 at the center, constant power: cosine and sine. The law of version 0.10. */
  AHA_PAN_3_DB = 1,
  /** 0.5 at the center, constant sum: linear. */
  AHA_PAN_6_DB = 2
};

/** Options of a new engine. */
typedef struct aha_engine_options {
  size_t struct_size;
  /** Hz, 8000 to 192000; 0: 48000. */
  AHA_RANGE(8000, 192000) AHA_DEFAULT(48000) uint32_t sample_rate;
  /** Output channels: 1, or an even number up to 32; 0: 2. One channel is half the sum of left and
   *  right. With more than 2, the master bus is on the first pair, and aha_bus_set_output sends
   *  buses to the others. */
  AHA_RANGE(1, 32) AHA_DEFAULT(2) uint32_t channels;
  /** Max players at once, up to 65536; 0: 1024. */
  AHA_RANGE(1, 65536) AHA_DEFAULT(1024) uint32_t max_players;
  /** Max buses at once, including the master, up to 1024; 0: 64. */
  AHA_RANGE(1, 1024) AHA_DEFAULT(64) uint32_t max_buses;
  /** Capacity of the event queue, up to 65536; 0: 1024. */
  AHA_RANGE(1, 65536) AHA_DEFAULT(1024) uint32_t event_capacity;
  /** Length of the ramps at starts, stops, seeks and changes, 0.1 to 1000 ms; 0: 5. */
  AHA_RANGE(0.1, 1000) AHA_DEFAULT(5.0) float ramp_ms;
  /** True: aha_engine_render waits for streamed sounds instead of counting an underrun. For hosts
   *  that pull faster than real time; do not use such an engine on an audio thread. */
  AHA_ATTRIBUTE(is_offline) AHA_FLAG uint32_t offline;
  /** Max effects at once, including the limiter after the master, up to 65536; 0: 1024. */
  AHA_RANGE(1, 65536) AHA_DEFAULT(1024) uint32_t max_effects;
  /** True: no limiter after the master bus; see aha_engine_get_limiter. */
  AHA_NOT(limiter) AHA_FLAG uint32_t no_limiter;
  /** Render threads, 1 to 64; 0: 1. All but the calling one are helpers, which share the effects of
   *  players and buses. The samples do not depend on this. Before 1.0 only offline. Since: 0.4. */
  AHA_RANGE(1, 64) AHA_DEFAULT(1) uint32_t threads;
  /** Max one-shots at once, heard, virtual or waiting, up to 65536; 0: 1024. See
   *  aha_one_shot_play. Since: 0.10. */
  AHA_RANGE(1, 65536) AHA_DEFAULT(1024) uint32_t max_one_shots;
  /** Max one-shots that are mixed at once; the others are virtual. Up to 65536; 0: 64. Since:
   *  0.10. */
  AHA_RANGE(1, 65536) AHA_DEFAULT(64) uint32_t max_heard;
  /** AHA_PAN_… Since: 1.0. */
  aha_pan_law pan_law;
  /** Zero. */
  uint32_t reserved;
  /** Max bytes of resident samples of a session, up to 2^40; beyond it, its longest files are
   *  streamed: see AHA_EVENT_SOUND_STREAMED. 0: 512 MiB. Since: 1.0. */
  AHA_RANGE(1, 1099511627776) AHA_DEFAULT(536870912) uint64_t max_resident_bytes;
} aha_engine_options;

/** Options with all defaults. */
static inline aha_engine_options aha_engine_options_init(void) {
  aha_engine_options options = {
      sizeof(aha_engine_options), 0, 0, 0, 0, 0, 0.0f, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  return options;
}

/** Counters of an engine since its creation. */
typedef struct aha_engine_stats {
  size_t struct_size;
  /** Frames rendered. */
  uint64_t frames;
  /** Players that are audible now, including those that fade out to pause or stop. */
  uint64_t active_players;
  /** Number of times a streamed sound had no data in time. */
  uint64_t underruns;
  /** NaN or infinite samples that were replaced with silence. */
  uint64_t nonfinite_samples;
  /** Events that were dropped because the queue was full. */
  uint64_t lost_events;
  /** aha_engine_render calls that returned silence because another render was in progress. */
  uint64_t refused_renders;
  /** One-shots that are mixed now. Since: 0.10. */
  uint64_t heard_one_shots;
  /** One-shots that are virtual now, also choked ones that have not ended. Since: 0.10. */
  uint64_t virtual_one_shots;
} aha_engine_stats AHA_RECORD;

/** A statistics structure with struct_size set. */
static inline aha_engine_stats aha_engine_stats_init(void) {
  aha_engine_stats stats = {sizeof(aha_engine_stats), 0, 0, 0, 0, 0, 0, 0, 0};
  return stats;
}

/**
 * Creates an engine. It has a master bus, and no threads yet.
 * @param options    NULL for the defaults.
 * @param out_engine Owned by the caller.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_UNSUPPORTED, AHA_ERROR_OUT_OF_MEMORY. Thread:
 * [any]. Since: 0.1.
 */
AHA_API aha_result aha_engine_create(AHA_NULLABLE const aha_engine_options *options,
                                     AHA_OWNED aha_engine **out_engine) AHA_PYTHON(__init__);

/**
 * Renders the next frames and advances the engine's clock. On any error the frames are silence and
 * the clock does not advance.
 * @param frames       Interleaved, room for frame_count * channels floats; full scale is -1 to 1
 *                     and is not clipped.
 * @param frame_count  Any number; 0 applies pending changes and renders nothing.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_STATE (another render is in progress), handle
 * errors. Thread: [render], one at a time; [blocking] for an offline engine. Since: 0.1.
 */
AHA_API aha_result aha_engine_render(aha_engine *engine, float *frames, uint64_t frame_count);

/** The engine's sample rate in Hz. Errors: 0 for a bad handle. Thread: [any] [render]. Since:
 *  0.1. */
AHA_API uint32_t aha_engine_sample_rate(aha_engine *engine);

/** The engine's output channels. Errors: 0 for a bad handle. Thread: [any] [render]. Since: 0.1. */
AHA_API uint32_t aha_engine_channels(aha_engine *engine);

/** The next frame to be rendered. Errors: 0 for a bad handle. Thread: [any] [render]. Since:
 *  0.1. */
AHA_API uint64_t aha_engine_position_frames(aha_engine *engine) AHA_PYTHON(position);

/**
 * The master bus, the destination of every signal.
 * @return Borrowed: valid as long as the engine, without release; NULL for a bad handle.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_bus *aha_engine_master_bus(aha_engine *engine);

/**
 * The engine's counters.
 * @param stats  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_engine_get_stats(aha_engine *engine, aha_engine_stats *stats);

/**
 * The limiter after the master bus, with its ceiling at -1 dBTP. To switch it off, bypass it.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_STATE (the engine was created without it), handle errors. Thread: [any]. Since:
 * 0.2.
 */
AHA_API aha_result aha_engine_get_limiter(aha_engine *engine,
                                          AHA_PYTHON(Limiter) AHA_OWNED aha_effect **out_effect);

/**
 * Moves the listener. All players with a place follow.
 * @param listener  NULL: at the origin.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (not finite, parallel directions), AHA_ERROR_LIMIT, handle
 * errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_engine_set_listener(aha_engine *engine,
                                           AHA_NULLABLE const aha_listener *listener,
                                           AHA_NULLABLE const aha_ramp *ramp);

/**
 * Sets the tempo of the engine's musical clock, which players can follow: see aha_player_follow.
 * The clock runs as long as the engine: its beat 0 is frame 0, and a change of tempo moves later
 * beats only. A ramp is even in octaves: from 60 to 240 it passes 120 in its middle. Up to 64
 * changes can wait for their frames, which automates the tempo; a change replaces one for the same
 * frame. Without a frame, a change begins after the frames that effects have already read.
 * @param bpm   20 to 999 beats per minute; a new engine has 120.
 * @param ramp  NULL or 0 frames: over 80 ms, the shortest ramp that players follow smoothly; before
 *              the first rendered frame, at once. 1 frame is a jump. Its curve is
 *              AHA_FADE_LINEAR.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (64 changes wait), handle errors. Thread:
 * [any]. Since: 1.0.
 */
AHA_API aha_result aha_engine_set_tempo(aha_engine *engine, AHA_RANGE(20, 999) double bpm,
                                        AHA_NULLABLE const aha_ramp *ramp);

/** The tempo that was set last, in beats per minute. Errors: 0 for a bad handle. Thread: [any].
 *  Since: 1.0. */
AHA_API double aha_engine_tempo(aha_engine *engine);

/** The beat at the next frame to be rendered; a fraction between two beats. Errors: 0 for a bad
 *  handle. Thread: [any] [render]. Since: 1.0. */
AHA_API double aha_engine_position_beats(aha_engine *engine);

/**
 * The frame nearest to a beat, for the at_frame of a ramp. A later change of the tempo can move the
 * beat; changes that wait for their frames, or for the next block, are not known yet. Before the
 * first block, a tempo that begins at frame 0 is known at once.
 * @param beat       0 to 10^9.
 * @param out_frame  A frame of the engine.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_engine_get_beat_frame(aha_engine *engine, double beat, uint64_t *out_frame);

/**
 * Removes and returns the oldest event.
 * @param event  Filled in; struct_size must be set. AHA_EVENT_NONE if the queue is empty.
 * @return AHA_OK, or AHA_END if the queue is empty.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_engine_next_event(aha_engine *engine, aha_event *event) AHA_CODES(AHA_END);

/**
 * A file descriptor that is readable while events are pending; for poll, epoll, GLib, asyncio. An
 * event of the audio thread appears within 20 ms. Read events until AHA_END; do not read or close
 * the descriptor. The first call starts a thread.
 * @return Valid as long as the engine; -1 on failure.
 * Errors: AHA_ERROR_SYSTEM, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API int aha_engine_event_fd(aha_engine *engine);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.1. */
static inline aha_result aha_engine_retain(aha_engine *engine) {
  return aha_retain_as(engine, AHA_KIND_ENGINE);
}

/**
 * Releases one reference. The last release cancels the engine's jobs, waits for its threads and for
 * a render call in progress, and ends every object made from the engine.
 * Errors: handle errors, AHA_ERROR_REENTRANT. Thread: [blocking]. Since: 0.1.
 */
static inline aha_result aha_engine_release(aha_engine *engine) {
  return aha_release_as(engine, AHA_KIND_ENGINE);
}

AHA_END_DECLARATIONS

#endif /* AHA_ENGINE_H */
