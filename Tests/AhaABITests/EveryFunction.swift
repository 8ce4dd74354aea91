// Written by scripts/generate from include/aha; do not edit.
import CAha

private let fallibleOfNone: [Function] = [
  Function("aha_retain", nil) { _ in aha_retain(nil) },
  Function("aha_release", nil) { _ in aha_release(nil) },
  Function("aha_retain_as", nil) { _ in aha_retain_as(nil, 0) },
  Function("aha_release_as", nil) { _ in aha_release_as(nil, 0) },
  Function("aha_component_get_info", nil) { _ in aha_component_get_info(0, nil) },
  Function("aha_component_load", nil) { _ in aha_component_load(.max) },
  Function("aha_log_set_sink", nil) { _ in aha_log_set_sink(.max, nil, nil, nil) },
  Function("aha_stream_create", nil) { _ in aha_stream_create(nil, nil, nil, nil) },
  Function("aha_stream_create_memory", nil) {
    _ in aha_stream_create_memory(nil, 0, nil, nil, nil)
  },
  Function("aha_stream_open", nil) { _ in aha_stream_open(nil, nil) },
  Function("aha_format_copy_media_type", nil) { _ in aha_format_copy_media_type(nil, nil, 0, nil) },
  Function("aha_engine_create", nil) { _ in aha_engine_create(nil, nil) },
  Function("aha_effect_get_info", nil) { _ in aha_effect_get_info(0, nil) },
  Function("aha_effect_get_parameter_info", nil) { _ in aha_effect_get_parameter_info(0, 0, nil) },
  Function("aha_lv2_count", nil) { _ in aha_lv2_count(nil) },
  Function("aha_lv2_at", nil) { _ in aha_lv2_at(0, nil) },
  Function("aha_lv2_get_info", nil) { _ in aha_lv2_get_info(nil, nil) },
  Function("aha_lv2_copy_preset_uri", nil) { _ in aha_lv2_copy_preset_uri(nil, 0, nil, 0, nil) },
  Function("aha_lv2_copy_preset_title", nil) {
    _ in aha_lv2_copy_preset_title(nil, 0, nil, 0, nil)
  },
  Function("aha_device_load_list", nil) { _ in aha_device_load_list(nil) },
  Function("aha_device_get_info", nil) { _ in aha_device_get_info(0, nil) },
  Function("aha_recovery_open", nil) { _ in aha_recovery_open(nil, nil) },
  Function("aha_project_create", nil) { _ in aha_project_create(nil, nil, nil) },
  Function("aha_project_open", nil) { _ in aha_project_open(nil, nil, nil) },
  Function("aha_tonality_get_major", nil) { _ in aha_tonality_get_major(0, nil) },
  Function("aha_tonality_read", nil) { _ in aha_tonality_read(nil, nil) },
  Function("aha_tonality_copy_text", nil) { _ in aha_tonality_copy_text(nil, 0, nil, 0, nil) },
  Function("aha_tonality_get_related", nil) { _ in aha_tonality_get_related(nil, 0, nil) },
  Function("aha_tonality_get_shift", nil) { _ in aha_tonality_get_shift(nil, nil, nil) },
  Function("aha_piece_create", nil) { _ in aha_piece_create(nil) },
  Function("aha_piece_read", nil) { _ in aha_piece_read(nil, 0, nil) },
  Function("aha_piece_load", nil) { _ in aha_piece_load(nil, nil) },
  Function("aha_piece_load_tags", nil) { _ in aha_piece_load_tags(nil, nil) },
  Function("aha_analysis_load", nil) { _ in aha_analysis_load(nil, nil) },
  Function("aha_analysis_start", nil) { _ in aha_analysis_start(nil, nil, nil) },
  Function("aha_analysis_create", nil) { _ in aha_analysis_create(nil, 0, 0, 0, nil) },
  Function("aha_cover_check", nil) { _ in aha_cover_check(nil, nil) },
  Function("aha_cover_copy", nil) { _ in aha_cover_copy(nil, nil, nil) },
  Function("aha_waveform_draw", nil) { _ in aha_waveform_draw(nil, nil, nil) },
  Function("aha_spectrogram_draw", nil) { _ in aha_spectrogram_draw(nil, nil, nil) },
  Function("aha_client_create", nil) { _ in aha_client_create(nil, nil) },
  Function("aha_library_open", nil) { _ in aha_library_open(nil, nil) },
  Function("aha_time_scale_copy_label", nil) { _ in aha_time_scale_copy_label(0, 0, nil, 0, nil) },
  Function("aha_history_cursor_move", nil) { _ in aha_history_cursor_move(nil, 0, nil) },
  Function("aha_history_cursor_zoom", nil) { _ in aha_history_cursor_zoom(nil, 0, nil) },
  Function("aha_history_cursor_seek", nil) { _ in aha_history_cursor_seek(nil, 0) },
]

private let fallibleOfStream: [Function] = [
  Function("aha_stream_copy_bytes", .stream) { aha_stream_copy_bytes($0, nil, 0, nil) },
  Function("aha_stream_set_limits", .stream) { aha_stream_set_limits($0, 0, 0) },
  Function("aha_stream_retain", .stream) { aha_stream_retain($0) },
  Function("aha_stream_release", .stream) { aha_stream_release($0) },
  Function("aha_analysis_start_stream", .stream) { aha_analysis_start_stream($0, nil, nil) },
  Function("aha_analysis_start_with", .stream) { aha_analysis_start_with($0, nil, nil, nil) },
]

private let fallibleOfJob: [Function] = [
  Function("aha_job_wait", .job) { aha_job_wait($0, 0) },
  Function("aha_job_cancel", .job) { aha_job_cancel($0) },
  Function("aha_job_get_progress", .job) { aha_job_get_progress($0, nil) },
  Function("aha_job_copy_error", .job) { aha_job_copy_error($0, nil, 0, nil) },
  Function("aha_job_retain", .job) { aha_job_retain($0) },
  Function("aha_job_release", .job) { aha_job_release($0) },
  Function("aha_job_next_event", .job) { aha_job_next_event($0, nil) },
]

