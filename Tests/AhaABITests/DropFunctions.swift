import CAha

// Functions of destinations, drops, share texts and openings, as in Functions.swift.

let ofDestinations: [Function<aha_result>] = [
  Function("aha_drop_create", .destination) { aha_drop_create($0, nil, nil, nil) },
  Function("aha_destination_get_info", .destination) { aha_destination_get_info($0, nil) },
  Function("aha_destination_check", .destination) { aha_destination_check($0, nil) },
  Function("aha_destination_copy_text", .destination) {
    aha_destination_copy_text($0, 99, nil, 0, nil)
  },
  Function("aha_destination_remove", .destination) { aha_destination_remove($0) },
  Function("aha_destination_retain", .destination) { aha_destination_retain($0) },
  Function("aha_destination_release", .destination) { aha_destination_release($0) },
]

let ofDrops: [Function<aha_result>] = [
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
  Function("aha_drop_copy_text", .drop) { aha_drop_copy_text($0, 99, nil, 0, nil) },
  Function("aha_drop_discard", .drop) { aha_drop_discard($0, nil) },
  Function("aha_drop_forget", .drop) { aha_drop_forget($0) },
  Function("aha_drop_retain", .drop) { aha_drop_retain($0) },
  Function("aha_drop_release", .drop) { aha_drop_release($0) },
]

let ofOpenings: [Function<aha_result>] = [
  Function("aha_opening_get_piece", .opening) { aha_opening_get_piece($0, nil) },
  Function("aha_opening_copy_text", .opening) { aha_opening_copy_text($0, 99, nil, 0, nil) },
  Function("aha_opening_get_asset", .opening) { aha_opening_get_asset($0, 0, nil) },
  Function("aha_opening_save", .opening) { aha_opening_save($0, 0, nil, nil, nil) },
  Function("aha_opening_open_stream", .opening) { aha_opening_open_stream($0, 0, nil, nil) },
  Function("aha_opening_retain", .opening) { aha_opening_retain($0) },
  Function("aha_opening_release", .opening) { aha_opening_release($0) },
]

/// What is asked of other nouns, or of none.
let aroundDrops: [Function<aha_result>] = [
  Function("aha_destination_create", .client) { aha_destination_create($0, 0, nil, nil) },
  Function("aha_destination_create_host", .client) {
    aha_destination_create_host($0, nil, nil, nil, nil, nil)
  },
  Function("aha_client_get_destination_count", .client) {
    aha_client_get_destination_count($0, nil)
  },
  Function("aha_client_get_destination", .client) { aha_client_get_destination($0, 0, nil) },
  Function("aha_client_get_drop_count", .client) { aha_client_get_drop_count($0, nil) },
  Function("aha_client_copy_drop", .client) { aha_client_copy_drop($0, 0, nil, 0, nil) },
  Function("aha_drop_open", .client) { aha_drop_open($0, nil, nil) },
  Function("aha_client_copy_share_link", .client) {
    aha_client_copy_share_link($0, 0, nil, nil, nil, 0, nil)
  },
  Function("aha_opening_create", .client) { aha_opening_create($0, nil, nil, nil, nil) },
  Function("aha_piece_copy_share_text", .piece) {
    aha_piece_copy_share_text($0, nil, nil, 0, nil)
  },
  Function("aha_scheme_register", nil) { _ in aha_scheme_register(nil, nil) },
  Function("aha_scheme_check", nil) { _ in aha_scheme_check(nil) },
]

let gettersOfDrops: [Function<Bool>] = [
  Function("aha_drop_context", .drop) { aha_drop_context($0) == nil },
  Function("aha_opening_context", .opening) { aha_opening_context($0) == nil },
  Function("aha_opening_asset_count", .opening) { aha_opening_asset_count($0) == 0 },
]
