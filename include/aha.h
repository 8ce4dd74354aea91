/*
 * libaha: plays sounds through effects, mixes them, and renders the mix to a device, memory or a
 * file.
 *
 * TEN FUNCTIONS
 *   play a file through an effect, to a file or to a device. Everything that sounds belongs to an
 *   engine: the host pulls its frames, or a device or a job does.
 *
 *       aha_engine *engine; aha_sound *drums; aha_player *player; aha_effect *echo; aha_job *job;
 *       aha_engine_create(NULL, &engine);
 *       aha_sound_load(engine, "drums.ogg", NULL, &drums);
 *       aha_player_create(engine, drums, NULL, NULL, &player);
 *       aha_effect_create(engine, AHA_EFFECT_DELAY, &echo);
 *       aha_chain_add(aha_player_chain(player), echo);
 *       aha_player_start(player, NULL);
 *       aha_render_save(engine, "out.flac", 0, NULL, &job);
 *       aha_job_wait(job, -1);
 *       aha_release(engine);
 *
 *   0 frames: until nothing sounds any more. -1: without a timeout. To release the engine is
 *   enough: all objects that were made from it end with it. Instead of aha_render_save,
 *   aha_device_open and aha_device_start play it now.
 *
 * SOUND: engine.h, sound.h, player.h, bus.h, effect.h, chain.h, render.h
 *   Players and buses mix to the master bus. A change that is heard has a moment and a ramp; NULL
 *   is now. Here the music fades to -20 dB at second 2, over a second, at the engine's 48000
 *   frames a second, counted from its first one:
 *
 *       aha_engine *engine; aha_sound *drums; aha_player *player; aha_bus *music; aha_job *job;
 *       aha_engine_create(NULL, &engine);
 *       aha_sound_load(engine, "drums.ogg", NULL, &drums);
 *       aha_bus_create(engine, NULL, &music);
 *       aha_player_create(engine, drums, music, NULL, &player);
 *       aha_player_set_loop_frames(player, 0, aha_sound_length_frames(drums), AHA_LOOP_FOREVER);
 *       aha_player_start(player, NULL);
 *       aha_bus_set_gain_db(music, -20, AHA_RAMP(96000, 48000, AHA_FADE_SMOOTH));
 *       aha_render_save(engine, "faded.flac", 240000, NULL, &job);
 *       aha_job_wait(job, -1);
 *       aha_release(engine);
 *
 * LIVE: device.h, input.h, recorder.h, event.h
 *   A device plays the engine, and a recorder writes the mix to a file:
 *
 *       aha_engine *engine; aha_device *device; aha_recorder *recorder;
 *       aha_engine_create(NULL, &engine);
 *       aha_device_open(engine, NULL, &device);
 *       aha_device_start(device);
 *       aha_recorder_create(engine, NULL, "live.wav", NULL, NULL, &recorder);
 *       aha_recorder_start(recorder, NULL);
 *       getchar();
 *       aha_recorder_stop(recorder, NULL);
 *       aha_recorder_wait(recorder, -1);
 *       aha_release(engine);
 *
 * PROJECTS: project.h, track.h, project_bus.h, project_effect.h, lane.h, session.h, bounce.h
 *   A project is a file with tracks; a session plays it, a bounce writes it. Each change is in the
 *   file when its call returns. aha_project_open opens an existing one. Ids are of type uint64_t.
 *
 *       aha_project *project; aha_id track; aha_job *job; char name[256];
 *       aha_project_create("song.aha", NULL, &project);
 *       aha_track_add(project, "drums.ogg", NULL, &track);
 *       for (uint32_t i = 0; i < aha_track_count(project); ++i) {
 *         aha_track_at(project, i, &track);
 *         aha_track_copy_text(project, track, AHA_TRACK_TEXT_NAME, name, sizeof name, NULL);
 *         puts(name);
 *       }
 *       aha_bounce_start(project, "song.flac", NULL, NULL, &job);
 *       aha_job_wait(job, -1);
 *       aha_release(job);
 *       aha_release(project);
 *
 * PIECES: piece.h, analysis.h, picture.h
 *   A piece describes a sound: title, artist, tempo, key, loop, cover.
 *
 *       aha_piece *piece; aha_analysis *analysis;
 *       aha_piece_create(&piece);
 *       aha_piece_set_text(piece, AHA_PIECE_TITLE, "Rain");
 *       aha_analysis_load("drums.ogg", &analysis);
 *       aha_analysis_fill_piece(analysis, piece, NULL);
 *       aha_piece_save(piece, "rain.json");
 *       aha_release(analysis);
 *       aha_release(piece);
 *
 * ONLINE: client.h, account.h, destination.h, drop.h, opening.h, library.h
 *   A drop takes a sound and its piece to where people keep their music:
 *
 *       aha_client *client; aha_destination *folder; aha_drop *drop; aha_job *job;
 *       aha_piece *piece; aha_analysis *analysis;
 *       aha_client_options options = aha_client_options_init();
 *       options.application_id = "example";
 *       aha_client_create(&options, &client);
 *       aha_destination_create_folder(client, "pieces", NULL, &folder);
 *       aha_piece_create(&piece);
 *       aha_piece_set_text(piece, AHA_PIECE_TITLE, "Rain");
 *       aha_analysis_load("drums.ogg", &analysis);
 *       aha_analysis_fill_piece(analysis, piece, NULL);
 *       aha_drop_create(folder, piece, NULL, &drop);
 *       aha_drop_send(drop, "drums.ogg", &job);
 *       aha_job_wait(job, -1);
 *       aha_release(job);
 *       aha_release(drop);
 *       aha_release(folder);
 *       aha_release(analysis);
 *       aha_release(piece);
 *       aha_release(client);
 *
 * RESULTS
 *   Every function that can fail returns aha_result: AHA_OK is 0, a remark is positive, an error
 *   is negative. aha_last_error() returns one line about the calling thread's last error, which
 *   names the offending value. Getters whose type cannot carry an error return 0 (or NULL) for a
 *   bad handle, and set that line. The programs above leave the check out:
 *
 *     if (aha_sound_load(engine, "drums.ogg", NULL, &drums) < 0) puts(aha_last_error());
 *
 * OWNERSHIP, in five rules
 *   1. The caller owns the object set in an out_… parameter, and ends it with aha_release or with
 *      the typed name of its kind, as aha_player_release. On failure the parameter is set to NULL.
 *   2. Arguments are borrowed for the call; libaha retains or copies one only if AHA_COPIED or
 *      the comment says so.
 *   3. A handle that is *returned* (aha_engine_master_bus, aha_player_chain) belongs to its parent.
 *   4. Text is copied into the caller's buffer, or is static. There is no aha_free. A copy_…
 *      function returns AHA_ERROR_BUFFER_TOO_SMALL rather than a part of a text, and with a NULL
 *      buffer only the length.
 *   5. fn, user_data and destroy belong together; destroy is called exactly once.
 *   Every object made from an engine ends with the engine: its sounds, players, buses, effects,
 *   devices, recorders and jobs return AHA_ERROR_RELEASED from then on. A project, a piece or an
 *   analysis is not made from an engine.
 *
 * HANDLES
 *   Handles are not addresses. For NULL, a foreign pointer, a handle of another kind or a released
 *   handle, a function returns an error code; none of them is undefined behavior. aha_retain and
 *   aha_release take a handle of any kind. The typed names, as aha_player_retain, are inline
 *   functions of the headers that refuse other kinds.
 *
 * THREADS: the tag in brackets after "Thread:" on every function
 *   [any]       any thread, at any time, also several threads at once
 *   [owner]     any thread, but only one at a time for this object
 *   [render]    the audio thread: does not allocate, free, lock, log or block
 *   [blocking]  may take long: not on the audio thread, and refused inside libaha's callbacks
 *
 * OPTIONS
 *   Option structures begin with struct_size, and new versions add fields only at the end.
 *   Initialize them with their …_init() function. Zero is the default for every field, and a NULL
 *   structure means all defaults.
 *
 * ANNOTATIONS
 *   Words such as AHA_NULLABLE, AHA_OWNED and AHA_FLAG are nothing for a compiler; aha/base.h
 *   explains each. An argument without AHA_NULLABLE must not be NULL, except user_data.
 *
 * UNITS
 *   Time in the engine is counted in frames (one sample for every channel) at the engine's rate.
 *   Gains are in decibels, pan is -1 (left) to 1 (right). The name of a number with a unit contains
 *   the unit.
 */