private let fallibleOfEngine: [Function] = [
  Function("aha_engine_retain", .engine) { aha_engine_retain($0) },
  Function("aha_engine_release", .engine) { aha_engine_release($0) },
  Function("aha_engine_render", .engine) { aha_engine_render($0, nil, 0) },
  Function("aha_engine_get_stats", .engine) { aha_engine_get_stats($0, nil) },
  Function("aha_engine_next_event", .engine) { aha_engine_next_event($0, nil) },
  Function("aha_sound_load", .engine) { aha_sound_load($0, nil, nil, nil) },
  Function("aha_sound_load_stream", .engine) { aha_sound_load_stream($0, nil, nil, nil) },
  Function("aha_sound_start_load", .engine) { aha_sound_start_load($0, nil, nil, nil, nil) },
  Function("aha_sound_create", .engine) { aha_sound_create($0, nil, 0, 0, 0, nil) },
  Function("aha_sound_borrow", .engine) { aha_sound_borrow($0, nil, nil, 0, 0, nil, nil, nil) },
  Function("aha_bus_create", .engine) { aha_bus_create($0, nil, nil) },
  Function("aha_player_create", .engine) { aha_player_create($0, nil, nil, nil, nil) },
  Function("aha_engine_play_sound", .engine) { aha_engine_play_sound($0, nil, nil, nil) },
  Function("aha_effect_create", .engine) { aha_effect_create($0, 0, nil) },
  Function("aha_engine_get_limiter", .engine) { aha_engine_get_limiter($0, nil) },
  Function("aha_effect_create_host", .engine) { aha_effect_create_host($0, nil, nil, nil, nil) },
  Function("aha_effect_create_lv2", .engine) { aha_effect_create_lv2($0, nil, nil, nil) },
  Function("aha_engine_set_listener", .engine) { aha_engine_set_listener($0, nil) },
  Function("aha_render_save", .engine) { aha_render_save($0, nil, 0, nil, nil) },
  Function("aha_render_save_stream", .engine) { aha_render_save_stream($0, nil, 0, nil, nil) },
  Function("aha_device_open", .engine) { aha_device_open($0, nil, nil) },
  Function("aha_input_create", .engine) { aha_input_create($0, nil, nil, nil, nil) },
  Function("aha_recorder_create", .engine) { aha_recorder_create($0, nil, nil, nil, nil, nil) },
]

private let fallibleOfBus: [Function] = [
  Function("aha_bus_set_parent", .bus) { aha_bus_set_parent($0, nil) },
  Function("aha_bus_set_gain_db", .bus) { aha_bus_set_gain_db($0, 0) },
  Function("aha_bus_set_pan", .bus) { aha_bus_set_pan($0, 0) },
  Function("aha_bus_set_muted", .bus) { aha_bus_set_muted($0, 0) },
  Function("aha_bus_set_soloed", .bus) { aha_bus_set_soloed($0, 0) },
  Function("aha_bus_get_meter", .bus) { aha_bus_get_meter($0, nil) },
  Function("aha_bus_create_send", .bus) { aha_bus_create_send($0, nil, nil, nil) },
  Function("aha_bus_retain", .bus) { aha_bus_retain($0) },
  Function("aha_bus_release", .bus) { aha_bus_release($0) },
  Function("aha_bus_duck", .bus) { aha_bus_duck($0, nil, nil, nil) },
]

private let fallibleOfSound: [Function] = [
  Function("aha_sound_start_stretch", .sound) { aha_sound_start_stretch($0, nil, nil, nil) },
  Function("aha_sound_get_info", .sound) { aha_sound_get_info($0, nil) },
  Function("aha_sound_read_frames", .sound) { aha_sound_read_frames($0, 0, nil, 0, nil) },
  Function("aha_sound_save", .sound) { aha_sound_save($0, nil, nil, nil) },
  Function("aha_sound_retain", .sound) { aha_sound_retain($0) },
  Function("aha_sound_release", .sound) { aha_sound_release($0) },
]

private let fallibleOfPlayer: [Function] = [
  Function("aha_player_start", .player) { aha_player_start($0) },
  Function("aha_player_start_at_frame", .player) { aha_player_start_at_frame($0, 0) },
  Function("aha_player_start_with_velocity", .player) { aha_player_start_with_velocity($0, 0, 0) },
  Function("aha_player_stop", .player) { aha_player_stop($0) },
  Function("aha_player_stop_at_frame", .player) { aha_player_stop_at_frame($0, 0) },
  Function("aha_player_pause", .player) { aha_player_pause($0) },
  Function("aha_player_resume", .player) { aha_player_resume($0) },
  Function("aha_player_seek_frames", .player) { aha_player_seek_frames($0, 0) },
  Function("aha_player_set_loop_frames", .player) { aha_player_set_loop_frames($0, 0, 0, 0) },
  Function("aha_player_set_gain_db", .player) { aha_player_set_gain_db($0, 0) },
  Function("aha_player_set_gain_db_over_frames", .player) {
    aha_player_set_gain_db_over_frames($0, 0, 0, 0)
  },
  Function("aha_player_set_envelope", .player) { aha_player_set_envelope($0, nil) },
  Function("aha_player_set_choke_group", .player) { aha_player_set_choke_group($0, 0, 0) },
  Function("aha_player_set_pan", .player) { aha_player_set_pan($0, 0) },
  Function("aha_player_set_speed", .player) { aha_player_set_speed($0, 0) },
  Function("aha_player_set_speed_over_frames", .player) {
    aha_player_set_speed_over_frames($0, 0, 0)
  },
  Function("aha_player_set_speed_at_frame", .player) { aha_player_set_speed_at_frame($0, 0, 0, 0) },
  Function("aha_player_start_speed_modulation", .player) {
    aha_player_start_speed_modulation($0, nil)
  },
  Function("aha_player_stop_speed_modulation", .player) { aha_player_stop_speed_modulation($0) },
  Function("aha_player_set_speed_points", .player) { aha_player_set_speed_points($0, nil, 0, 0) },
  Function("aha_player_set_reverse", .player) { aha_player_set_reverse($0, 0) },
  Function("aha_player_set_bus", .player) { aha_player_set_bus($0, nil) },
  Function("aha_player_create_send", .player) { aha_player_create_send($0, nil, nil, nil) },
  Function("aha_player_retain", .player) { aha_player_retain($0) },
  Function("aha_player_release", .player) { aha_player_release($0) },
  Function("aha_player_set_space", .player) { aha_player_set_space($0, nil) },
]

