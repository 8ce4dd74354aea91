/* aha/session.h: a project on an engine: it plays, follows edits, and records automation. */
#ifndef AHA_SESSION_H
#define AHA_SESSION_H

#include "engine.h"
#include "lane.h"
#include "sound.h"

AHA_BEGIN_DECLARATIONS

/**
 * A project on an engine, from its beginning at first. Each engine has one transport: with several
 * sessions, it is that of all.
 */
typedef struct aha_session aha_session;

/** What of a project is played or bounced. */
typedef uint32_t aha_scope;

enum {
  AHA_SCOPE_EVERYTHING = 0,
  /** One track with its effects, without those of buses. */
  AHA_SCOPE_TRACK = 1,
  /** All that goes through a bus, with its effects. */
  AHA_SCOPE_BUS = 2
};

/** How a session is made. */
typedef struct aha_session_options {
  size_t struct_size;
  /** The track or bus of the scope. */
  aha_id scope_id;
  /** AHA_SCOPE_… */
  aha_scope scope;
  /** AHA_SOUND_…: where samples are while they play. */
  aha_sound_mode mode;
} aha_session_options;

/** Options with all defaults. */
static inline aha_session_options aha_session_options_init(void) {
  aha_session_options options = {sizeof(aha_session_options), 0, 0, 0};
  return options;
}

/**
 * Puts a project on an engine: makes its buses, loads its sounds. A track whose file is not there
 * is silent, and AHA_EVENT_SOUND_MISSING says so.
 * @param project      Kept: it may be released meanwhile.
 * @param engine       The session ends with it.
 * @param options      NULL: all default.
 * @param out_session  Owned by the caller.
 * Errors: AHA_ERROR_LIMIT (the engine's players, buses or effects), AHA_ERROR_NOT_FOUND (the
 * scope's track or bus), AHA_ERROR_DAMAGED. Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_session_create(aha_project *project, aha_engine *engine,
                                      const aha_session_options *options,
                                      aha_session **out_session);

/**
 * Takes over what was edited since the last time, without a click; the rest plays on.
 * Errors: AHA_ERROR_LIMIT, AHA_ERROR_DAMAGED, handle errors. Thread: [blocking]. Since: 0.4.
 */
AHA_API aha_result aha_session_update(aha_session *session);

/**
 * Starts playing.
 * @param position_us  From where; -1: from where it stands.
 * @param frame        The engine's frame at which; -1: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (orders that wait), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_start(aha_session *session, int64_t position_us, int64_t frame);

/**
 * Stops; effects ring on, and starting goes on from there.
 * @param frame  The engine's frame at which; -1: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (orders that wait), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_stop(aha_session *session, int64_t frame);

/**
 * Goes to a position; it plays on there, or stands there.
 * @param frame  The engine's frame at which; -1: now.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, AHA_ERROR_LIMIT (orders that wait), handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_seek(aha_session *session, int64_t position_us, int64_t frame);

/**
 * Sets a part that is played over and over: it jumps from end_us back to begin_us.
 * @param end_us  At least 100 ms behind begin_us.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_set_loop(aha_session *session, int64_t begin_us, int64_t end_us);

/** Plays on from the end of the loop. Errors: handle errors. Thread: [any]. Since: 0.4. */
AHA_API aha_result aha_session_clear_loop(aha_session *session);

/** What is heard now, in microseconds of the project; 0 for a bad handle. Thread: [any].
 * Since: 0.4. */
AHA_API int64_t aha_session_position_us(aha_session *session);

/** Non-zero while it plays; 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint32_t aha_session_running(aha_session *session);

/**
 * Tells when the last sound is over, after a year at most; effects may ring on.
 * Errors: AHA_ERROR_STATE (a track loops forever), AHA_ERROR_INVALID_ARGUMENT, handle errors.
 * Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_get_end_us(aha_session *session, int64_t *out_end_us);

/**
 * Gives what plays an effect of the project, whose parameters may be moved while it plays. What is
 * changed there is heard, and not in the project, unless a lane records it.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), handle errors. Thread: [any].
 * Since: 0.4.
 */
AHA_API aha_result aha_session_get_effect(aha_session *session, aha_id effect,
                                          aha_effect **out_effect);

/**
 * Gives the fader of a track or bus: an effect with the parameters AHA_FADER_GAIN_DB and
 * AHA_FADER_PAN.
 * @param owner_kind  AHA_OWNER_TRACK or AHA_OWNER_BUS.
 * @param out_effect  Owned by the caller.
 * Errors: AHA_ERROR_NOT_FOUND (not in the project, or not played), AHA_ERROR_INVALID_ARGUMENT,
 * handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_get_fader(aha_session *session, aha_owner_kind owner_kind,
                                         aha_id owner, aha_effect **out_effect);

/**
 * Lets go of a parameter that was moved: its lane in touch mode plays again.
 * @param effect  As aha_session_get_effect or aha_session_get_fader gave it.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_release_parameter(aha_session *session, aha_effect *effect,
                                                 uint32_t parameter);

/**
 * Writes what was done to parameters of lanes in touch, latch and write mode into the project, as
 * far as the host has let go of them or playing has stopped. All of it is one edit. Call it now and
 * then: the engine keeps some thousand moves. What could not be saved is kept for the next call. A
 * smooth segment that is cut goes on as linear ones, which are within what is to be heard.
 * @param exact      Zero leaves out points that make no difference to be heard; else it plays to
 *                   the same samples again.
 * @param out_count  How many lanes changed; may be NULL.
 * Errors: those of every edit of the project, AHA_ERROR_LIMIT, handle errors. Thread: [blocking].
 * Since: 0.4.
 */
AHA_API aha_result aha_session_save_moves(aha_session *session, uint32_t exact,
                                          uint32_t *out_count);

/**
 * How many tracks are silent because their file is not there or cannot be read, as of the last
 * update; 0 for a bad handle. Thread: [any]. Since: 0.4.
 */
AHA_API uint32_t aha_session_silent_count(aha_session *session);

/**
 * Gives a silent track by its place among them.
 * @param index  Below the count.
 * Errors: AHA_ERROR_INVALID_ARGUMENT, handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_silent_at(aha_session *session, uint32_t index, aha_id *out_track);

/** Moves that nobody saved in time; 0 for a bad handle. Thread: [any]. Since: 0.4. */
AHA_API uint64_t aha_session_lost_moves(aha_session *session);

/** Adds a reference. Errors: handle errors. Thread: [any]. Since: 0.4. */
AHA_API aha_result aha_session_retain(aha_session *session);

/**
 * Takes an owner away. The last one ends all that the session plays; moves that were not saved are
 * lost. The engine goes on.
 * Errors: handle errors. Thread: [any]. Since: 0.4.
 */
AHA_API aha_result aha_session_release(aha_session *session);

AHA_END_DECLARATIONS

#endif /* AHA_SESSION_H */
