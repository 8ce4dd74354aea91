/* Every public function that takes a handle, with every kind of handle that is not one. */
#include "check.h"

#include <unistd.h>

typedef enum { ENGINE, SOUND, BUS, PLAYER, EFFECT, CHAIN, JOB, DEVICE, RECORDER, STREAM, RECOVERY,
               INPUT, PROJECT, SESSION, PIECE, ANALYSIS, EXPORT, CLIENT, ACCOUNT, REQUEST,
               DESTINATION, DROP, OPENING, LIBRARY, ITEMS, REPORT, KINDS } kind;

static const char *const kind_names[KINDS] = {"engine", "sound", "bus", "player",
                                              "effect", "chain", "job", "device", "recorder",
                                              "stream", "recovery", "input", "project",
                                              "session", "piece", "analysis", "export",
                                              "client", "account", "request", "destination",
                                              "drop", "opening", "library", "items", "report"};

/* What a getter's call comes to here: it gave the value that its comment promises, or not. */
enum { PROMISED = 1000, OTHER = 1001 };

/* The good arguments beside the bad one. */
static aha_engine *engine;
static aha_sound *sound;
static aha_player *player;
static aha_effect *effect;
static aha_chain *chain;
static aha_stream *stream;
static aha_project *project;
static aha_session *session;
static aha_piece *piece;
static aha_analysis *analysis;
static aha_client *client;
static aha_request *request;
static aha_destination *destination;
static aha_drop *drop;
static aha_job *job;
static aha_library *library;
static const char *folder; /* for what clients keep */
static float frames[64];
enum { CUTOFF = AHA_FILTER_CUTOFF_HZ };
#define URL "http://127.0.0.1:1/" /* nobody listens there */
static void *const untouched = frames; /* an out parameter must not keep this */

static aha_result check_out(aha_result result, const void *made) {
  CHECK(result >= 0 || made == NULL, "out parameter not NULL after %s", aha_result_name(result));
  return result;
}

#define GET(name, fallback) (name(h) == (fallback) ? PROMISED : OTHER)
#define FILL(name, type) name(h, &(type){.struct_size = sizeof(type)})
#define MAKE(type, ...) do { \
    type *made = untouched; \
    aha_result result = __VA_ARGS__; \
    return check_out(result, made); \
  } while (0)