private let fallibleOfEffect: [Function] = [
  Function("aha_effect_set_impulse", .effect) { aha_effect_set_impulse($0, nil, 0) },
  Function("aha_effect_set_sidechain", .effect) { aha_effect_set_sidechain($0, nil) },
  Function("aha_effect_copy_name", .effect) { aha_effect_copy_name($0, nil, 0, nil) },
  Function("aha_effect_get_parameter", .effect) { aha_effect_get_parameter($0, 0, nil) },
  Function("aha_effect_set_value", .effect) { aha_effect_set_value($0, 0, 0) },
  Function("aha_effect_set_value_over_frames", .effect) {
    aha_effect_set_value_over_frames($0, 0, 0, 0)
  },
  Function("aha_effect_set_value_at_frame", .effect) {
    aha_effect_set_value_at_frame($0, 0, 0, 0, 0)
  },
  Function("aha_effect_get_value", .effect) { aha_effect_get_value($0, 0, nil) },
  Function("aha_effect_start_modulation", .effect) { aha_effect_start_modulation($0, 0, nil) },
  Function("aha_effect_stop_modulation", .effect) { aha_effect_stop_modulation($0, 0) },
  Function("aha_effect_start_spacewave", .effect) { aha_effect_start_spacewave($0) },
  Function("aha_effect_set_bypassed", .effect) { aha_effect_set_bypassed($0, 0) },
  Function("aha_effect_retain", .effect) { aha_effect_retain($0) },
  Function("aha_effect_release", .effect) { aha_effect_release($0) },
  Function("aha_effect_get_process_result", .effect) { aha_effect_get_process_result($0, nil) },
  Function("aha_effect_copy_lv2_uri", .effect) { aha_effect_copy_lv2_uri($0, nil, 0, nil) },
  Function("aha_effect_copy_lv2_state", .effect) { aha_effect_copy_lv2_state($0, nil, 0, nil) },
  Function("aha_effect_set_lv2_state", .effect) { aha_effect_set_lv2_state($0, nil) },
  Function("aha_effect_load_lv2_preset", .effect) { aha_effect_load_lv2_preset($0, nil) },
]

private let fallibleOfChain: [Function] = [
  Function("aha_chain_add", .chain) { aha_chain_add($0, nil) },
  Function("aha_chain_insert", .chain) { aha_chain_insert($0, 0, nil) },
  Function("aha_chain_move", .chain) { aha_chain_move($0, nil, 0) },
  Function("aha_chain_remove", .chain) { aha_chain_remove($0, nil) },
  Function("aha_chain_clear", .chain) { aha_chain_clear($0) },
  Function("aha_chain_at", .chain) { aha_chain_at($0, 0, nil) },
]

private let fallibleOfDevice: [Function] = [
  Function("aha_device_start", .device) { aha_device_start($0) },
  Function("aha_device_stop", .device) { aha_device_stop($0) },
  Function("aha_device_step", .device) { aha_device_step($0, nil, nil, 0) },
  Function("aha_device_get_status", .device) { aha_device_get_status($0, nil) },
  Function("aha_device_copy_id", .device) { aha_device_copy_id($0, nil, 0, nil) },
  Function("aha_device_retain", .device) { aha_device_retain($0) },
  Function("aha_device_release", .device) { aha_device_release($0) },
]

private let fallibleOfInput: [Function] = [
  Function("aha_input_write", .input) { aha_input_write($0, nil, 0) },
  Function("aha_input_set_monitored", .input) { aha_input_set_monitored($0, 0) },
  Function("aha_input_measure_latency", .input) { aha_input_measure_latency($0, nil) },
  Function("aha_input_set_offset_frames", .input) { aha_input_set_offset_frames($0, 0) },
  Function("aha_input_get_status", .input) { aha_input_get_status($0, nil) },
  Function("aha_input_retain", .input) { aha_input_retain($0) },
  Function("aha_input_release", .input) { aha_input_release($0) },
]

private let fallibleOfRecorder: [Function] = [
  Function("aha_recorder_start", .recorder) { aha_recorder_start($0) },
  Function("aha_recorder_start_at_frame", .recorder) { aha_recorder_start_at_frame($0, 0) },
  Function("aha_recorder_stop", .recorder) { aha_recorder_stop($0) },
  Function("aha_recorder_stop_at_frame", .recorder) { aha_recorder_stop_at_frame($0, 0) },
  Function("aha_recorder_pause", .recorder) { aha_recorder_pause($0) },
  Function("aha_recorder_resume", .recorder) { aha_recorder_resume($0) },
  Function("aha_recorder_wait", .recorder) { aha_recorder_wait($0, 0) },
  Function("aha_recorder_get_status", .recorder) { aha_recorder_get_status($0, nil) },
  Function("aha_recorder_get_meter", .recorder) { aha_recorder_get_meter($0, nil) },
  Function("aha_recorder_copy_path", .recorder) { aha_recorder_copy_path($0, 0, nil, 0, nil) },
  Function("aha_recorder_load_take", .recorder) { aha_recorder_load_take($0, nil, nil) },
  Function("aha_recorder_retain", .recorder) { aha_recorder_retain($0) },
  Function("aha_recorder_release", .recorder) { aha_recorder_release($0) },
]

