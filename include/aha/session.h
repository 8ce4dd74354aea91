/* aha/session.h: sessions: a session plays a project on an engine, follows edits, and records
 * automation. */
#ifndef AHA_SESSION_H
#define AHA_SESSION_H

#include "engine.h"
#include "lane.h"
#include "sound.h"

AHA_BEGIN_DECLARATIONS

/**
 * Plays a project on an engine, initially from its beginning. Each engine has one transport, which
 * all its sessions share.
 */
typedef struct aha_session aha_session;

/** The part of a project to play or bounce. */
typedef uint32_t aha_scope;

enum {
  AHA_SCOPE_EVERYTHING = 0,
  /** One track with its effects, without those of buses. */
  AHA_SCOPE_TRACK = 1,
  /** Everything that a bus mixes, with its effects. */
  AHA_SCOPE_BUS = 2
};

/** Options of a session. */
typedef struct aha_session_options {
  size_t struct_size;
  /** The track or bus of the scope. */
  aha_id scope_id;
  /** AHA_SCOPE_… */
  aha_scope scope;
  /** AHA_SOUND_…: where the samples are kept during playback. */
  aha_sound_mode mode;
} aha_session_options;

/** Options with all defaults. */
static inline aha_session_options aha_session_options_init(void) {
  aha_session_options options = {sizeof(aha_session_options), 0, 0, 0};
  return options;
}

/**
 * Creates a session: creates the project's buses on the engine and loads its sounds. A track whose
 * file is missing is silent, and AHA_EVENT_SOUND_MISSING reports it; a convolution without its file
 * does not change the sound, and AHA_EVENT_IMPULSE_MISSING reports it.
 * @param project      Retained: the host may release it.
 * @param engine       The session ends with it.
 * @param options      NULL for the defaults.
 * @param out_session  Owned by the caller.
 * Errors: AHA_ERROR_LIMIT (the engine's players, buses or effects), AHA_ERROR_NOT_FOUND (the
 * scope's track or bus), AHA_ERROR_DAMAGED. Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_session_create(aha_project *project, aha_engine *engine,
                                      AHA_NULLABLE const aha_session_options *options,
                                      AHA_OWNED aha_session **out_session);

/**
 * Applies the edits since the last update, without a click; unchanged parts continue to play.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_DAMAGED, handle errors. Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_session_update(aha_session *session);

/**
 * Starts playing.
 * @param position_us  Start position; -1: the current position.
 * @param frame        The engine frame at which the change takes effect; -1: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (pending transport changes), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_start(aha_session *session, AHA_NONE(-1) int64_t position_us,
                                     AHA_PYTHON(at) AHA_NONE(-1) int64_t frame) AHA_STARTS;

/**
 * Stops. Effects ring out, and the next start resumes from there.
 * @param frame  The engine frame at which the change takes effect; none: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (pending transport changes), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_stop(aha_session *session,
                                    AHA_PYTHON(at) AHA_NONE(-1) int64_t frame);

/**
 * Seeks to a position. A running session continues to play there; a stopped one stays stopped.
 * @param frame  The engine frame at which the change takes effect; none: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (pending transport changes), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_seek(aha_session *session, int64_t position_us,
                                    AHA_PYTHON(at) AHA_NONE(-1) int64_t frame);

/**
 * Sets a loop: playback jumps from end_us back to begin_us.
 * @param end_us  At least 100 ms after begin_us.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_set_loop(aha_session *session, int64_t begin_us, int64_t end_us)
                                        AHA_PYTHON(loop);

/**
 * Clears the loop: playback continues past its end.
 * Errors: handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_clear_loop(aha_session *session);

/**
 * The playback position in microseconds of the project.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API int64_t aha_session_position_us(aha_session *session);

/** The status of a session. Since: 1.0. */
typedef struct aha_session_status {
  size_t struct_size;
  /** The end of the last sound, at most one year; effects may ring out later. None: a track loops
   *  forever. */
  AHA_ATTRIBUTE(end_us) AHA_NONE(-1) int64_t end_us;
  /** Parameter moves lost because they were not saved in time. */
  AHA_ATTRIBUTE(lost_moves) uint64_t lost_moves;
  /** True while the session plays. */
  AHA_ATTRIBUTE(running) AHA_FLAG uint32_t is_running;
  uint32_t reserved;
} aha_session_status AHA_RECORD;

