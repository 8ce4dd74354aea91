import CAha
import Testing

enum Kind: String, Sendable, CaseIterable {
  case engine, sound, player, bus, job, stream, effect, device, recorder, recovery, input
  case project, session, piece, analysis, export, client, account, request
  case destination, drop, opening, library, items, report, chain

  /// What handles of it carry.
  var number: UInt { UInt(Kind.allCases.firstIndex(of: self)!) + 1 }
}

/// A function of the API whose first argument is given, and NULL or 0 all others.
struct Function<Result>: Sendable, CustomTestStringConvertible {
  let name: String
  /// What its first argument must be; nil when that is not a handle.
  let kind: Kind?
  let call: @Sendable (OpaquePointer?) -> Result

  var testDescription: String { name }

  init(_ name: String, _ kind: Kind?, _ call: @escaping @Sendable (OpaquePointer?) -> Result) {
    (self.name, self.kind, self.call) = (name, kind, call)
  }
}

/// All that return a result; a test compares the list with the headers.
let fallible: [Function<aha_result>] = withoutHandle + ofEngines + ofSounds + ofBuses + ofPlayers
  + ofJobs + ofStreams + ofEffects + ofChains + ofDevices + ofRecorders + ofRecoveries
  + ofInputs + ofProjects + ofSessions + ofPieces + ofAnalyses + ofClients + ofAccounts + ofRequests
  + ofDestinations + ofDrops + ofOpenings + aroundDrops + ofLibraries + ofItems + ofReports
  + ofTime