#ifndef AHA_H
#define AHA_H

#include "aha/version.h"
#include "aha/base.h"
#include "aha/handle.h"
#include "aha/component.h"
#include "aha/log.h"
#include "aha/ramp.h"
#include "aha/space.h"
#include "aha/stream.h"
#include "aha/format.h"
#include "aha/event.h"
#include "aha/job.h"
#include "aha/engine.h"
#include "aha/sound.h"
#include "aha/bus.h"
#include "aha/player.h"
#include "aha/metronome.h"
#include "aha/one_shot.h"
#include "aha/effects.h"
#include "aha/effect.h"
#include "aha/host_effect.h"
#include "aha/lv2.h"
#include "aha/chain.h"
#include "aha/render.h"
#include "aha/device.h"
#include "aha/input.h"
#include "aha/recorder.h"
#include "aha/recovery.h"
#include "aha/project.h"
#include "aha/track.h"
#include "aha/project_bus.h"
#include "aha/project_effect.h"
#include "aha/lane.h"
#include "aha/marker.h"
#include "aha/session.h"
#include "aha/bounce.h"
#include "aha/convert.h"
#include "aha/plot.h"
#include "aha/tonality.h"
#include "aha/piece.h"
#include "aha/analysis.h"
#include "aha/picture.h"
#include "aha/client.h"
#include "aha/account.h"
#include "aha/request.h"
#include "aha/destination_kinds.h"
#include "aha/destination.h"
#include "aha/drop.h"
#include "aha/share.h"
#include "aha/opening.h"
#include "aha/items.h"
#include "aha/library.h"
#include "aha/report.h"
#include "aha/scan.h"
#include "aha/sync.h"
#include "aha/history.h"

#endif /* AHA_H */
