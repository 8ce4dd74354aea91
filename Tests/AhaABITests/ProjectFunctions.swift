import CAha

// Functions of projects and sessions, as in Functions.swift.

let ofProjects: [Function<aha_result>] = [
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

let ofSessions: [Function<aha_result>] = [
  Function("aha_session_update", .session) { aha_session_update($0) },
  Function("aha_session_start", .session) { aha_session_start($0, 0, 0) },
  Function("aha_session_stop", .session) { aha_session_stop($0, 0) },
  Function("aha_session_seek", .session) { aha_session_seek($0, 0, 0) },
  Function("aha_session_set_loop", .session) { aha_session_set_loop($0, 0, 0) },
  Function("aha_session_clear_loop", .session) { aha_session_clear_loop($0) },
  Function("aha_session_get_end_us", .session) { aha_session_get_end_us($0, nil) },
  Function("aha_session_silent_at", .session) { aha_session_silent_at($0, 0, nil) },
  Function("aha_session_get_effect", .session) { aha_session_get_effect($0, 0, nil) },
  Function("aha_session_get_fader", .session) { aha_session_get_fader($0, 0, 0, nil) },
  Function("aha_session_release_parameter", .session) { aha_session_release_parameter($0, nil, 0) },
  Function("aha_session_save_moves", .session) { aha_session_save_moves($0, 0, nil) },
  Function("aha_session_retain", .session) { aha_session_retain($0) },
  Function("aha_session_release", .session) { aha_session_release($0) },
]
