/*
 * libaha: play sounds through effects, mix them, and take the result to a device, memory or a file.
 *
 * THE IDEA
 *   A host makes an engine, loads sounds, plays them through players and their effects, mixes those
 *   on buses, and pulls frames out of the engine or lets a job write them to an encoded file:
 *
 *       aha_engine *engine; aha_sound *drums; aha_player *player; aha_job *job;
 *       aha_engine_create(NULL, &engine);
 *       aha_sound_load(engine, "drums.ogg", NULL, &drums);
 *       aha_player_create(engine, drums, NULL, NULL, &player);
 *       aha_player_start(player);
 *       aha_render_save(engine, "out.flac", 0, NULL, &job);
 *       aha_job_wait(job, -1);
 *       aha_engine_release(engine);
 *
 * RESULTS
 *   Every function that can fail returns aha_result: AHA_OK is 0, a remark is positive, an error
 *   is negative. aha_last_error() gives one line about the calling thread's last error, and that
 *   line names the offending value. Getters that cannot be told an error by their type return 0
 *   (or NULL) for a bad handle and set that line.
 *
 * OWNERSHIP, in five rules
 *   1. What comes out of an out_… parameter is yours: end it with its release function. On failure
 *      it is set to NULL.
 *   2. Arguments are borrowed for the call; nothing is kept unless the comment says so.
 *   3. A handle that is *returned* (aha_engine_master_bus, aha_player_chain) belongs to its parent.
 *   4. Text is copied into your buffer, or is static. There is no aha_free.
 *   5. fn, user_data and destroy travel together; destroy is called exactly once.
 *   Everything made from an engine ends with the engine: its sounds, players, buses, effects and
 *   jobs answer AHA_ERROR_RELEASED from then on. A project, a piece or an analysis is not made from
 *   an engine.
 *
 * HANDLES
 *   Handles are not addresses. NULL, a foreign pointer, a handle of another kind, and a handle that
 *   was released are each answered with a code; none of them is undefined behavior.
 *
 * THREADS: the tag in brackets after "Thread:" on every function
 *   [any]       any thread, at any time, several at once
 *   [owner]     any thread, but only one at a time for this object
 *   [render]    the audio thread: does not allocate, free, lock, log or block
 *   [blocking]  may take long: not for the audio thread, and refused inside libaha's callbacks
 *
 * OPTIONS
 *   Option structures begin with struct_size and only ever grow at the end. Set them with their
 *   …_init() function; zero means the default for every field, and NULL means all defaults.
 *
 * UNITS
 *   Time in the engine is counted in frames (one sample for every channel) at the engine's rate.
 *   Gains are decibels, pan is -1 (left) to 1 (right). A number that has a unit says it in
 *   its name.
 */
#ifndef AHA_H
#define AHA_H

#include "aha/version.h"
#include "aha/base.h"
#include "aha/component.h"
#include "aha/log.h"
#include "aha/stream.h"
#include "aha/format.h"
#include "aha/job.h"
#include "aha/engine.h"
#include "aha/event.h"
#include "aha/sound.h"
#include "aha/bus.h"
#include "aha/player.h"
#include "aha/effects.h"
#include "aha/effect.h"
#include "aha/chain.h"
#include "aha/render.h"
#include "aha/device.h"
#include "aha/input.h"
#include "aha/recorder.h"
#include "aha/project.h"
#include "aha/track.h"
#include "aha/lane.h"
#include "aha/session.h"
#include "aha/bounce.h"
#include "aha/plot.h"
#include "aha/tonality.h"
#include "aha/piece.h"
#include "aha/analysis.h"
#include "aha/picture.h"
#include "aha/client.h"
#include "aha/account.h"
#include "aha/request.h"
#include "aha/remote.h"
#include "aha/destination.h"
#include "aha/drop.h"
#include "aha/share.h"
#include "aha/opening.h"
#include "aha/items.h"
#include "aha/library.h"
#include "aha/scan.h"
#include "aha/sync.h"
#include "aha/history.h"

#endif /* AHA_H */
