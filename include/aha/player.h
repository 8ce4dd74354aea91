/* aha/player.h: players: one sound at one position, with gain, pan and a loop, into one bus. */
#ifndef AHA_PLAYER_H
#define AHA_PLAYER_H

#include "bus.h"
#include "sound.h"

AHA_BEGIN_DECLARATIONS

/** Plays one sound. */
typedef struct aha_player aha_player;

/** What a player does. */
typedef uint32_t aha_player_state;

enum {
  /** Not playing; also for a bad handle. The next start begins at the position. */
  AHA_PLAYER_STOPPED = 0,
  /** Started for a frame that is still to come, or waiting for its first data. */
  AHA_PLAYER_WAITING = 1,
  AHA_PLAYER_PLAYING = 2,
  AHA_PLAYER_PAUSED = 3,
  /** The sound's end was reached; a start begins anew. */
  AHA_PLAYER_ENDED = 4
};

/** Loops without end: for aha_player_set_loop_frames. */
#define AHA_LOOP_FOREVER UINT32_MAX

/** How a player is made. */
typedef struct aha_player_options {
  size_t struct_size;
  /** As in aha_player_set_gain_db; 0: 0 dB. */
  float gain_db;
  /** As in aha_player_set_pan; 0: the middle. */
  float pan;
  /** Jumps back from the end to the start: AHA_LOOP_FOREVER or a number; 0: none. */
  uint32_t loop_count;
  /** Zero. */
  uint32_t reserved;
} aha_player_options;

/** Options that are all default. */
static inline aha_player_options aha_player_options_init(void) {
  aha_player_options options = {sizeof(aha_player_options), 0.0f, 0.0f, 0, 0};
  return options;
}

/**
 * Makes a player, stopped at frame 0.
 * @param sound      Kept while the player needs it.
 * @param bus        NULL for the master bus.
 * @param options    NULL for the defaults.
 * @param out_player Owned by the caller.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_STATE (sound still loading, or its load failed),
 * AHA_ERROR_INVALID_ARGUMENT (another engine's). Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_create(aha_engine *engine, aha_sound *sound, aha_bus *bus,
                                     const aha_player_options *options, aha_player **out_player);

/**
 * Starts from the position (frame 0 after the end) with the next frames rendered; a player that
 * already plays starts over from frame 0. Goes on where it was after a pause. Starts and stops
 * that wait for a frame keep waiting.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_start(aha_player *player);

/**
 * Starts when the engine comes to a frame, exactly there; a player that plays then starts over from
 * frame 0. Up to 256 starts of a player wait, in any order of calls. Of starts and stops at one
 * frame, or that have passed, the one with the latest frame counts; at equal frames a start counts.
 * aha_player_stop and aha_player_pause remove all starts that wait; aha_player_start,
 * aha_player_resume and aha_player_seek_frames leave them. Before 0.9 one start waited, and another
 * replaced it.
 * @param engine_frame  See aha_engine_position_frames; one that has passed starts at once.
 * Errors: AHA_ERROR_LIMIT (256 starts of the player wait already), handle errors. Thread: [any].
 * Since: 0.1.
 */
AHA_API aha_result aha_player_start_at_frame(aha_player *player, uint64_t engine_frame);

/**
 * Stops, faded over the ramp, and goes to frame 0; removes all starts and stops that wait.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_stop(aha_player *player);

/**
 * Stops when the engine comes to a frame; the fade begins there. Starts that wait for a later frame
 * stay. Up to 256 stops of a player wait, beside its starts. aha_player_stop removes them. A stop
 * whose frame passes while the player does not play does nothing. It counts toward the 256 until
 * the renderer processes another start or stop of the player.
 * Errors: AHA_ERROR_LIMIT (256 stops of the player wait already), handle errors. Thread: [any].
 * Since: 0.1.
 */
AHA_API aha_result aha_player_stop_at_frame(aha_player *player, uint64_t engine_frame);

/**
 * Pauses, faded over the ramp; the position stays. Removes the starts that wait for a frame; stops
 * stay.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_pause(aha_player *player);

/**
 * Goes on after a pause; does nothing to a player that plays.
 * Errors: AHA_ERROR_STATE (stopped or ended), handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_resume(aha_player *player);

/**
 * Goes to a frame of the sound; while playing, crossfaded over the ramp (a streamed sound fades
 * out, and in again when its data is there).
 * @param frame  0 to the sound's length; the length itself is the end.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (past the end), handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_seek_frames(aha_player *player, uint64_t frame);

/**
 * Loops between two frames of the sound, sample-exact: end's frame is not played, begin's follows.
 * Where the jump would step, the step itself is smoothed over the ramp; a seamless loop is
 * untouched, and so is one that is shorter than the ramp. A position past end plays on to the
 * sound's end.
 * @param begin  Below end.
 * @param end    Up to the sound's length.
 * @param count  Jumps back: AHA_LOOP_FOREVER or a number; 0 ends looping. Counted anew by this call
 *               and by every start.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_loop_frames(aha_player *player, uint64_t begin, uint64_t end,
                                              uint32_t count);

/**
 * Sets the gain; ramped.
 * @param gain_db  -INFINITY (silence) to 24.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_gain_db(aha_player *player, float gain_db);

/** The gain as set; 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_player_gain_db(aha_player *player);

/**
 * Sets the pan, at equal power; ramped. A mono sound is 3 dB down on both sides in the middle; a
 * stereo sound is untouched there, and its open side rises 3 dB toward the edge.
 * @param pan  -1 (left) to 1 (right).
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_pan(aha_player *player, float pan);

/** The pan as set; 0 for a bad handle. Thread: [any]. Since: 0.1. */
AHA_API float aha_player_pan(aha_player *player);

/**
 * Sends the player to another bus, crossfaded over the ramp (a streamed sound fades out and in).
 * @param bus  NULL for the master bus.
 * Errors: AHA_ERROR_INVALID_ARGUMENT (another engine's), handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_set_bus(aha_player *player, aha_bus *bus);

/** AHA_PLAYER_… as of the last frames rendered. Thread: [any] [render]. Since: 0.1. */
AHA_API aha_player_state aha_player_get_state(aha_player *player);

/** The next frame of the sound to be played; 0 for a bad handle. Thread: [any] [render].
 * Since: 0.1. */
AHA_API uint64_t aha_player_position_frames(aha_player *player);

/** Adds an owner. Errors: handle errors. Thread: [any]. Since: 0.1. */
AHA_API aha_result aha_player_retain(aha_player *player);

/**
 * Takes an owner away; the last one ends the handle, and a player that is heard fades out first.
 * Errors: handle errors. Thread: [any]. Since: 0.1.
 */
AHA_API aha_result aha_player_release(aha_player *player);

AHA_END_DECLARATIONS

#endif /* AHA_PLAYER_H */