private let fallibleOfRecovery: [Function] = [
  Function("aha_recovery_get_take", .recovery) { aha_recovery_get_take($0, 0, nil) },
  Function("aha_recovery_copy_path", .recovery) { aha_recovery_copy_path($0, 0, nil, 0, nil) },
  Function("aha_recovery_retain", .recovery) { aha_recovery_retain($0) },
  Function("aha_recovery_release", .recovery) { aha_recovery_release($0) },
]

private let fallibleOfProject: [Function] = [
  Function("aha_project_add_lv2", .project) { aha_project_add_lv2($0, 0, 0, nil, 0, nil) },
  Function("aha_project_copy_lv2_uri", .project) { aha_project_copy_lv2_uri($0, 0, nil, 0, nil) },
  Function("aha_project_copy_lv2_state", .project) {
    aha_project_copy_lv2_state($0, 0, nil, 0, nil)
  },
  Function("aha_project_set_lv2_state", .project) { aha_project_set_lv2_state($0, 0, nil) },
  Function("aha_project_copy_path", .project) { aha_project_copy_path($0, nil, 0, nil) },
  Function("aha_project_get_settings", .project) { aha_project_get_settings($0, nil) },
  Function("aha_project_set_settings", .project) { aha_project_set_settings($0, nil) },
  Function("aha_project_copy_title", .project) { aha_project_copy_title($0, nil, 0, nil) },
  Function("aha_project_set_title", .project) { aha_project_set_title($0, nil) },
  Function("aha_project_start_edit", .project) { aha_project_start_edit($0, nil) },
  Function("aha_project_save_edit", .project) { aha_project_save_edit($0) },
  Function("aha_project_cancel_edit", .project) { aha_project_cancel_edit($0) },
  Function("aha_project_undo", .project) { aha_project_undo($0) },
  Function("aha_project_redo", .project) { aha_project_redo($0) },
  Function("aha_project_copy_undo_title", .project) {
    aha_project_copy_undo_title($0, nil, 0, nil)
  },
  Function("aha_project_copy_redo_title", .project) {
    aha_project_copy_redo_title($0, nil, 0, nil)
  },
  Function("aha_project_add_marker", .project) { aha_project_add_marker($0, 0, nil, nil) },
  Function("aha_project_set_marker", .project) { aha_project_set_marker($0, 0, 0, nil) },
  Function("aha_project_remove_marker", .project) { aha_project_remove_marker($0, 0) },
  Function("aha_project_marker_at", .project) { aha_project_marker_at($0, 0, nil, nil) },
  Function("aha_project_copy_marker_name", .project) {
    aha_project_copy_marker_name($0, 0, nil, 0, nil)
  },
  Function("aha_project_retain", .project) { aha_project_retain($0) },
  Function("aha_project_release", .project) { aha_project_release($0) },
  Function("aha_project_add_track", .project) { aha_project_add_track($0, nil, nil, nil) },
  Function("aha_project_get_track", .project) { aha_project_get_track($0, 0, nil) },
  Function("aha_project_set_track", .project) { aha_project_set_track($0, 0, nil) },
  Function("aha_project_copy_track_name", .project) {
    aha_project_copy_track_name($0, 0, nil, 0, nil)
  },
  Function("aha_project_set_track_name", .project) { aha_project_set_track_name($0, 0, nil) },
  Function("aha_project_copy_track_path", .project) {
    aha_project_copy_track_path($0, 0, nil, 0, nil)
  },
  Function("aha_project_set_track_path", .project) { aha_project_set_track_path($0, 0, nil) },
  Function("aha_project_get_file_state", .project) { aha_project_get_file_state($0, 0, nil) },
  Function("aha_project_remove_track", .project) { aha_project_remove_track($0, 0) },
  Function("aha_project_move_track", .project) { aha_project_move_track($0, 0, 0) },
  Function("aha_project_track_at", .project) { aha_project_track_at($0, 0, nil) },
  Function("aha_project_add_bus", .project) { aha_project_add_bus($0, nil, nil, nil) },
  Function("aha_project_get_bus", .project) { aha_project_get_bus($0, 0, nil) },
  Function("aha_project_set_bus", .project) { aha_project_set_bus($0, 0, nil) },
  Function("aha_project_copy_bus_name", .project) { aha_project_copy_bus_name($0, 0, nil, 0, nil) },
  Function("aha_project_set_bus_name", .project) { aha_project_set_bus_name($0, 0, nil) },
  Function("aha_project_remove_bus", .project) { aha_project_remove_bus($0, 0) },
  Function("aha_project_move_bus", .project) { aha_project_move_bus($0, 0, 0) },
  Function("aha_project_bus_at", .project) { aha_project_bus_at($0, 0, nil) },
  Function("aha_project_add_effect", .project) { aha_project_add_effect($0, 0, 0, 0, 0, nil) },
  Function("aha_project_set_effect_impulse", .project) {
    aha_project_set_effect_impulse($0, 0, nil, 0)
  },
  Function("aha_project_copy_effect_impulse_path", .project) {
    aha_project_copy_effect_impulse_path($0, 0, nil, 0, nil)
  },
  Function("aha_project_get_effect", .project) { aha_project_get_effect($0, 0, nil) },
  Function("aha_project_get_effect_value", .project) {
    aha_project_get_effect_value($0, 0, 0, nil)
  },
  Function("aha_project_set_effect_value", .project) { aha_project_set_effect_value($0, 0, 0, 0) },
  Function("aha_project_set_effect_bypassed", .project) {
    aha_project_set_effect_bypassed($0, 0, 0)
  },
  Function("aha_project_remove_effect", .project) { aha_project_remove_effect($0, 0) },
  Function("aha_project_move_effect", .project) { aha_project_move_effect($0, 0, 0, 0, 0) },
  Function("aha_project_effect_at", .project) { aha_project_effect_at($0, 0, 0, 0, nil) },
  Function("aha_project_add_send", .project) { aha_project_add_send($0, 0, 0, 0, nil, nil) },
  Function("aha_project_get_send", .project) { aha_project_get_send($0, 0, nil) },
  Function("aha_project_set_effect_sidechain", .project) {
    aha_project_set_effect_sidechain($0, 0, 0, 0)
  },
  Function("aha_project_duck", .project) { aha_project_duck($0, 0, 0, 0, 0, nil, nil) },
  Function("aha_project_add_lane", .project) { aha_project_add_lane($0, 0, 0, 0, 0, nil) },
  Function("aha_project_get_lane", .project) { aha_project_get_lane($0, 0, nil) },
  Function("aha_project_set_lane_mode", .project) { aha_project_set_lane_mode($0, 0, 0) },
  Function("aha_project_remove_lane", .project) { aha_project_remove_lane($0, 0) },
  Function("aha_project_lane_at", .project) { aha_project_lane_at($0, 0, 0, 0, nil) },
  Function("aha_project_set_point", .project) { aha_project_set_point($0, 0, nil) },
  Function("aha_project_add_points", .project) { aha_project_add_points($0, 0, nil, 0) },
  Function("aha_project_remove_points", .project) { aha_project_remove_points($0, 0, 0, 0, nil) },
  Function("aha_project_replace_points", .project) {
    aha_project_replace_points($0, 0, 0, 0, nil, 0)
  },
  Function("aha_project_copy_points", .project) {
    aha_project_copy_points($0, 0, 0, 0, nil, 0, nil)
  },
  Function("aha_session_create", .project) { aha_session_create($0, nil, nil, nil) },
  Function("aha_project_bounce", .project) { aha_project_bounce($0, nil, nil, nil, nil) },
  Function("aha_project_bounce_stream", .project) {
    aha_project_bounce_stream($0, nil, nil, nil, nil)
  },
  Function("aha_project_plot", .project) { aha_project_plot($0, nil, nil, nil) },
]