/** A status structure with struct_size set. */
static inline aha_session_status aha_session_status_init(void) {
  aha_session_status status = {sizeof(aha_session_status), 0, 0, 0, 0};
  return status;
}

/**
 * The status of the session.
 * @param status  Filled in; struct_size must be set.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 1.0.
 */
AHA_API aha_result aha_session_get_status(aha_session *session, aha_session_status *status);

/**
 * Returns the engine's effect that plays an effect of the project, for live parameter changes. A
 * change is audible, but enters the project only if a lane records it.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_session_get_effect(aha_session *session, AHA_ID(ProjectEffect) aha_id effect,
                                          AHA_OWNED aha_effect **out_effect);

/**
 * Returns the fader of a track or bus: an effect with the parameters AHA_FADER_GAIN_DB and
 * AHA_FADER_PAN.
 * @param owner_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_get_fader(aha_session *session, aha_owner_kind owner_kind,
                                         aha_id owner, AHA_OWNED aha_effect **out_effect);

/**
 * Ends the host's control of a parameter: a lane in touch mode plays again.
 * @param effect  From aha_session_get_effect or aha_session_get_fader.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_release_parameter(aha_session *session, aha_effect *effect,
                                                 uint32_t parameter);

/**
 * Moves the speed of a track, over the engine's ramp. The change is audible while no lane plays the
 * speed, but enters the project only if a lane records it. Playback continues from its position in
 * the sound.
 * @param speed  0.05 to 16.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.10.
 */
AHA_API aha_result aha_session_set_track_speed(aha_session *session, AHA_ID(Track) aha_id track,
                                               AHA_RANGE(0.05, 16) double speed)
                                               AHA_PYTHON(set_speed);

/**
 * Ends the host's control of a track's speed: a lane in touch mode plays again.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), handle errors. Thread: [any].
 * Since: 0.10.
 */
AHA_API aha_result aha_session_release_track_speed(aha_session *session, AHA_ID(Track) aha_id track)
                                                   AHA_PYTHON(release_speed);

/**
 * Saves recorded parameter moves of lanes in touch, latch and write mode to the project, as one
 * edit. Moves are saved after aha_session_release_parameter or after playback stops. Call it
 * regularly: the engine buffers a few thousand moves. Moves that could not be saved are kept for
 * the next call. A smooth segment that is cut becomes linear segments with an inaudible difference.
 * @param exact      Zero omits points without an audible effect; else playback reproduces the same
 *                   samples; after moves of a speed, the same positions within a frame.
 * @param out_count  Set to the number of changed lanes; may be NULL.
 * Errors: those of every edit of the project, AHA_ERROR_LIMIT, handle errors. Thread: [blocking].
 * Since: 0.4.
 */
AHA_API aha_result aha_session_save_moves(aha_session *session,
                                          AHA_FLAG AHA_DEFAULT(0) uint32_t exact,
                                          AHA_NULLABLE uint32_t *out_count);

/**
 * The number of tracks that are silent because their file is missing or unreadable, as of the last
 * update.
 * Errors: 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint32_t aha_session_silent_count(aha_session *session) AHA_C_ONLY;

/**
 * The tracks that are silent because their file is missing or unreadable, by index.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_silent_at(aha_session *session, uint32_t index,
                                         AHA_ID(Track) aha_id *out_track)
                                         AHA_PYTHON(silent_tracks);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.4. */
static inline aha_result aha_session_retain(aha_session *session) {
  return aha_retain_as(session, AHA_KIND_SESSION);
}

/**
 * Releases one reference. The last release stops everything that the session plays; unsaved moves
 * are lost. The engine continues.
 * Errors: handle errors. Thread: [any]. Since: 0.4.
 */
static inline aha_result aha_session_release(aha_session *session) {
  return aha_release_as(session, AHA_KIND_SESSION);
}

AHA_END_DECLARATIONS

#endif /* AHA_SESSION_H */