private let withoutHandle: [Function<aha_result>] = [
  Function("aha_engine_create", nil) { _ in aha_engine_create(nil, nil) },
  Function("aha_stream_create", nil) { _ in aha_stream_create(nil, nil, nil, nil) },
  Function("aha_stream_create_memory", nil) { _ in
    aha_stream_create_memory(nil, 0, nil, nil, nil)
  },
  Function("aha_stream_open", nil) { _ in aha_stream_open(nil, nil) },
  Function("aha_effect_get_info", nil) { _ in aha_effect_get_info(1, nil) },
  Function("aha_effect_get_parameter_info", nil) { _ in
    aha_effect_get_parameter_info(1, 0, nil)
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
  Function("aha_analysis_load", nil) { _ in aha_analysis_load(nil, nil) },
  Function("aha_analysis_start", nil) { _ in aha_analysis_start(nil, nil, nil) },
  Function("aha_analysis_create", nil) { _ in aha_analysis_create(nil, 0, 0, 0, nil) },
  Function("aha_piece_load_tags", nil) { _ in aha_piece_load_tags(nil, nil) },
  Function("aha_export_open", nil) { _ in aha_export_open(nil, nil) },
  Function("aha_cover_check", nil) { _ in aha_cover_check(nil, nil) },
  Function("aha_cover_copy", nil) { _ in aha_cover_copy(nil, nil, nil) },
  Function("aha_waveform_draw", nil) { _ in aha_waveform_draw(nil, nil, nil) },
  Function("aha_spectrogram_draw", nil) { _ in aha_spectrogram_draw(nil, nil, nil) },
  Function("aha_client_create", nil) { _ in aha_client_create(nil, nil) },
  Function("aha_log_set_sink", nil) { _ in aha_log_set_sink(99, nil, nil, nil) },
]

private let ofEngines: [Function<aha_result>] = [
  Function("aha_engine_retain", .engine) { aha_engine_retain($0) },
  Function("aha_engine_release", .engine) { aha_engine_release($0) },
  Function("aha_engine_render", .engine) { aha_engine_render($0, nil, 1) },
  Function("aha_engine_get_stats", .engine) { aha_engine_get_stats($0, nil) },
  Function("aha_engine_get_limiter", .engine) { aha_engine_get_limiter($0, nil) },
  Function("aha_effect_create", .engine) { aha_effect_create($0, 0, nil) },
  Function("aha_engine_next_event", .engine) { aha_engine_next_event($0, nil) },
  Function("aha_sound_load", .engine) { aha_sound_load($0, nil, nil, nil) },
  Function("aha_sound_load_stream", .engine) { aha_sound_load_stream($0, nil, nil, nil) },
  Function("aha_sound_start_load", .engine) { aha_sound_start_load($0, nil, nil, nil, nil) },
  Function("aha_sound_create", .engine) { aha_sound_create($0, nil, 0, 0, 0, nil) },
  Function("aha_device_open", .engine) { aha_device_open($0, nil, nil) },
  Function("aha_bus_create", .engine) { aha_bus_create($0, nil, nil) },
  Function("aha_player_create", .engine) { aha_player_create($0, nil, nil, nil, nil) },
  Function("aha_input_create", .engine) { aha_input_create($0, nil, nil, nil, nil) },
  Function("aha_recorder_create", .engine) { aha_recorder_create($0, nil, nil, nil, nil, nil) },
  Function("aha_render_save", .engine) { aha_render_save($0, nil, 0, nil, nil) },
  Function("aha_render_save_stream", .engine) { aha_render_save_stream($0, nil, 0, nil, nil) },
]

private let ofSounds: [Function<aha_result>] = [
  Function("aha_sound_get_info", .sound) { aha_sound_get_info($0, nil) },
  Function("aha_sound_read_frames", .sound) { aha_sound_read_frames($0, 0, nil, 0, nil) },
  Function("aha_sound_save", .sound) { aha_sound_save($0, nil, nil, nil) },
  Function("aha_sound_start_stretch", .sound) { aha_sound_start_stretch($0, nil, nil, nil) },
  Function("aha_sound_retain", .sound) { aha_sound_retain($0) },
  Function("aha_sound_release", .sound) { aha_sound_release($0) },
]

private let ofBuses: [Function<aha_result>] = [
  Function("aha_bus_set_parent", .bus) { aha_bus_set_parent($0, nil) },
  Function("aha_bus_set_gain_db", .bus) { aha_bus_set_gain_db($0, 0) },
  Function("aha_bus_set_pan", .bus) { aha_bus_set_pan($0, 0) },
  Function("aha_bus_set_muted", .bus) { aha_bus_set_muted($0, 0) },
  Function("aha_bus_set_soloed", .bus) { aha_bus_set_soloed($0, 0) },
  Function("aha_bus_get_meter", .bus) { aha_bus_get_meter($0, nil) },
  Function("aha_bus_retain", .bus) { aha_bus_retain($0) },
  Function("aha_bus_release", .bus) { aha_bus_release($0) },
]

private let ofPlayers: [Function<aha_result>] = [
  Function("aha_player_start", .player) { aha_player_start($0) },
  Function("aha_player_start_at_frame", .player) { aha_player_start_at_frame($0, 0) },
  Function("aha_player_stop", .player) { aha_player_stop($0) },
  Function("aha_player_stop_at_frame", .player) { aha_player_stop_at_frame($0, 0) },
  Function("aha_player_pause", .player) { aha_player_pause($0) },
  Function("aha_player_resume", .player) { aha_player_resume($0) },
  Function("aha_player_seek_frames", .player) { aha_player_seek_frames($0, 0) },
  Function("aha_player_set_loop_frames", .player) { aha_player_set_loop_frames($0, 0, 0, 0) },
  Function("aha_player_set_gain_db", .player) { aha_player_set_gain_db($0, 0) },
  Function("aha_player_set_pan", .player) { aha_player_set_pan($0, 0) },
  Function("aha_player_set_bus", .player) { aha_player_set_bus($0, nil) },
  Function("aha_player_retain", .player) { aha_player_retain($0) },
  Function("aha_player_release", .player) { aha_player_release($0) },
]

private let ofJobs: [Function<aha_result>] = [
  Function("aha_job_wait", .job) { aha_job_wait($0, 0) },
  Function("aha_job_cancel", .job) { aha_job_cancel($0) },
  Function("aha_job_get_progress", .job) { aha_job_get_progress($0, nil) },
  Function("aha_job_copy_error", .job) { aha_job_copy_error($0, nil, 0, nil) },
  Function("aha_job_retain", .job) { aha_job_retain($0) },
  Function("aha_job_release", .job) { aha_job_release($0) },
]

private let ofStreams: [Function<aha_result>] = [
  Function("aha_stream_copy_bytes", .stream) { aha_stream_copy_bytes($0, nil, 0, nil) },
  Function("aha_stream_set_limits", .stream) { aha_stream_set_limits($0, 1, 1) },
  Function("aha_stream_retain", .stream) { aha_stream_retain($0) },
  Function("aha_stream_release", .stream) { aha_stream_release($0) },
]

private let ofEffects: [Function<aha_result>] = [
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
]

private let ofChains: [Function<aha_result>] = [
  Function("aha_chain_add", .chain) { aha_chain_add($0, nil) },
  Function("aha_chain_insert", .chain) { aha_chain_insert($0, 0, nil) },
  Function("aha_chain_move", .chain) { aha_chain_move($0, nil, 0) },
  Function("aha_chain_remove", .chain) { aha_chain_remove($0, nil) },
  Function("aha_chain_clear", .chain) { aha_chain_clear($0) },
  Function("aha_chain_at", .chain) { aha_chain_at($0, 0, nil) },
]

private let ofDevices: [Function<aha_result>] = [
  Function("aha_device_start", .device) { aha_device_start($0) },
  Function("aha_device_stop", .device) { aha_device_stop($0) },
  Function("aha_device_step", .device) { aha_device_step($0, nil, nil, 0) },
  Function("aha_device_get_status", .device) { aha_device_get_status($0, nil) },
  Function("aha_device_copy_id", .device) { aha_device_copy_id($0, nil, 0, nil) },
  Function("aha_device_retain", .device) { aha_device_retain($0) },
  Function("aha_device_release", .device) { aha_device_release($0) },
]

private let ofRecorders: [Function<aha_result>] = [
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

private let ofRecoveries: [Function<aha_result>] = [
  Function("aha_recovery_get_take", .recovery) { aha_recovery_get_take($0, 0, nil) },
  Function("aha_recovery_copy_path", .recovery) { aha_recovery_copy_path($0, 0, nil, 0, nil) },
  Function("aha_recovery_retain", .recovery) { aha_recovery_retain($0) },
  Function("aha_recovery_release", .recovery) { aha_recovery_release($0) },
]

private let ofInputs: [Function<aha_result>] = [
  Function("aha_input_write", .input) { aha_input_write($0, nil, 0) },
  Function("aha_input_set_monitored", .input) { aha_input_set_monitored($0, 1) },
  Function("aha_input_measure_latency", .input) { aha_input_measure_latency($0, nil) },
  Function("aha_input_set_offset_frames", .input) { aha_input_set_offset_frames($0, 0) },
  Function("aha_input_get_status", .input) { aha_input_get_status($0, nil) },
  Function("aha_input_retain", .input) { aha_input_retain($0) },
  Function("aha_input_release", .input) { aha_input_release($0) },
]

/// All getters; true when the answer is the one for a bad handle.
let getters: [Function<Bool>] = [
  Function("aha_engine_sample_rate", .engine) { aha_engine_sample_rate($0) == 0 },
  Function("aha_engine_channels", .engine) { aha_engine_channels($0) == 0 },
  Function("aha_engine_position_frames", .engine) { aha_engine_position_frames($0) == 0 },
  Function("aha_engine_master_bus", .engine) { aha_engine_master_bus($0) == nil },
  Function("aha_engine_event_fd", .engine) { aha_engine_event_fd($0) == -1 },
  Function("aha_sound_length_frames", .sound) { aha_sound_length_frames($0) == 0 },
  Function("aha_sound_channels", .sound) { aha_sound_channels($0) == 0 },
  Function("aha_bus_gain_db", .bus) { aha_bus_gain_db($0) == 0 },
  Function("aha_bus_pan", .bus) { aha_bus_pan($0) == 0 },
  Function("aha_bus_muted", .bus) { aha_bus_muted($0) == 0 },
  Function("aha_bus_soloed", .bus) { aha_bus_soloed($0) == 0 },
  Function("aha_player_gain_db", .player) { aha_player_gain_db($0) == 0 },
  Function("aha_player_pan", .player) { aha_player_pan($0) == 0 },
  Function("aha_player_get_state", .player) { aha_player_get_state($0) == 0 },
  Function("aha_player_position_frames", .player) { aha_player_position_frames($0) == 0 },
  Function("aha_effect_get_kind", .effect) { aha_effect_get_kind($0) == 0 },
  Function("aha_effect_bypassed", .effect) { aha_effect_bypassed($0) == 0 },
  Function("aha_effect_latency_frames", .effect) { aha_effect_latency_frames($0) == 0 },
  Function("aha_player_chain", .player) { aha_player_chain($0) == nil },
  Function("aha_bus_chain", .bus) { aha_bus_chain($0) == nil },
  Function("aha_chain_count", .chain) { aha_chain_count($0) == 0 },
  Function("aha_chain_latency_frames", .chain) { aha_chain_latency_frames($0) == 0 },
  Function("aha_recovery_count", .recovery) { aha_recovery_count($0) == 0 },
  Function("aha_piece_based_on_count", .piece) { aha_piece_based_on_count($0) == 0 },
  Function("aha_piece_problem_count", .piece) { aha_piece_problem_count($0) == 0 },
  Function("aha_export_count", .export) { aha_export_count($0) == 0 },
  Function("aha_export_remark_count", .export) { aha_export_remark_count($0) == 0 },
  Function("aha_project_read_only", .project) { aha_project_read_only($0) == 0 },
  Function("aha_project_revision", .project) { aha_project_revision($0) == 0 },
  Function("aha_project_marker_count", .project) { aha_project_marker_count($0) == 0 },
  Function("aha_project_track_count", .project) { aha_project_track_count($0) == 0 },
  Function("aha_project_bus_count", .project) { aha_project_bus_count($0) == 0 },
  Function("aha_project_effect_count", .project) { aha_project_effect_count($0, 2, 1) == 0 },
  Function("aha_project_lane_count", .project) { aha_project_lane_count($0, 2, 1) == 0 },
  Function("aha_project_point_count", .project) { aha_project_point_count($0, 1) == 0 },
  Function("aha_session_position_us", .session) { aha_session_position_us($0) == 0 },
  Function("aha_session_running", .session) { aha_session_running($0) == 0 },
  Function("aha_session_silent_count", .session) { aha_session_silent_count($0) == 0 },
  Function("aha_session_lost_moves", .session) { aha_session_lost_moves($0) == 0 },
  Function("aha_job_stage", .job) { String(cString: aha_job_stage($0)) == "" },
  Function("aha_input_monitored", .input) { aha_input_monitored($0) == 0 },
  Function("aha_input_latency_frames", .input) { aha_input_latency_frames($0) == 0 },
  Function("aha_input_offset_frames", .input) { aha_input_offset_frames($0) == 0 },
] + gettersOfTheNetwork + gettersOfDrops + gettersOfLibraries

/// What needs no handle and cannot fail.
let infallible = [
  "aha_version_text", "aha_version_number", "aha_result_name", "aha_last_error",
  "aha_effect_kind_count", "aha_container_name", "aha_encoding_name", "aha_event_kind_name",
]