private let fallibleOfSession: [Function] = [
  Function("aha_session_update", .session) { aha_session_update($0) },
  Function("aha_session_start", .session) { aha_session_start($0, 0, 0) },
  Function("aha_session_stop", .session) { aha_session_stop($0, 0) },
  Function("aha_session_seek", .session) { aha_session_seek($0, 0, 0) },
  Function("aha_session_set_loop", .session) { aha_session_set_loop($0, 0, 0) },
  Function("aha_session_clear_loop", .session) { aha_session_clear_loop($0) },
  Function("aha_session_get_end_us", .session) { aha_session_get_end_us($0, nil) },
  Function("aha_session_get_effect", .session) { aha_session_get_effect($0, 0, nil) },
  Function("aha_session_get_fader", .session) { aha_session_get_fader($0, 0, 0, nil) },
  Function("aha_session_release_parameter", .session) { aha_session_release_parameter($0, nil, 0) },
  Function("aha_session_set_track_speed", .session) { aha_session_set_track_speed($0, 0, 0) },
  Function("aha_session_release_track_speed", .session) { aha_session_release_track_speed($0, 0) },
  Function("aha_session_save_moves", .session) { aha_session_save_moves($0, 0, nil) },
  Function("aha_session_silent_at", .session) { aha_session_silent_at($0, 0, nil) },
  Function("aha_session_retain", .session) { aha_session_retain($0) },
  Function("aha_session_release", .session) { aha_session_release($0) },
]

private let fallibleOfPiece: [Function] = [
  Function("aha_piece_copy_manifest", .piece) { aha_piece_copy_manifest($0, nil, 0, nil) },
  Function("aha_piece_save", .piece) { aha_piece_save($0, nil) },
  Function("aha_piece_embed", .piece) { aha_piece_embed($0, nil) },
  Function("aha_piece_copy_text", .piece) { aha_piece_copy_text($0, 0, nil, 0, nil) },
  Function("aha_piece_set_text", .piece) { aha_piece_set_text($0, 0, nil) },
  Function("aha_piece_get_info", .piece) { aha_piece_get_info($0, nil) },
  Function("aha_piece_set_info", .piece) { aha_piece_set_info($0, nil) },
  Function("aha_piece_add_based_on", .piece) { aha_piece_add_based_on($0, nil) },
  Function("aha_piece_clear_based_on", .piece) { aha_piece_clear_based_on($0) },
  Function("aha_piece_copy_based_on", .piece) { aha_piece_copy_based_on($0, 0, nil, 0, nil) },
  Function("aha_piece_chapter_at", .piece) { aha_piece_chapter_at($0, 0, nil) },
  Function("aha_piece_copy_cover", .piece) { aha_piece_copy_cover($0, nil, 0, nil) },
  Function("aha_piece_set_cover", .piece) { aha_piece_set_cover($0, nil, 0) },
  Function("aha_piece_get_key_change", .piece) { aha_piece_get_key_change($0, 0, nil) },
  Function("aha_piece_problem_at", .piece) { aha_piece_problem_at($0, 0, nil) },
  Function("aha_piece_retain", .piece) { aha_piece_retain($0) },
  Function("aha_piece_release", .piece) { aha_piece_release($0) },
  Function("aha_cover_draw", .piece) { aha_cover_draw($0, nil, nil) },
  Function("aha_piece_refusal_at", .piece) { aha_piece_refusal_at($0, 0, 0, nil) },
  Function("aha_piece_fit", .piece) { aha_piece_fit($0, 0, nil) },
  Function("aha_piece_copy_share_text", .piece) { aha_piece_copy_share_text($0, nil, nil, 0, nil) },
]

private let fallibleOfAnalysis: [Function] = [
  Function("aha_analysis_get_info", .analysis) { aha_analysis_get_info($0, nil) },
  Function("aha_analysis_copy_tempos", .analysis) { aha_analysis_copy_tempos($0, nil, 0, nil) },
  Function("aha_analysis_copy_onsets", .analysis) { aha_analysis_copy_onsets($0, nil, 0, nil) },
  Function("aha_analysis_copy_loops", .analysis) { aha_analysis_copy_loops($0, nil, 0, nil) },
  Function("aha_analysis_copy_outline", .analysis) { aha_analysis_copy_outline($0, 0, nil, 0) },
  Function("aha_analysis_fill_piece", .analysis) { aha_analysis_fill_piece($0, nil, nil) },
  Function("aha_analysis_retain", .analysis) { aha_analysis_retain($0) },
  Function("aha_analysis_release", .analysis) { aha_analysis_release($0) },
]