/* FUNCTION(kind of the bad handle, may it be NULL, its label, the call's body) */
#define FUNCTIONS \
  FUNCTION(ENGINE, 0, aha_engine_retain, return aha_engine_retain(h)) \
  FUNCTION(ENGINE, 0, aha_engine_release, return aha_engine_release(h)) \
  FUNCTION(ENGINE, 0, aha_engine_render, return aha_engine_render(h, frames, 16)) \
  FUNCTION(ENGINE, 0, aha_engine_sample_rate, return GET(aha_engine_sample_rate, 0)) \
  FUNCTION(ENGINE, 0, aha_engine_channels, return GET(aha_engine_channels, 0)) \
  FUNCTION(ENGINE, 0, aha_engine_position_frames, return GET(aha_engine_position_frames, 0)) \
  FUNCTION(ENGINE, 0, aha_engine_master_bus, return GET(aha_engine_master_bus, NULL)) \
  FUNCTION(ENGINE, 0, aha_engine_get_stats, return FILL(aha_engine_get_stats, aha_engine_stats)) \
  FUNCTION(ENGINE, 0, aha_engine_next_event, return FILL(aha_engine_next_event, aha_event)) \
  FUNCTION(ENGINE, 0, aha_engine_event_fd, return GET(aha_engine_event_fd, -1)) \
  FUNCTION(ENGINE, 0, aha_bus_create, MAKE(aha_bus, aha_bus_create(h, NULL, &made))) \
  FUNCTION(BUS, 1, aha_bus_create_parent, MAKE(aha_bus, aha_bus_create(engine, h, &made))) \
  FUNCTION(ENGINE, 0, aha_sound_load, \
           MAKE(aha_sound, aha_sound_load(h, "/nowhere", NULL, &made))) \
  FUNCTION(ENGINE, 0, aha_sound_load_stream, \
           MAKE(aha_sound, aha_sound_load_stream(h, stream, NULL, &made))) \
  FUNCTION(STREAM, 0, aha_sound_load_stream_stream, \
           MAKE(aha_sound, aha_sound_load_stream(engine, h, NULL, &made))) \
  FUNCTION(ENGINE, 0, aha_sound_start_load, \
           MAKE(aha_sound, aha_sound_start_load(h, stream, NULL, &made, NULL))) \
  FUNCTION(STREAM, 0, aha_sound_start_load_stream, \
           MAKE(aha_sound, aha_sound_start_load(engine, h, NULL, &made, NULL))) \
  FUNCTION(ENGINE, 0, aha_sound_create, \
           MAKE(aha_sound, aha_sound_create(h, frames, 16, 2, 48000, &made))) \
  FUNCTION(SOUND, 0, aha_sound_start_stretch, \
           MAKE(aha_sound, aha_sound_start_stretch(h, NULL, &made, NULL))) \
  FUNCTION(SOUND, 0, aha_sound_length_frames, return GET(aha_sound_length_frames, 0)) \
  FUNCTION(SOUND, 0, aha_sound_channels, return GET(aha_sound_channels, 0)) \
  FUNCTION(SOUND, 0, aha_sound_get_info, return FILL(aha_sound_get_info, aha_sound_info)) \
  FUNCTION(SOUND, 0, aha_sound_read_frames, return aha_sound_read_frames(h, 0, frames, 16, NULL)) \
  FUNCTION(SOUND, 0, aha_sound_save, MAKE(aha_job, aha_sound_save(h, "/x.wav", NULL, &made))) \
  FUNCTION(SOUND, 0, aha_sound_retain, return aha_sound_retain(h)) \
  FUNCTION(SOUND, 0, aha_sound_release, return aha_sound_release(h)) \
  FUNCTION(ENGINE, 0, aha_player_create, \
           MAKE(aha_player, aha_player_create(h, sound, NULL, NULL, &made))) \
  FUNCTION(SOUND, 0, aha_player_create_sound, \
           MAKE(aha_player, aha_player_create(engine, h, NULL, NULL, &made))) \
  FUNCTION(BUS, 1, aha_player_create_bus, \
           MAKE(aha_player, aha_player_create(engine, sound, h, NULL, &made))) \
  FUNCTION(PLAYER, 0, aha_player_start, return aha_player_start(h)) \
  FUNCTION(PLAYER, 0, aha_player_start_at_frame, return aha_player_start_at_frame(h, 1)) \
  FUNCTION(PLAYER, 0, aha_player_stop, return aha_player_stop(h)) \
  FUNCTION(PLAYER, 0, aha_player_stop_at_frame, return aha_player_stop_at_frame(h, 1)) \
  FUNCTION(PLAYER, 0, aha_player_pause, return aha_player_pause(h)) \
  FUNCTION(PLAYER, 0, aha_player_resume, return aha_player_resume(h)) \
  FUNCTION(PLAYER, 0, aha_player_seek_frames, return aha_player_seek_frames(h, 1)) \
  FUNCTION(PLAYER, 0, aha_player_set_loop_frames, return aha_player_set_loop_frames(h, 0, 1, 1)) \
  FUNCTION(PLAYER, 0, aha_player_set_gain_db, return aha_player_set_gain_db(h, 0)) \
  FUNCTION(PLAYER, 0, aha_player_gain_db, return GET(aha_player_gain_db, 0)) \
  FUNCTION(PLAYER, 0, aha_player_set_pan, return aha_player_set_pan(h, 0)) \
  FUNCTION(PLAYER, 0, aha_player_pan, return GET(aha_player_pan, 0)) \
  FUNCTION(PLAYER, 0, aha_player_set_bus, return aha_player_set_bus(h, NULL)) \
  FUNCTION(BUS, 1, aha_player_set_bus_bus, return aha_player_set_bus(player, h)) \
  FUNCTION(PLAYER, 0, aha_player_get_state, return GET(aha_player_get_state, AHA_PLAYER_STOPPED)) \
  FUNCTION(PLAYER, 0, aha_player_position_frames, return GET(aha_player_position_frames, 0)) \
  FUNCTION(PLAYER, 0, aha_player_retain, return aha_player_retain(h)) \
  FUNCTION(PLAYER, 0, aha_player_release, return aha_player_release(h)) \
  FUNCTION(BUS, 0, aha_bus_set_parent, return aha_bus_set_parent(h, NULL)) \
  FUNCTION(BUS, 0, aha_bus_set_gain_db, return aha_bus_set_gain_db(h, 0)) \
  FUNCTION(BUS, 0, aha_bus_gain_db, return GET(aha_bus_gain_db, 0)) \
  FUNCTION(BUS, 0, aha_bus_set_pan, return aha_bus_set_pan(h, 0)) \
  FUNCTION(BUS, 0, aha_bus_pan, return GET(aha_bus_pan, 0)) \
  FUNCTION(BUS, 0, aha_bus_set_muted, return aha_bus_set_muted(h, 1)) \
  FUNCTION(BUS, 0, aha_bus_muted, return GET(aha_bus_muted, 0)) \
  FUNCTION(BUS, 0, aha_bus_set_soloed, return aha_bus_set_soloed(h, 1)) \
  FUNCTION(BUS, 0, aha_bus_soloed, return GET(aha_bus_soloed, 0)) \
  FUNCTION(BUS, 0, aha_bus_get_meter, return FILL(aha_bus_get_meter, aha_bus_meter)) \
  FUNCTION(BUS, 0, aha_bus_retain, return aha_bus_retain(h)) \
  FUNCTION(BUS, 0, aha_bus_release, return aha_bus_release(h)) \
  FUNCTION(ENGINE, 0, aha_effect_create, \
           MAKE(aha_effect, aha_effect_create(h, AHA_EFFECT_FILTER, &made))) \
  FUNCTION(EFFECT, 0, aha_effect_get_kind, return GET(aha_effect_get_kind, 0)) \
  FUNCTION(EFFECT, 0, aha_effect_set_value, return aha_effect_set_value(h, CUTOFF, 800)) \
  FUNCTION(EFFECT, 0, aha_effect_set_value_over_frames, \
           return aha_effect_set_value_over_frames(h, CUTOFF, 800, 1)) \
  FUNCTION(EFFECT, 0, aha_effect_set_value_at_frame, \
           return aha_effect_set_value_at_frame(h, CUTOFF, 800, 1, 1)) \
  FUNCTION(EFFECT, 0, aha_effect_get_value, return aha_effect_get_value(h, CUTOFF, frames)) \
  FUNCTION(EFFECT, 0, aha_effect_start_modulation, \
           return aha_effect_start_modulation(h, CUTOFF, NULL)) \
  FUNCTION(EFFECT, 0, aha_effect_stop_modulation, return aha_effect_stop_modulation(h, CUTOFF)) \
  FUNCTION(EFFECT, 0, aha_effect_start_spacewave, return aha_effect_start_spacewave(h)) \
  FUNCTION(EFFECT, 0, aha_effect_set_bypassed, return aha_effect_set_bypassed(h, 1)) \
  FUNCTION(EFFECT, 0, aha_effect_bypassed, return GET(aha_effect_bypassed, 0)) \
  FUNCTION(EFFECT, 0, aha_effect_latency_frames, return GET(aha_effect_latency_frames, 0)) \
  FUNCTION(ENGINE, 0, aha_engine_get_limiter, \
           MAKE(aha_effect, aha_engine_get_limiter(h, &made))) \
  FUNCTION(EFFECT, 0, aha_effect_retain, return aha_effect_retain(h)) \
  FUNCTION(EFFECT, 0, aha_effect_release, return aha_effect_release(h)) \
  FUNCTION(PLAYER, 0, aha_player_chain, return GET(aha_player_chain, NULL)) \
  FUNCTION(BUS, 0, aha_bus_chain, return GET(aha_bus_chain, NULL)) \
  FUNCTION(CHAIN, 0, aha_chain_add, return aha_chain_add(h, effect)) \
  FUNCTION(EFFECT, 0, aha_chain_add_effect, return aha_chain_add(chain, h)) \
  FUNCTION(CHAIN, 0, aha_chain_insert, return aha_chain_insert(h, 0, effect)) \
  FUNCTION(EFFECT, 0, aha_chain_insert_effect, return aha_chain_insert(chain, 0, h)) \
  FUNCTION(CHAIN, 0, aha_chain_move, return aha_chain_move(h, effect, 0)) \
  FUNCTION(EFFECT, 0, aha_chain_move_effect, return aha_chain_move(chain, h, 0)) \
  FUNCTION(CHAIN, 0, aha_chain_remove, return aha_chain_remove(h, effect)) \
  FUNCTION(EFFECT, 0, aha_chain_remove_effect, return aha_chain_remove(chain, h)) \
  FUNCTION(CHAIN, 0, aha_chain_clear, return aha_chain_clear(h)) \
  FUNCTION(CHAIN, 0, aha_chain_count, return GET(aha_chain_count, 0)) \
  FUNCTION(CHAIN, 0, aha_chain_at, MAKE(aha_effect, aha_chain_at(h, 0, &made))) \
  FUNCTION(CHAIN, 0, aha_chain_latency_frames, return GET(aha_chain_latency_frames, 0)) \
  FUNCTION(ENGINE, 0, aha_render_save, \
           MAKE(aha_job, aha_render_save(h, "/x.wav", 16, NULL, &made))) \
  FUNCTION(ENGINE, 0, aha_render_save_stream, \
           MAKE(aha_job, aha_render_save_stream(h, stream, 16, NULL, &made))) \
  FUNCTION(STREAM, 0, aha_render_save_stream_stream, \
           MAKE(aha_job, aha_render_save_stream(engine, h, 16, NULL, &made))) \
  FUNCTION(JOB, 0, aha_job_wait, return aha_job_wait(h, 0)) \
  FUNCTION(JOB, 0, aha_job_cancel, return aha_job_cancel(h)) \
  FUNCTION(JOB, 0, aha_job_get_progress, return FILL(aha_job_get_progress, aha_job_progress)) \
  FUNCTION(JOB, 0, aha_job_stage, return *aha_job_stage(h) ? OTHER : PROMISED) \
  FUNCTION(JOB, 0, aha_job_copy_error, return aha_job_copy_error(h, NULL, 0, NULL)) \
  FUNCTION(JOB, 0, aha_job_retain, return aha_job_retain(h)) \
  FUNCTION(JOB, 0, aha_job_release, return aha_job_release(h)) \
  FUNCTION(ENGINE, 0, aha_device_open, MAKE(aha_device, aha_device_open(h, NULL, &made))) \
  FUNCTION(DEVICE, 0, aha_device_start, return aha_device_start(h)) \
  FUNCTION(DEVICE, 0, aha_device_stop, return aha_device_stop(h)) \
  FUNCTION(DEVICE, 0, aha_device_step, return aha_device_step(h, NULL, frames, 16)) \
  FUNCTION(DEVICE, 0, aha_device_get_status, \
           return FILL(aha_device_get_status, aha_device_status)) \
  FUNCTION(DEVICE, 0, aha_device_copy_id, return aha_device_copy_id(h, NULL, 0, NULL)) \
  FUNCTION(DEVICE, 0, aha_device_retain, return aha_device_retain(h)) \
  FUNCTION(DEVICE, 0, aha_device_release, return aha_device_release(h)) \
  FUNCTION(STREAM, 0, aha_stream_copy_bytes, return aha_stream_copy_bytes(h, NULL, 0, NULL)) \
  FUNCTION(STREAM, 0, aha_stream_set_limits, return aha_stream_set_limits(h, 1, 1)) \
  FUNCTION(STREAM, 0, aha_stream_retain, return aha_stream_retain(h)) \
  FUNCTION(ENGINE, 0, aha_recorder_create, \
           MAKE(aha_recorder, aha_recorder_create(h, NULL, "/nowhere/a.wav", NULL, NULL, &made))) \
  FUNCTION(BUS, 1, aha_recorder_create_bus, \
           MAKE(aha_recorder, \
                aha_recorder_create(engine, h, "/nowhere/a.wav", NULL, NULL, &made))) \
  FUNCTION(ENGINE, 0, aha_input_create, \
           MAKE(aha_input, aha_input_create(h, NULL, NULL, NULL, &made))) \
  FUNCTION(BUS, 1, aha_input_create_bus, \
           MAKE(aha_input, aha_input_create(engine, h, NULL, NULL, &made))) \
  FUNCTION(DEVICE, 1, aha_input_create_device, \
           MAKE(aha_input, aha_input_create(engine, NULL, h, NULL, &made))) \
  FUNCTION(INPUT, 0, aha_input_write, return aha_input_write(h, NULL, 1)) \
  FUNCTION(INPUT, 0, aha_input_set_monitored, return aha_input_set_monitored(h, 1)) \
  FUNCTION(INPUT, 0, aha_input_monitored, return GET(aha_input_monitored, 0)) \
  FUNCTION(INPUT, 0, aha_input_measure_latency, \
           return aha_input_measure_latency(h, &(uint64_t){0})) \
  FUNCTION(INPUT, 0, aha_input_latency_frames, return GET(aha_input_latency_frames, 0)) \
  FUNCTION(INPUT, 0, aha_input_set_offset_frames, return aha_input_set_offset_frames(h, 1)) \
  FUNCTION(INPUT, 0, aha_input_offset_frames, return GET(aha_input_offset_frames, 0)) \
  FUNCTION(INPUT, 0, aha_input_get_status, return FILL(aha_input_get_status, aha_input_status)) \
  FUNCTION(INPUT, 0, aha_input_retain, return aha_input_retain(h)) \
  FUNCTION(INPUT, 0, aha_input_release, return aha_input_release(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_start, return aha_recorder_start(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_start_at_frame, return aha_recorder_start_at_frame(h, 0)) \
  FUNCTION(RECORDER, 0, aha_recorder_stop, return aha_recorder_stop(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_stop_at_frame, return aha_recorder_stop_at_frame(h, 0)) \
  FUNCTION(RECORDER, 0, aha_recorder_pause, return aha_recorder_pause(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_resume, return aha_recorder_resume(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_wait, return aha_recorder_wait(h, 0)) \
  FUNCTION(RECORDER, 0, aha_recorder_get_status, \
           return FILL(aha_recorder_get_status, aha_recorder_status)) \
  FUNCTION(RECORDER, 0, aha_recorder_get_meter, \
           return FILL(aha_recorder_get_meter, aha_recorder_meter)) \
  FUNCTION(RECORDER, 0, aha_recorder_copy_path, \
           return aha_recorder_copy_path(h, 0, NULL, 0, NULL)) \
  FUNCTION(RECORDER, 0, aha_recorder_load_take, \
           MAKE(aha_sound, aha_recorder_load_take(h, NULL, &made))) \
  FUNCTION(RECORDER, 0, aha_recorder_retain, return aha_recorder_retain(h)) \
  FUNCTION(RECORDER, 0, aha_recorder_release, return aha_recorder_release(h)) \
  FUNCTION(RECOVERY, 0, aha_recovery_count, return GET(aha_recovery_count, 0)) \
  FUNCTION(RECOVERY, 0, aha_recovery_get_take, \
           return aha_recovery_get_take(h, 0, \
                                        &(aha_recovered_take){.struct_size = \
                                                                  sizeof(aha_recovered_take)})) \
  FUNCTION(RECOVERY, 0, aha_recovery_copy_path, \
           return aha_recovery_copy_path(h, 0, NULL, 0, NULL)) \
  FUNCTION(RECOVERY, 0, aha_recovery_retain, return aha_recovery_retain(h)) \
  FUNCTION(RECOVERY, 0, aha_recovery_release, return aha_recovery_release(h)) \
  FUNCTION(PROJECT, 0, aha_project_read_only, \
           return aha_project_read_only(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_revision, \
           return aha_project_revision(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_copy_path, return aha_project_copy_path(h, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_get_settings, \
           return aha_project_get_settings(h, \
              &(aha_project_settings){.struct_size = sizeof(aha_project_settings)})) \
  FUNCTION(PROJECT, 0, aha_project_set_settings, return aha_project_set_settings(h, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_copy_title, return aha_project_copy_title(h, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_title, return aha_project_set_title(h, "x")) \
  FUNCTION(PROJECT, 0, aha_project_start_edit, return aha_project_start_edit(h, "x")) \
  FUNCTION(PROJECT, 0, aha_project_save_edit, return aha_project_save_edit(h)) \
  FUNCTION(PROJECT, 0, aha_project_cancel_edit, return aha_project_cancel_edit(h)) \
  FUNCTION(PROJECT, 0, aha_project_undo, return aha_project_undo(h)) \
  FUNCTION(PROJECT, 0, aha_project_redo, return aha_project_redo(h)) \
  FUNCTION(PROJECT, 0, aha_project_copy_undo_title, \
           return aha_project_copy_undo_title(h, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_copy_redo_title, \
           return aha_project_copy_redo_title(h, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_add_marker, return aha_project_add_marker(h, 0, "x", NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_marker, return aha_project_set_marker(h, 0, 0, "x")) \
  FUNCTION(PROJECT, 0, aha_project_remove_marker, return aha_project_remove_marker(h, 0)) \
  FUNCTION(PROJECT, 0, aha_project_marker_count, \
           return aha_project_marker_count(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_marker_at, return aha_project_marker_at(h, 0, NULL, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_copy_marker_name, \
           return aha_project_copy_marker_name(h, 0, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_retain, return aha_project_retain(h)) \
  FUNCTION(PROJECT, 0, aha_project_release, return aha_project_release(h)) \
  FUNCTION(PROJECT, 0, aha_project_add_track, return aha_project_add_track(h, "x", NULL, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_get_track, \
           return aha_project_get_track(h, 0, &(aha_track){.struct_size = sizeof(aha_track)})) \
  FUNCTION(PROJECT, 0, aha_project_set_track, return aha_project_set_track(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_copy_track_name, \
           return aha_project_copy_track_name(h, 0, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_track_name, return aha_project_set_track_name(h, 0, "x")) \
  FUNCTION(PROJECT, 0, aha_project_copy_track_path, \
           return aha_project_copy_track_path(h, 0, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_track_path, return aha_project_set_track_path(h, 0, "x")) \
  FUNCTION(PROJECT, 0, aha_project_get_file_state, return aha_project_get_file_state(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_remove_track, return aha_project_remove_track(h, 0)) \
  FUNCTION(PROJECT, 0, aha_project_move_track, return aha_project_move_track(h, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_track_count, \
           return aha_project_track_count(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_track_at, return aha_project_track_at(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_add_bus, return aha_project_add_bus(h, "x", NULL, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_get_bus, \
           return aha_project_get_bus(h, 0, \
              &(aha_project_bus){.struct_size = sizeof(aha_project_bus)})) \
  FUNCTION(PROJECT, 0, aha_project_set_bus, return aha_project_set_bus(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_copy_bus_name, \
           return aha_project_copy_bus_name(h, 0, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_bus_name, return aha_project_set_bus_name(h, 0, "x")) \
  FUNCTION(PROJECT, 0, aha_project_remove_bus, return aha_project_remove_bus(h, 0)) \
  FUNCTION(PROJECT, 0, aha_project_move_bus, return aha_project_move_bus(h, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_bus_count, \
           return aha_project_bus_count(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_bus_at, return aha_project_bus_at(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_add_effect, return aha_project_add_effect(h, 0, 0, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_get_effect, \
           return aha_project_get_effect(h, 0, \
              &(aha_project_effect){.struct_size = sizeof(aha_project_effect)})) \
  FUNCTION(PROJECT, 0, aha_project_get_effect_value, \
           return aha_project_get_effect_value(h, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_effect_value, \
           return aha_project_set_effect_value(h, 0, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_set_effect_bypassed, \
           return aha_project_set_effect_bypassed(h, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_remove_effect, return aha_project_remove_effect(h, 0)) \
  FUNCTION(PROJECT, 0, aha_project_move_effect, return aha_project_move_effect(h, 0, 0, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_effect_count, \
           return aha_project_effect_count(h, 0, 0) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_effect_at, return aha_project_effect_at(h, 0, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_add_lane, return aha_project_add_lane(h, 0, 0, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_get_lane, \
           return aha_project_get_lane(h, 0, &(aha_lane){.struct_size = sizeof(aha_lane)})) \
  FUNCTION(PROJECT, 0, aha_project_set_lane_mode, return aha_project_set_lane_mode(h, 0, 0)) \
  FUNCTION(PROJECT, 0, aha_project_remove_lane, return aha_project_remove_lane(h, 0)) \
  FUNCTION(PROJECT, 0, aha_project_lane_count, \
           return aha_project_lane_count(h, 0, 0) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_lane_at, return aha_project_lane_at(h, 0, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_set_point, return aha_project_set_point(h, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_add_points, return aha_project_add_points(h, 0, NULL, 0)) \
  FUNCTION(PROJECT, 0, aha_project_remove_points, \
           return aha_project_remove_points(h, 0, 0, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_project_replace_points, \
           return aha_project_replace_points(h, 0, 0, 0, NULL, 0)) \
  FUNCTION(PROJECT, 0, aha_project_point_count, \
           return aha_project_point_count(h, 0) == 0 ? PROMISED : OTHER) \
  FUNCTION(PROJECT, 0, aha_project_copy_points, \
           return aha_project_copy_points(h, 0, 0, 0, NULL, 0, NULL)) \
  FUNCTION(PROJECT, 0, aha_session_create, \
           MAKE(aha_session, aha_session_create(h, engine, NULL, &made))) \
  FUNCTION(SESSION, 0, aha_session_update, return aha_session_update(h)) \
  FUNCTION(SESSION, 0, aha_session_start, return aha_session_start(h, 0, 0)) \
  FUNCTION(SESSION, 0, aha_session_stop, return aha_session_stop(h, 0)) \
  FUNCTION(SESSION, 0, aha_session_seek, return aha_session_seek(h, 0, 0)) \
  FUNCTION(SESSION, 0, aha_session_set_loop, return aha_session_set_loop(h, 0, 0)) \
  FUNCTION(SESSION, 0, aha_session_clear_loop, return aha_session_clear_loop(h)) \
  FUNCTION(SESSION, 0, aha_session_position_us, \
           return aha_session_position_us(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(SESSION, 0, aha_session_running, return aha_session_running(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(SESSION, 0, aha_session_get_end_us, return aha_session_get_end_us(h, NULL)) \
  FUNCTION(SESSION, 0, aha_session_get_effect, \
           MAKE(aha_effect, aha_session_get_effect(h, 0, &made))) \
  FUNCTION(SESSION, 0, aha_session_get_fader, \
           MAKE(aha_effect, aha_session_get_fader(h, 0, 0, &made))) \
  FUNCTION(SESSION, 0, aha_session_release_parameter, \
           return aha_session_release_parameter(h, effect, 0)) \
  FUNCTION(SESSION, 0, aha_session_save_moves, return aha_session_save_moves(h, 0, NULL)) \
  FUNCTION(SESSION, 0, aha_session_silent_count, \
           return aha_session_silent_count(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(SESSION, 0, aha_session_silent_at, return aha_session_silent_at(h, 0, NULL)) \
  FUNCTION(SESSION, 0, aha_session_lost_moves, \
           return aha_session_lost_moves(h) == 0 ? PROMISED : OTHER) \
  FUNCTION(SESSION, 0, aha_session_retain, return aha_session_retain(h)) \
  FUNCTION(SESSION, 0, aha_session_release, return aha_session_release(h)) \
  FUNCTION(PIECE, 0, aha_piece_copy_manifest, \
           return aha_piece_copy_manifest(h, NULL, 0, NULL)) \
  FUNCTION(PIECE, 0, aha_piece_save, return aha_piece_save(h, "/nowhere/a.json")) \
  FUNCTION(PIECE, 0, aha_piece_embed, return aha_piece_embed(h, "/nowhere/a.wav")) \
  FUNCTION(PIECE, 0, aha_piece_copy_text, return aha_piece_copy_text(h, 0, NULL, 0, NULL)) \
  FUNCTION(PIECE, 0, aha_piece_set_text, return aha_piece_set_text(h, 0, "x")) \
  FUNCTION(PIECE, 0, aha_piece_get_info, return FILL(aha_piece_get_info, aha_piece_info)) \
  FUNCTION(PIECE, 0, aha_piece_set_info, return FILL(aha_piece_set_info, aha_piece_info)) \
  FUNCTION(PIECE, 0, aha_piece_add_based_on, return aha_piece_add_based_on(h, "x")) \
  FUNCTION(PIECE, 0, aha_piece_clear_based_on, return aha_piece_clear_based_on(h)) \
  FUNCTION(PIECE, 0, aha_piece_based_on_count, return GET(aha_piece_based_on_count, 0)) \
  FUNCTION(PIECE, 0, aha_piece_copy_based_on, \
           return aha_piece_copy_based_on(h, 0, NULL, 0, NULL)) \
  FUNCTION(PIECE, 0, aha_piece_problem_count, return GET(aha_piece_problem_count, 0)) \
  FUNCTION(PIECE, 0, aha_piece_problem_at, \
           return aha_piece_problem_at(h, 0, \
              &(aha_piece_problem){.struct_size = sizeof(aha_piece_problem)})) \
  FUNCTION(PIECE, 0, aha_piece_get_key_change, \
           return aha_piece_get_key_change(h, 0, \
              &(aha_key_change){.struct_size = sizeof(aha_key_change)})) \
  FUNCTION(PIECE, 0, aha_cover_draw, return aha_cover_draw(h, NULL, "/nowhere/a.png")) \
  FUNCTION(PIECE, 0, aha_piece_retain, return aha_piece_retain(h)) \
  FUNCTION(PIECE, 0, aha_piece_release, return aha_piece_release(h)) \
  FUNCTION(PIECE, 0, aha_analysis_fill_piece_piece, \
           return aha_analysis_fill_piece(analysis, h, NULL)) \
  FUNCTION(STREAM, 0, aha_analysis_start_stream, \
           MAKE(aha_analysis, aha_analysis_start_stream(h, &made, NULL))) \
  FUNCTION(STREAM, 0, aha_analysis_start_with, \
           MAKE(aha_analysis, aha_analysis_start_with(h, NULL, &made, NULL))) \
  FUNCTION(ANALYSIS, 0, aha_analysis_get_info, \
           return FILL(aha_analysis_get_info, aha_analysis_info)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_copy_tempos, \
           return aha_analysis_copy_tempos(h, NULL, 0, NULL)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_copy_onsets, \
           return aha_analysis_copy_onsets(h, NULL, 0, NULL)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_copy_loops, \
           return aha_analysis_copy_loops(h, NULL, 0, NULL)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_copy_outline, \
           return aha_analysis_copy_outline(h, 0, &(aha_outline_bin){0}, 1)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_fill_piece, \
           return aha_analysis_fill_piece(h, piece, NULL)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_retain, return aha_analysis_retain(h)) \
  FUNCTION(ANALYSIS, 0, aha_analysis_release, return aha_analysis_release(h)) \
  FUNCTION(EXPORT, 0, aha_export_count, return GET(aha_export_count, 0)) \
  FUNCTION(EXPORT, 0, aha_export_get_piece, \
           MAKE(aha_piece, aha_export_get_piece(h, 0, &made))) \
  FUNCTION(EXPORT, 0, aha_export_copy_text, \
           return aha_export_copy_text(h, 0, 0, NULL, 0, NULL)) \
  FUNCTION(EXPORT, 0, aha_export_remark_count, return GET(aha_export_remark_count, 0)) \
  FUNCTION(EXPORT, 0, aha_export_copy_remark, \
           return aha_export_copy_remark(h, 0, NULL, 0, NULL)) \
  FUNCTION(EXPORT, 0, aha_export_retain, return aha_export_retain(h)) \
  FUNCTION(EXPORT, 0, aha_export_release, return aha_export_release(h)) \
  FUNCTION(PROJECT, 0, aha_project_bounce, \
           MAKE(aha_job, aha_project_bounce(h, "x", NULL, NULL, &made))) \
  FUNCTION(PROJECT, 0, aha_project_bounce_stream, \
           MAKE(aha_job, aha_project_bounce_stream(h, stream, NULL, NULL, &made))) \
  FUNCTION(PROJECT, 0, aha_project_plot, MAKE(aha_job, aha_project_plot(h, "x", NULL, &made))) \
  FUNCTION(ENGINE, 0, aha_session_create_engine, \
           MAKE(aha_session, aha_session_create(project, h, NULL, &made))) \
  FUNCTION(EFFECT, 0, aha_session_release_parameter_effect, \
           return aha_session_release_parameter(session, h, 0)) \
  FUNCTION(STREAM, 0, aha_project_bounce_stream_stream, \
           MAKE(aha_job, aha_project_bounce_stream(project, h, NULL, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_client_next_event, return FILL(aha_client_next_event, aha_event)) \
  FUNCTION(CLIENT, 0, aha_client_event_fd, return GET(aha_client_event_fd, -1)) \
  FUNCTION(CLIENT, 0, aha_handle_url, return aha_handle_url(h, "x://y", &(uint32_t){0})) \
  FUNCTION(CLIENT, 0, aha_client_get_account_count, \
           return aha_client_get_account_count(h, &(uint32_t){0})) \
  FUNCTION(CLIENT, 0, aha_client_copy_account, \
           return aha_client_copy_account(h, 0, AHA_ACCOUNT_NAME, NULL, 0, NULL)) \
  FUNCTION(CLIENT, 0, aha_account_open, MAKE(aha_account, aha_account_open(h, NULL, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_request_create, \
           MAKE(aha_request, aha_request_create(h, NULL, "GET", URL, NULL, &made))) \
  FUNCTION(ACCOUNT, 1, aha_request_create_account, \
           MAKE(aha_request, aha_request_create(client, h, "GET", URL, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_stream_open_remote, \
           MAKE(aha_stream, aha_stream_open_remote(h, NULL, URL, &made))) \
  FUNCTION(ACCOUNT, 1, aha_stream_open_remote_account, \
           MAKE(aha_stream, aha_stream_open_remote(client, h, URL, &made))) \
  FUNCTION(CLIENT, 0, aha_client_retain, return aha_client_retain(h)) \
  FUNCTION(CLIENT, 0, aha_client_release, return aha_client_release(h)) \
  FUNCTION(ACCOUNT, 0, aha_account_is_signed_in, return GET(aha_account_is_signed_in, 0)) \
  FUNCTION(ACCOUNT, 0, aha_account_sign_in, MAKE(aha_job, aha_account_sign_in(h, NULL, &made))) \
  FUNCTION(ACCOUNT, 0, aha_account_enter_code, return aha_account_enter_code(h, "x")) \
  FUNCTION(ACCOUNT, 0, aha_account_refresh, MAKE(aha_job, aha_account_refresh(h, &made))) \
  FUNCTION(ACCOUNT, 0, aha_account_sign_out, MAKE(aha_job, aha_account_sign_out(h, &made))) \
  FUNCTION(ACCOUNT, 0, aha_account_copy_text, \
           return aha_account_copy_text(h, AHA_ACCOUNT_NAME, NULL, 0, NULL)) \
  FUNCTION(ACCOUNT, 0, aha_account_store, return GET(aha_account_store, AHA_STORE_AUTO)) \
  FUNCTION(ACCOUNT, 0, aha_account_retain, return aha_account_retain(h)) \
  FUNCTION(ACCOUNT, 0, aha_account_release, return aha_account_release(h)) \
  FUNCTION(REQUEST, 0, aha_request_add_parameter, return aha_request_add_parameter(h, "a", "b")) \
  FUNCTION(REQUEST, 0, aha_request_add_file, \
           return aha_request_add_file(h, "a", stream, NULL, NULL)) \
  FUNCTION(STREAM, 0, aha_request_add_file_stream, \
           return aha_request_add_file(request, "a", h, NULL, NULL)) \
  FUNCTION(REQUEST, 0, aha_request_set_header, return aha_request_set_header(h, "A", "b")) \
  FUNCTION(REQUEST, 0, aha_request_set_body, return aha_request_set_body(h, stream, 0, -1, NULL)) \
  FUNCTION(STREAM, 0, aha_request_set_body_stream, \
           return aha_request_set_body(request, h, 0, -1, NULL)) \
  FUNCTION(REQUEST, 0, aha_request_set_sink, return aha_request_set_sink(h, stream)) \
  FUNCTION(REQUEST, 0, aha_request_set_reply_file, \
           return aha_request_set_reply_file(h, "no-file")) \
  FUNCTION(STREAM, 0, aha_request_set_sink_stream, return aha_request_set_sink(request, h)) \
  FUNCTION(REQUEST, 0, aha_request_set_range, return aha_request_set_range(h, 0, 1)) \
  FUNCTION(REQUEST, 0, aha_request_start, MAKE(aha_job, aha_request_start(h, &made))) \
  FUNCTION(REQUEST, 0, aha_request_sign, return aha_request_sign(h, NULL, 0, NULL, 0)) \
  FUNCTION(REQUEST, 0, aha_request_context, return GET(aha_request_context, NULL)) \
  FUNCTION(REQUEST, 0, aha_request_status, return GET(aha_request_status, 0)) \
  FUNCTION(REQUEST, 0, aha_request_copy_header, \
           return aha_request_copy_header(h, "a", NULL, 0, NULL)) \
  FUNCTION(REQUEST, 0, aha_request_copy_body, return aha_request_copy_body(h, NULL, 0, NULL)) \
  FUNCTION(REQUEST, 0, aha_request_read, return aha_request_read(h, frames, 1, &(size_t){0})) \
  FUNCTION(REQUEST, 0, aha_request_get_progress, \
           return FILL(aha_request_get_progress, aha_request_progress)) \
  FUNCTION(REQUEST, 0, aha_request_retain, return aha_request_retain(h)) \
  FUNCTION(REQUEST, 0, aha_request_release, return aha_request_release(h)) \
  FUNCTION(CLIENT, 0, aha_destination_create, \
           MAKE(aha_destination, aha_destination_create(h, 1, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_destination_create_host, \
           MAKE(aha_destination, aha_destination_create_host(h, "x", NULL, NULL, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_client_get_destination_count, \
           return aha_client_get_destination_count(h, &(uint32_t){0})) \
  FUNCTION(CLIENT, 0, aha_client_get_destination, \
           MAKE(aha_destination, aha_client_get_destination(h, 0, &made))) \
  FUNCTION(DESTINATION, 0, aha_destination_get_info, \
           return FILL(aha_destination_get_info, aha_destination_info)) \
  FUNCTION(DESTINATION, 0, aha_destination_check, \
           MAKE(aha_job, aha_destination_check(h, &made))) \
  FUNCTION(DESTINATION, 0, aha_destination_copy_text, \
           return aha_destination_copy_text(h, AHA_DESTINATION_NAME, NULL, 0, NULL)) \
  FUNCTION(DESTINATION, 0, aha_destination_remove, return aha_destination_remove(h)) \
  FUNCTION(DESTINATION, 0, aha_destination_retain, return aha_destination_retain(h)) \
  FUNCTION(DESTINATION, 0, aha_destination_release, return aha_destination_release(h)) \
  FUNCTION(ACCOUNT, 1, aha_destination_create_account, \
           aha_destination_options options = aha_destination_options_init(); options.account = h; \
           MAKE(aha_destination, \
                aha_destination_create(client, AHA_DESTINATION_DROPBOX, &options, &made))) \
  FUNCTION(DESTINATION, 0, aha_drop_create, \
           MAKE(aha_drop, aha_drop_create(h, piece, NULL, &made))) \
  FUNCTION(PIECE, 0, aha_drop_create_piece, \
           MAKE(aha_drop, aha_drop_create(destination, h, NULL, &made))) \
  FUNCTION(DROP, 0, aha_drop_share, MAKE(aha_drop, aha_drop_share(h, destination, &made))) \
  FUNCTION(DESTINATION, 0, aha_drop_share_destination, \
           MAKE(aha_drop, aha_drop_share(drop, h, &made))) \
  FUNCTION(DROP, 0, aha_drop_start, MAKE(aha_job, aha_drop_start(h, &made))) \
  FUNCTION(DROP, 0, aha_drop_send, MAKE(aha_job, aha_drop_send(h, "/dev/null", &made))) \
  FUNCTION(DROP, 0, aha_drop_answer_file, return aha_drop_answer_file(h, 1, "/dev/null", NULL)) \
  FUNCTION(DROP, 0, aha_drop_answer_bytes, return aha_drop_answer_bytes(h, 1, "x", 1, NULL)) \
  FUNCTION(DROP, 0, aha_drop_answer_stream, return aha_drop_answer_stream(h, 1, stream, NULL)) \
  FUNCTION(STREAM, 0, aha_drop_answer_stream_stream, \
           return aha_drop_answer_stream(drop, 1, h, NULL)) \
  FUNCTION(DROP, 0, aha_drop_answer_job, return aha_drop_answer_job(h, 1, job, "x", NULL)) \
  FUNCTION(JOB, 0, aha_drop_answer_job_job, return aha_drop_answer_job(drop, 1, h, "x", NULL)) \
  FUNCTION(DROP, 0, aha_drop_answer_none, return aha_drop_answer_none(h, 2)) \
  FUNCTION(DROP, 0, aha_drop_answer_error, return aha_drop_answer_error(h, 1, "x")) \
  FUNCTION(DROP, 0, aha_drop_set_piece, return aha_drop_set_piece(h, piece)) \
  FUNCTION(PIECE, 0, aha_drop_set_piece_piece, return aha_drop_set_piece(drop, h)) \
  FUNCTION(DROP, 0, aha_drop_set_cover, return aha_drop_set_cover(h, "/dev/null")) \
  FUNCTION(DROP, 0, aha_drop_commit, return aha_drop_commit(h)) \
  FUNCTION(DROP, 0, aha_drop_get_progress, return FILL(aha_drop_get_progress, aha_drop_progress)) \
  FUNCTION(DROP, 0, aha_drop_copy_text, return aha_drop_copy_text(h, AHA_DROP_ID, NULL, 0, NULL)) \
  FUNCTION(DROP, 0, aha_drop_context, return GET(aha_drop_context, NULL)) \
  FUNCTION(CLIENT, 0, aha_client_get_drop_count, \
           return aha_client_get_drop_count(h, &(uint32_t){0})) \
  FUNCTION(CLIENT, 0, aha_client_copy_drop, return aha_client_copy_drop(h, 0, NULL, 0, NULL)) \
  FUNCTION(CLIENT, 0, aha_drop_open, MAKE(aha_drop, aha_drop_open(h, "0", &made))) \
  FUNCTION(DROP, 0, aha_drop_discard, MAKE(aha_job, aha_drop_discard(h, &made))) \
  FUNCTION(DROP, 0, aha_drop_forget, return aha_drop_forget(h)) \
  FUNCTION(DROP, 0, aha_drop_retain, return aha_drop_retain(h)) \
  FUNCTION(DROP, 0, aha_drop_release, return aha_drop_release(h)) \
  FUNCTION(PIECE, 0, aha_piece_copy_share_text, \
           return aha_piece_copy_share_text(h, "x", NULL, 0, NULL)) \
  FUNCTION(CLIENT, 0, aha_client_copy_share_link, \
           return aha_client_copy_share_link(h, AHA_NETWORK_X, piece, URL, NULL, 0, NULL)) \
  FUNCTION(PIECE, 0, aha_client_copy_share_link_piece, \
           return aha_client_copy_share_link(client, AHA_NETWORK_X, h, URL, NULL, 0, NULL)) \
  FUNCTION(CLIENT, 0, aha_opening_create, \
           MAKE(aha_opening, aha_opening_create(h, "/", NULL, &made, NULL))) \
  FUNCTION(ACCOUNT, 1, aha_opening_create_account, \
           aha_opening_options options = aha_opening_options_init(); options.account = h; \
           MAKE(aha_opening, aha_opening_create(client, "/", &options, &made, NULL))) \
  FUNCTION(OPENING, 0, aha_opening_get_piece, MAKE(aha_piece, aha_opening_get_piece(h, &made))) \
  FUNCTION(OPENING, 0, aha_opening_copy_text, \
           return aha_opening_copy_text(h, AHA_OPENING_ID, NULL, 0, NULL)) \
  FUNCTION(OPENING, 0, aha_opening_asset_count, return GET(aha_opening_asset_count, 0)) \
  FUNCTION(OPENING, 0, aha_opening_get_asset, \
           return aha_opening_get_asset(h, 0, &(aha_opening_asset){.struct_size = 8})) \
  FUNCTION(OPENING, 0, aha_opening_save, \
           MAKE(aha_job, aha_opening_save(h, 1, NULL, "no-file", &made))) \
  FUNCTION(OPENING, 0, aha_opening_open_stream, \
           MAKE(aha_stream, aha_opening_open_stream(h, 1, NULL, &made))) \
  FUNCTION(OPENING, 0, aha_opening_context, return GET(aha_opening_context, NULL)) \
  FUNCTION(OPENING, 0, aha_opening_retain, return aha_opening_retain(h)) \
  FUNCTION(OPENING, 0, aha_opening_release, return aha_opening_release(h)) \
  FUNCTION(LIBRARY, 0, aha_library_copy_path, return aha_library_copy_path(h, NULL, 0, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_get_count, return aha_library_get_count(h, &(int64_t){0})) \
  FUNCTION(LIBRARY, 0, aha_library_get_item, \
           MAKE(aha_items, aha_library_get_item(h, 1, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_find, MAKE(aha_items, aha_library_find(h, "/", &made))) \
  FUNCTION(LIBRARY, 0, aha_library_check, MAKE(aha_items, aha_library_check(h, 1, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_add_file, \
           return aha_library_add_file(h, "/dev/null", 0, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_add_piece, \
           return aha_library_add_piece(h, piece, URL, NULL, 4, AHA_ITEM_REMOTE_ONLY, NULL)) \
  FUNCTION(PIECE, 0, aha_library_add_piece_piece, \
           return aha_library_add_piece(library, h, URL, NULL, 4, AHA_ITEM_REMOTE_ONLY, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_add_drop, return aha_library_add_drop(h, drop, NULL)) \
  FUNCTION(DROP, 0, aha_library_add_drop_drop, return aha_library_add_drop(library, h, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_forget, return aha_library_forget(h, 1)) \
  FUNCTION(LIBRARY, 0, aha_library_analyze, MAKE(aha_job, aha_library_analyze(h, 1, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_retain, return aha_library_retain(h)) \
  FUNCTION(LIBRARY, 0, aha_library_release, return aha_library_release(h)) \
  FUNCTION(LIBRARY, 0, aha_library_list, MAKE(aha_items, aha_library_list(h, NULL, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_get_ancestors, \
           MAKE(aha_items, aha_library_get_ancestors(h, 1, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_get_descendants, \
           MAKE(aha_items, aha_library_get_descendants(h, 1, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_get_duplicates, \
           MAKE(aha_items, aha_library_get_duplicates(h, 0, &made))) \
  FUNCTION(ITEMS, 0, aha_items_next, MAKE(aha_items, aha_items_next(h, &made))) \
  FUNCTION(ITEMS, 0, aha_items_count, return GET(aha_items_count, 0)) \
  FUNCTION(ITEMS, 0, aha_items_get, \
           return aha_items_get(h, 0, &(aha_item){.struct_size = sizeof(aha_item)})) \
  FUNCTION(ITEMS, 0, aha_items_copy_text, return aha_items_copy_text(h, 0, 0, NULL, 0, NULL)) \
  FUNCTION(ITEMS, 0, aha_items_get_piece, MAKE(aha_piece, aha_items_get_piece(h, 0, &made))) \
  FUNCTION(ITEMS, 0, aha_items_retain, return aha_items_retain(h)) \
  FUNCTION(ITEMS, 0, aha_items_release, return aha_items_release(h)) \
  FUNCTION(LIBRARY, 0, aha_library_scan, \
           aha_scan_options options = aha_scan_options_init(); options.roots = &folder; \
           options.root_count = 1; \
           MAKE(aha_job, aha_library_scan(h, &options, NULL, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_sync, \
           MAKE(aha_job, aha_library_sync(h, destination, NULL, NULL, &made))) \
  FUNCTION(DESTINATION, 0, aha_library_sync_destination, \
           MAKE(aha_job, aha_library_sync(library, h, NULL, NULL, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_sync_feed, \
           MAKE(aha_job, aha_library_sync_feed(h, client, URL, NULL, NULL, &made))) \
  FUNCTION(CLIENT, 0, aha_library_sync_feed_client, \
           MAKE(aha_job, aha_library_sync_feed(library, h, URL, NULL, NULL, &made))) \
  FUNCTION(LIBRARY, 0, aha_library_fetch, \
           MAKE(aha_job, aha_library_fetch(h, client, destination, 1, "/x", &made))) \
  FUNCTION(CLIENT, 0, aha_library_fetch_client, \
           MAKE(aha_job, aha_library_fetch(library, h, NULL, 1, "/x", &made))) \
  FUNCTION(DESTINATION, 1, aha_library_fetch_destination, \
           MAKE(aha_job, aha_library_fetch(library, client, h, 1, "/x", &made))) \
  FUNCTION(LIBRARY, 0, aha_library_start_watch, \
           aha_scan_options options = aha_scan_options_init(); options.roots = &folder; \
           options.root_count = 1; return aha_library_start_watch(h, &options)) \
  FUNCTION(LIBRARY, 0, aha_library_stop_watch, return aha_library_stop_watch(h)) \
  FUNCTION(LIBRARY, 0, aha_library_get_watch, \
           return FILL(aha_library_get_watch, aha_watch_status)) \
  FUNCTION(REPORT, 0, aha_report_get_info, return FILL(aha_report_get_info, aha_report_info)) \
  FUNCTION(REPORT, 0, aha_report_copy_line, return aha_report_copy_line(h, 0, NULL, 0, NULL)) \
  FUNCTION(REPORT, 0, aha_report_retain, return aha_report_retain(h)) \
  FUNCTION(REPORT, 0, aha_report_release, return aha_report_release(h)) \
  FUNCTION(LIBRARY, 0, aha_library_note, return aha_library_note(h, 1, 0, 0, 0)) \
  FUNCTION(LIBRARY, 0, aha_library_copy_history, \
           return aha_library_copy_history(h, 0, 0, 0, NULL, 0, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_get_first, return aha_library_get_first(h, 0, &(int64_t){0})) \
  FUNCTION(LIBRARY, 0, aha_library_copy_history_json, \
           return aha_library_copy_history_json(h, 0, 0, 0, NULL, 0, NULL)) \
  FUNCTION(LIBRARY, 0, aha_library_draw_history, \
           return aha_library_draw_history(h, 0, 0, 0, "/nowhere/a.png", NULL)) \
  FUNCTION(STREAM, 0, aha_stream_release, return aha_stream_release(h))

#define FUNCTION(kind, nullable, name, body) static aha_result try_##name(void *h) { body; }
FUNCTIONS
#undef FUNCTION

typedef struct {
  kind takes;
  int nullable;
  const char *name;
  aha_result (*call)(void *handle);
} function;

static const function functions[] = {
#define FUNCTION(kind, nullable, name, body) {kind, nullable, #name, try_##name},
  FUNCTIONS
#undef FUNCTION
};

/* One call with a bad handle: the code, and a line of its own. */
static void check_call(const function *f, void *handle, const char *what, aha_result wanted) {
  mark_line();
  aha_result result = f->call(handle);
  CHECK(result == PROMISED || result == wanted, "%s with %s: %s", f->name, what,
        aha_result_name(result));
  CHECK(has_own_line(), "%s with %s left no line of its own", f->name, what);
}

static void check_all(kind takes, void *handle, const char *what, aha_result wanted) {
  for (size_t i = 0; i < COUNT_OF(functions); i++)
    if (functions[i].takes == takes && !(functions[i].nullable && handle == NULL))
      check_call(&functions[i], handle, what, wanted);
}

static void check_foreign(kind takes) {
  long on_stack[8] = {0};
  long *on_heap = calloc(8, sizeof *on_heap);
  static const uintptr_t numbers[] = {1, 2, 4096, (uintptr_t)1 << 32, UINTPTR_MAX,
                                      UINTPTR_MAX / 2, UINTPTR_MAX - 4095};
  check_all(takes, NULL, "NULL", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, on_stack, "a stack address", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, on_heap, "a heap address", AHA_ERROR_INVALID_HANDLE);
  check_all(takes, (void *)(uintptr_t)check_foreign, "a code address", AHA_ERROR_INVALID_HANDLE);
  for (size_t i = 0; i < COUNT_OF(numbers); i++)
    check_all(takes, (void *)numbers[i], "a number", AHA_ERROR_INVALID_HANDLE);
  free(on_heap);
}

/* A name that no file has. */
static const char *take_path(void) {
  static char path[64];
  static int number;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.wav", (int)getpid(), ++number);
  return path;
}

/* A project in a file of its own, whose name is gone at once. */
static aha_project *make_project(void) {
  static char path[64], lock[64];
  static int number;
  aha_project *made;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.aha", (int)getpid(), ++number);
  snprintf(lock, sizeof lock, "/tmp/.aha-abuse-%d-%d.aha.lock", (int)getpid(), number);
  NEED(aha_project_create(path, NULL, &made));
  unlink(path);
  unlink(lock);
  return made;
}

static aha_analysis *make_analysis(void) {
  aha_analysis *made;
  NEED(aha_analysis_create(frames, 32, 2, 48000, &made));
  return made;
}

/* An export without pieces, whose files are gone at once. */
static aha_export *make_export(void) {
  char folder[] = "/tmp/aha-abuse-XXXXXX", path[64];
  aha_export *made = NULL;
  if (!mkdtemp(folder)) return NULL;
  snprintf(path, sizeof path, "%s/alltihop.json", folder);
  FILE *file = fopen(path, "w");
  if (file) fputs("alltihop={\"pieces\":[]};", file), fclose(file);
  NEED(aha_export_open(folder, &made));
  unlink(path);
  rmdir(folder);
  return made;
}

/* A client with an account that is kept nowhere, and a request of it. */
static aha_client *make_client(aha_account **account, aha_request **made_request) {
  aha_client_options options = aha_client_options_init();
  aha_provider provider = aha_provider_init("oauth2");
  aha_account_options how = aha_account_options_init();
  aha_client *made;
  options.application_id = "abuse";
  options.state_folder = folder;
  provider.token_url = URL;
  provider.client_id = "id";
  how.store = AHA_STORE_MEMORY;
  NEED(aha_client_create(&options, &made));
  NEED(aha_account_open(made, &provider, &how, account));
  NEED(aha_request_create(made, *account, "GET", URL, NULL, made_request));
  return made;
}

/* A destination of a client, a drop to it, and an opening that will fail. */
static void make_drop(aha_client *owner, aha_piece *of, void **place, void **made, void **open) {
  aha_destination_options options = aha_destination_options_init();
  options.url = folder;
  NEED(aha_destination_create(owner, AHA_DESTINATION_FOLDER, &options, (aha_destination **)place));
  NEED(aha_drop_create(*place, of, NULL, (aha_drop **)made));
  if (open) NEED(aha_opening_create(owner, folder, NULL, (aha_opening **)open, NULL));
}

/* A library in a file of its own, whose name is gone at once; a page and a report of it. */
static aha_library *make_library(void **page, void **report) {
  static char path[64], other[80];
  static int number;
  aha_library *made;
  aha_scan_options options = aha_scan_options_init();
  aha_job *scan;
  snprintf(path, sizeof path, "/tmp/aha-abuse-%d-%d.library", (int)getpid(), ++number);
  NEED(aha_library_open(path, &made));
  options.roots = &folder, options.root_count = 1, options.max_depth = 1;
  if (page) NEED(aha_library_list(made, NULL, (aha_items **)page));
  if (report) {
    NEED(aha_library_scan(made, &options, (aha_report **)report, &scan));
    NEED(aha_job_wait(scan, -1));
    NEED(aha_job_release(scan));
  }
  unlink(path);
  snprintf(other, sizeof other, "%s-wal", path), unlink(other);
  snprintf(other, sizeof other, "%s-shm", path), unlink(other);
  return made;
}

/* One handle of each kind, of an engine of their own. */
static void make_handles(void *handles[KINDS]) {
  aha_engine *own;
  NEED(aha_engine_create(NULL, &own));
  handles[ENGINE] = own;
  handles[SOUND] = make_sound(own, 480);
  handles[STREAM] = make_wav(480);
  NEED(aha_recovery_open("/usr", (aha_recovery **)&handles[RECOVERY]));
  NEED(aha_recorder_create(own, NULL, take_path(), NULL, NULL,
                           (aha_recorder **)&handles[RECORDER]));
  NEED(aha_bus_create(own, NULL, (aha_bus **)&handles[BUS]));
  NEED(aha_player_create(own, handles[SOUND], NULL, NULL, (aha_player **)&handles[PLAYER]));
  NEED(aha_effect_create(own, AHA_EFFECT_FILTER, (aha_effect **)&handles[EFFECT]));
  aha_device_options stepped = aha_device_options_init();
  stepped.id = "stepped";
  NEED(aha_device_open(own, &stepped, (aha_device **)&handles[DEVICE]));
  NEED(aha_input_create(own, handles[BUS], NULL, NULL, (aha_input **)&handles[INPUT]));
  handles[PROJECT] = make_project();
  NEED(aha_session_create(handles[PROJECT], own, NULL, (aha_session **)&handles[SESSION]));
  NEED(aha_piece_create((aha_piece **)&handles[PIECE]));
  handles[ANALYSIS] = make_analysis();
  handles[EXPORT] = make_export();
  handles[CLIENT] = make_client((aha_account **)&handles[ACCOUNT],
                                (aha_request **)&handles[REQUEST]);
  make_drop(handles[CLIENT], handles[PIECE], &handles[DESTINATION], &handles[DROP],
            &handles[OPENING]);
  handles[LIBRARY] = make_library(&handles[ITEMS], &handles[REPORT]);
  handles[CHAIN] = aha_player_chain(handles[PLAYER]);
  NEED(aha_sound_start_load(own, handles[STREAM], NULL, &(aha_sound *){NULL},
                            (aha_job **)&handles[JOB]));
  NEED(aha_job_wait(handles[JOB], -1));
}

static void release_library(void *handles[KINDS]) {
  NEED(aha_library_release(handles[LIBRARY]));
  NEED(aha_items_release(handles[ITEMS]));
  NEED(aha_report_release(handles[REPORT]));
}

static void check_wrong_kinds(void *handles[KINDS]) {
  for (kind takes = 0; takes < KINDS; takes++)
    for (kind given = 0; given < KINDS; given++)
      if (takes != given)
        check_all(takes, handles[given], kind_names[given], AHA_ERROR_INVALID_HANDLE);
}

/* Live handles whose kind is overwritten: arguments beside the first are looked up alike. */
static void check_forged(void *handles[KINDS]) {
  static const uintptr_t mask = (uintptr_t)0xff << 48;
  for (kind takes = 0; takes < KINDS; takes++)
    for (kind given = 0; given < KINDS; given++) {
      int is_chain = takes == CHAIN || given == CHAIN; /* that of a player is the player's number */
      if (takes == given || (is_chain && (takes == PLAYER || given == PLAYER))) continue;
      uintptr_t number = ((uintptr_t)handles[given] & ~mask) | ((uintptr_t)handles[takes] & mask);
      check_all(takes, (void *)number, "a forged handle", AHA_ERROR_INVALID_HANDLE);
    }
}

static void check_released(void) {
  void *handles[KINDS];
  make_handles(handles);
  NEED(aha_device_release(handles[DEVICE]));
  NEED(aha_effect_release(handles[EFFECT]));
  NEED(aha_player_release(handles[PLAYER])); /* and with it its chain's handle */
  NEED(aha_bus_release(handles[BUS]));
  NEED(aha_sound_release(handles[SOUND]));
  NEED(aha_job_release(handles[JOB]));
  NEED(aha_stream_release(handles[STREAM]));
  NEED(aha_recorder_release(handles[RECORDER]));
  NEED(aha_recovery_release(handles[RECOVERY]));
  NEED(aha_piece_release(handles[PIECE]));
  NEED(aha_analysis_release(handles[ANALYSIS]));
  NEED(aha_export_release(handles[EXPORT]));
  release_library(handles);
  NEED(aha_opening_release(handles[OPENING]));
  NEED(aha_drop_release(handles[DROP]));
  NEED(aha_destination_release(handles[DESTINATION]));
  NEED(aha_request_release(handles[REQUEST]));
  NEED(aha_account_release(handles[ACCOUNT]));
  NEED(aha_client_release(handles[CLIENT]));
  NEED(aha_session_release(handles[SESSION]));
  NEED(aha_project_release(handles[PROJECT]));
  NEED(aha_engine_release(handles[ENGINE]));
  for (kind takes = 0; takes < KINDS; takes++)
    check_all(takes, handles[takes], "a released handle", AHA_ERROR_RELEASED);
}

/* What was made from an engine ends with it; a stream does not. */
static void check_orphans(void) {
  void *handles[KINDS];
  make_handles(handles);
  void *master = aha_engine_master_bus(handles[ENGINE]);
  void *masters_chain = aha_bus_chain(master);
  NEED(aha_engine_release(handles[ENGINE]));
  NEED(aha_client_release(handles[CLIENT]));
  check_all(ACCOUNT, handles[ACCOUNT], "an account of an ended client", AHA_ERROR_RELEASED);
  check_all(REQUEST, handles[REQUEST], "a request of an ended client", AHA_ERROR_RELEASED);
  for (kind takes = DESTINATION; takes < LIBRARY; takes++)
    check_all(takes, handles[takes], "a handle of an ended client", AHA_ERROR_RELEASED);
  for (kind takes = 0; takes < STREAM; takes++)
    check_all(takes, handles[takes], "a handle of an ended engine", AHA_ERROR_RELEASED);
  check_all(SESSION, handles[SESSION], "a session of an ended engine", AHA_ERROR_RELEASED);
  check_all(BUS, master, "the master bus of an ended engine", AHA_ERROR_RELEASED);
  check_all(CHAIN, masters_chain, "the chain of an ended engine", AHA_ERROR_RELEASED);
  NEED(aha_stream_release(handles[STREAM]));
  NEED(aha_recovery_release(handles[RECOVERY]));
  NEED(aha_piece_release(handles[PIECE]));
  NEED(aha_analysis_release(handles[ANALYSIS]));
  NEED(aha_export_release(handles[EXPORT]));
  release_library(handles);
  NEED(aha_project_release(handles[PROJECT]));
}

int main(int count, char **arguments) {
  void *handles[KINDS];
  aha_account *account;
  folder = count > 1 ? arguments[1] : "/tmp";
  NEED(aha_engine_create(NULL, &engine));
  sound = make_sound(engine, 480);
  stream = make_wav(480);
  NEED(aha_player_create(engine, sound, NULL, NULL, &player));
  NEED(aha_effect_create(engine, AHA_EFFECT_FILTER, &effect));
  chain = aha_player_chain(player);
  project = make_project();
  NEED(aha_session_create(project, engine, NULL, &session));
  NEED(aha_piece_create(&piece));
  analysis = make_analysis();
  client = make_client(&account, &request);
  make_drop(client, piece, (void **)&destination, (void **)&drop, NULL);
  library = make_library(NULL, NULL);
  make_handles(handles);
  job = handles[JOB];
  for (kind takes = 0; takes < KINDS; takes++) check_foreign(takes);
  check_wrong_kinds(handles);
  check_forged(handles);
  check_released();
  check_orphans();
  CHECK(aha_engine_render(engine, frames, 16) == AHA_OK, "the engine no longer renders");
  NEED(aha_engine_release(handles[ENGINE]));
  NEED(aha_stream_release(handles[STREAM]));
  NEED(aha_recovery_release(handles[RECOVERY]));
  NEED(aha_piece_release(handles[PIECE]));
  NEED(aha_analysis_release(handles[ANALYSIS]));
  NEED(aha_export_release(handles[EXPORT]));
  release_library(handles);
  NEED(aha_project_release(handles[PROJECT]));
  NEED(aha_client_release(handles[CLIENT]));
  NEED(aha_client_release(client));
  NEED(aha_stream_release(stream));
  NEED(aha_piece_release(piece));
  NEED(aha_analysis_release(analysis));
  NEED(aha_project_release(project));
  NEED(aha_library_release(library));
  NEED(aha_engine_release(engine));
  return verdict();
}