private let fallibleOfClient: [Function] = [
  Function("aha_client_next_event", .client) { aha_client_next_event($0, nil) },
  Function("aha_handle_url", .client) { aha_handle_url($0, nil, nil) },
  Function("aha_client_get_scheme", .client) { aha_client_get_scheme($0, nil, nil) },
  Function("aha_client_register_scheme", .client) { aha_client_register_scheme($0, nil, nil) },
  Function("aha_client_remove_scheme", .client) { aha_client_remove_scheme($0, nil) },
  Function("aha_client_retain", .client) { aha_client_retain($0) },
  Function("aha_client_release", .client) { aha_client_release($0) },
  Function("aha_account_open", .client) { aha_account_open($0, nil, nil, nil) },
  Function("aha_client_get_account_count", .client) { aha_client_get_account_count($0, nil) },
  Function("aha_client_copy_account", .client) { aha_client_copy_account($0, 0, 0, nil, 0, nil) },
  Function("aha_request_create", .client) { aha_request_create($0, nil, nil, nil, nil, nil) },
  Function("aha_stream_open_remote", .client) { aha_stream_open_remote($0, nil, nil, nil) },
  Function("aha_destination_create_folder", .client) {
    aha_destination_create_folder($0, nil, nil, nil)
  },
  Function("aha_destination_create_webdav", .client) {
    aha_destination_create_webdav($0, nil, nil, nil)
  },
  Function("aha_destination_create_s3", .client) { aha_destination_create_s3($0, nil, nil, nil) },
  Function("aha_destination_create_dropbox", .client) {
    aha_destination_create_dropbox($0, nil, nil, nil)
  },
  Function("aha_destination_create_soundcloud", .client) {
    aha_destination_create_soundcloud($0, nil, nil, nil)
  },
  Function("aha_destination_create_allihoopa", .client) {
    aha_destination_create_allihoopa($0, nil, nil, nil)
  },
  Function("aha_destination_create_host", .client) {
    aha_destination_create_host($0, nil, nil, nil, nil, nil)
  },
  Function("aha_client_get_destination_count", .client) {
    aha_client_get_destination_count($0, nil)
  },
  Function("aha_client_get_destination", .client) { aha_client_get_destination($0, 0, nil) },
  Function("aha_client_find_destination", .client) { aha_client_find_destination($0, nil, nil) },
  Function("aha_client_load_destinations", .client) { aha_client_load_destinations($0, nil) },
  Function("aha_client_forget_destination", .client) { aha_client_forget_destination($0, nil) },
  Function("aha_client_get_drop_count", .client) { aha_client_get_drop_count($0, nil) },
  Function("aha_client_copy_drop", .client) { aha_client_copy_drop($0, 0, nil, 0, nil) },
  Function("aha_drop_open", .client) { aha_drop_open($0, nil, nil) },
  Function("aha_client_copy_share_link", .client) {
    aha_client_copy_share_link($0, 0, nil, nil, nil, 0, nil)
  },
  Function("aha_opening_create", .client) { aha_opening_create($0, nil, nil, nil, nil) },
]

private let fallibleOfAccount: [Function] = [
  Function("aha_account_sign_in", .account) { aha_account_sign_in($0, nil, nil) },
  Function("aha_account_enter_code", .account) { aha_account_enter_code($0, nil) },
  Function("aha_account_set_token", .account) { aha_account_set_token($0, nil) },
  Function("aha_account_refresh", .account) { aha_account_refresh($0, nil) },
  Function("aha_account_sign_out", .account) { aha_account_sign_out($0, nil) },
  Function("aha_account_copy_text", .account) { aha_account_copy_text($0, 0, nil, 0, nil) },
  Function("aha_account_retain", .account) { aha_account_retain($0) },
  Function("aha_account_release", .account) { aha_account_release($0) },
]

private let fallibleOfRequest: [Function] = [
  Function("aha_request_add_parameter", .request) { aha_request_add_parameter($0, nil, nil) },
  Function("aha_request_add_file", .request) { aha_request_add_file($0, nil, nil, nil, nil) },
  Function("aha_request_set_header", .request) { aha_request_set_header($0, nil, nil) },
  Function("aha_request_set_body", .request) { aha_request_set_body($0, nil, 0, 0, nil) },
  Function("aha_request_set_sink", .request) { aha_request_set_sink($0, nil) },
  Function("aha_request_set_reply_file", .request) { aha_request_set_reply_file($0, nil) },
  Function("aha_request_set_range", .request) { aha_request_set_range($0, 0, 0) },
  Function("aha_request_start", .request) { aha_request_start($0, nil) },
  Function("aha_request_sign", .request) { aha_request_sign($0, nil, 0, nil, 0) },
  Function("aha_request_copy_header", .request) { aha_request_copy_header($0, nil, nil, 0, nil) },
  Function("aha_request_copy_body", .request) { aha_request_copy_body($0, nil, 0, nil) },
  Function("aha_request_read", .request) { aha_request_read($0, nil, 0, nil) },
  Function("aha_request_get_progress", .request) { aha_request_get_progress($0, nil) },
  Function("aha_request_retain", .request) { aha_request_retain($0) },
  Function("aha_request_release", .request) { aha_request_release($0) },
]

private let fallibleOfDestination: [Function] = [
  Function("aha_destination_get_info", .destination) { aha_destination_get_info($0, nil) },
  Function("aha_destination_check", .destination) { aha_destination_check($0, nil) },
  Function("aha_destination_copy_text", .destination) {
    aha_destination_copy_text($0, 0, nil, 0, nil)
  },
  Function("aha_destination_get_account", .destination) { aha_destination_get_account($0, nil) },
  Function("aha_destination_save", .destination) { aha_destination_save($0, 0) },
  Function("aha_destination_remove", .destination) { aha_destination_remove($0) },
  Function("aha_destination_retain", .destination) { aha_destination_retain($0) },
  Function("aha_destination_release", .destination) { aha_destination_release($0) },
  Function("aha_drop_create", .destination) { aha_drop_create($0, nil, nil, nil) },
]

private let fallibleOfDrop: [Function] = [
  Function("aha_drop_share", .drop) { aha_drop_share($0, nil, nil) },
  Function("aha_drop_start", .drop) { aha_drop_start($0, nil) },
  Function("aha_drop_send", .drop) { aha_drop_send($0, nil, nil) },
  Function("aha_drop_answer_file", .drop) { aha_drop_answer_file($0, 0, nil, nil) },
  Function("aha_drop_answer_bytes", .drop) { aha_drop_answer_bytes($0, 0, nil, 0, nil) },
  Function("aha_drop_answer_stream", .drop) { aha_drop_answer_stream($0, 0, nil, nil) },
  Function("aha_drop_answer_job", .drop) { aha_drop_answer_job($0, 0, nil, nil, nil) },
  Function("aha_drop_answer_none", .drop) { aha_drop_answer_none($0, 0) },
  Function("aha_drop_answer_error", .drop) { aha_drop_answer_error($0, 0, nil) },
  Function("aha_drop_set_piece", .drop) { aha_drop_set_piece($0, nil) },
  Function("aha_drop_set_cover", .drop) { aha_drop_set_cover($0, nil) },
  Function("aha_drop_commit", .drop) { aha_drop_commit($0) },
  Function("aha_drop_get_progress", .drop) { aha_drop_get_progress($0, nil) },
  Function("aha_drop_copy_text", .drop) { aha_drop_copy_text($0, 0, nil, 0, nil) },
  Function("aha_drop_discard", .drop) { aha_drop_discard($0, nil) },
  Function("aha_drop_forget", .drop) { aha_drop_forget($0) },
  Function("aha_drop_retain", .drop) { aha_drop_retain($0) },
  Function("aha_drop_release", .drop) { aha_drop_release($0) },
]

private let fallibleOfOpening: [Function] = [
  Function("aha_opening_get_piece", .opening) { aha_opening_get_piece($0, nil) },
  Function("aha_opening_copy_text", .opening) { aha_opening_copy_text($0, 0, nil, 0, nil) },
  Function("aha_opening_get_asset", .opening) { aha_opening_get_asset($0, 0, nil) },
  Function("aha_opening_save", .opening) { aha_opening_save($0, 0, nil, nil, nil) },
  Function("aha_opening_save_manifest", .opening) { aha_opening_save_manifest($0, nil) },
  Function("aha_opening_open_stream", .opening) { aha_opening_open_stream($0, 0, nil, nil) },
  Function("aha_opening_retain", .opening) { aha_opening_retain($0) },
  Function("aha_opening_release", .opening) { aha_opening_release($0) },
]

private let fallibleOfLibrary: [Function] = [
  Function("aha_library_list", .library) { aha_library_list($0, nil, nil) },
  Function("aha_library_get_ancestors", .library) { aha_library_get_ancestors($0, 0, nil) },
  Function("aha_library_get_descendants", .library) { aha_library_get_descendants($0, 0, nil) },
  Function("aha_library_get_duplicates", .library) { aha_library_get_duplicates($0, 0, nil) },
  Function("aha_library_copy_path", .library) { aha_library_copy_path($0, nil, 0, nil) },
  Function("aha_library_get_count", .library) { aha_library_get_count($0, nil) },
  Function("aha_library_get_item", .library) { aha_library_get_item($0, 0, nil) },
  Function("aha_library_find", .library) { aha_library_find($0, nil, nil) },
  Function("aha_library_check", .library) { aha_library_check($0, 0, nil) },
  Function("aha_library_add_file", .library) { aha_library_add_file($0, nil, 0, nil) },
  Function("aha_library_add_piece", .library) {
    aha_library_add_piece($0, nil, nil, nil, 0, 0, nil)
  },
  Function("aha_library_add_drop", .library) { aha_library_add_drop($0, nil, nil) },
  Function("aha_library_forget", .library) { aha_library_forget($0, 0) },
  Function("aha_library_restore", .library) { aha_library_restore($0, 0) },
  Function("aha_library_analyze", .library) { aha_library_analyze($0, 0, nil) },
  Function("aha_library_retain", .library) { aha_library_retain($0) },
  Function("aha_library_release", .library) { aha_library_release($0) },
  Function("aha_library_scan", .library) { aha_library_scan($0, nil, nil, nil) },
  Function("aha_library_start_watch", .library) { aha_library_start_watch($0, nil) },
  Function("aha_library_stop_watch", .library) { aha_library_stop_watch($0) },
  Function("aha_library_get_watch", .library) { aha_library_get_watch($0, nil) },
  Function("aha_library_sync", .library) { aha_library_sync($0, nil, nil, nil, nil) },
  Function("aha_library_sync_feed", .library) {
    aha_library_sync_feed($0, nil, nil, nil, nil, nil)
  },
  Function("aha_library_fetch", .library) { aha_library_fetch($0, nil, nil, 0, nil, nil) },
  Function("aha_library_note", .library) { aha_library_note($0, 0, 0, 0, 0) },
  Function("aha_library_copy_history", .library) {
    aha_library_copy_history($0, 0, 0, 0, nil, 0, nil)
  },
  Function("aha_library_get_first", .library) { aha_library_get_first($0, 0, nil) },
  Function("aha_library_copy_history_json", .library) {
    aha_library_copy_history_json($0, 0, 0, 0, nil, 0, nil)
  },
  Function("aha_library_draw_history", .library) {
    aha_library_draw_history($0, 0, 0, 0, nil, nil)
  },
]

private let fallibleOfItems: [Function] = [
  Function("aha_items_next", .items) { aha_items_next($0, nil) },
  Function("aha_items_get", .items) { aha_items_get($0, 0, nil) },
  Function("aha_items_copy_text", .items) { aha_items_copy_text($0, 0, 0, nil, 0, nil) },
  Function("aha_items_get_piece", .items) { aha_items_get_piece($0, 0, nil) },
  Function("aha_items_retain", .items) { aha_items_retain($0) },
  Function("aha_items_release", .items) { aha_items_release($0) },
]

private let fallibleOfReport: [Function] = [
  Function("aha_report_get_info", .report) { aha_report_get_info($0, nil) },
  Function("aha_report_copy_line", .report) { aha_report_copy_line($0, 0, nil, 0, nil) },
  Function("aha_report_retain", .report) { aha_report_retain($0) },
  Function("aha_report_release", .report) { aha_report_release($0) },
]

/// All functions that return a result.
let fallible: [Function] =
  fallibleOfNone + fallibleOfStream + fallibleOfJob + fallibleOfEngine + fallibleOfBus +
  fallibleOfSound + fallibleOfPlayer + fallibleOfEffect + fallibleOfChain + fallibleOfDevice +
  fallibleOfInput + fallibleOfRecorder + fallibleOfRecovery + fallibleOfProject + fallibleOfSession
  + fallibleOfPiece + fallibleOfAnalysis + fallibleOfClient + fallibleOfAccount + fallibleOfRequest
  + fallibleOfDestination + fallibleOfDrop + fallibleOfOpening + fallibleOfLibrary + fallibleOfItems
  + fallibleOfReport

/// All functions with the tag [blocking].
let blockingFunctions: Set<String> = [
  "aha_component_load",
  "aha_stream_open",
  "aha_job_wait",
  "aha_engine_release",
  "aha_engine_render",
  "aha_sound_load",
  "aha_sound_load_stream",
  "aha_sound_create",
  "aha_sound_borrow",
  "aha_sound_read_frames",
  "aha_effect_set_impulse",
  "aha_lv2_count",
  "aha_lv2_at",
  "aha_lv2_get_info",
  "aha_lv2_copy_preset_uri",
  "aha_lv2_copy_preset_title",
  "aha_effect_create_lv2",
  "aha_effect_copy_lv2_state",
  "aha_effect_set_lv2_state",
  "aha_effect_load_lv2_preset",
  "aha_device_load_list",
  "aha_device_open",
  "aha_device_start",
  "aha_device_stop",
  "aha_device_release",
  "aha_input_measure_latency",
  "aha_recorder_create",
  "aha_recorder_wait",
  "aha_recorder_load_take",
  "aha_recovery_open",
  "aha_project_create",
  "aha_project_open",
  "aha_project_add_track",
  "aha_project_set_track_path",
  "aha_project_get_file_state",
  "aha_project_set_effect_impulse",
  "aha_session_create",
  "aha_session_update",
  "aha_session_save_moves",
  "aha_piece_load",
  "aha_piece_save",
  "aha_piece_load_tags",
  "aha_piece_embed",
  "aha_analysis_load",
  "aha_analysis_create",
  "aha_cover_draw",
  "aha_cover_check",
  "aha_cover_copy",
  "aha_waveform_draw",
  "aha_spectrogram_draw",
  "aha_client_get_scheme",
  "aha_client_register_scheme",
  "aha_client_remove_scheme",
  "aha_account_open",
  "aha_account_set_token",
  "aha_client_get_account_count",
  "aha_client_copy_account",
  "aha_request_set_reply_file",
  "aha_request_sign",
  "aha_stream_open_remote",
  "aha_destination_create_folder",
  "aha_destination_create_webdav",
  "aha_destination_create_s3",
  "aha_destination_create_dropbox",
  "aha_destination_create_soundcloud",
  "aha_destination_create_allihoopa",
  "aha_destination_get_info",
  "aha_destination_get_account",
  "aha_client_load_destinations",
  "aha_destination_save",
  "aha_client_forget_destination",
  "aha_drop_create",
  "aha_drop_share",
  "aha_drop_start",
  "aha_drop_send",
  "aha_drop_answer_file",
  "aha_drop_answer_bytes",
  "aha_drop_answer_stream",
  "aha_drop_answer_job",
  "aha_drop_set_cover",
  "aha_drop_commit",
  "aha_client_get_drop_count",
  "aha_client_copy_drop",
  "aha_drop_open",
  "aha_drop_discard",
  "aha_drop_forget",
  "aha_opening_save",
  "aha_opening_save_manifest",
  "aha_opening_open_stream",
  "aha_library_list",
  "aha_items_next",
  "aha_library_get_ancestors",
  "aha_library_get_descendants",
  "aha_library_get_duplicates",
  "aha_library_open",
  "aha_library_get_count",
  "aha_library_get_item",
  "aha_library_find",
  "aha_library_check",
  "aha_library_add_file",
  "aha_library_add_piece",
  "aha_library_add_drop",
  "aha_library_forget",
  "aha_library_restore",
  "aha_library_analyze",
  "aha_library_scan",
  "aha_library_start_watch",
  "aha_library_stop_watch",
  "aha_library_sync",
  "aha_library_sync_feed",
  "aha_library_fetch",
  "aha_library_note",
  "aha_library_copy_history",
  "aha_library_get_first",
  "aha_library_copy_history_json",
  "aha_library_draw_history",
]

/// All functions with the tag [render].
let renderFunctions: Set<String> = [
  "aha_result_name",
  "aha_last_error",
  "aha_container_name",
  "aha_encoding_name",
  "aha_engine_render",
  "aha_engine_sample_rate",
  "aha_engine_channels",
  "aha_engine_position_frames",
  "aha_event_kind_name",
  "aha_player_get_state",
  "aha_player_position_frames",
  "aha_input_write",
]
