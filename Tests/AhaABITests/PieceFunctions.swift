import CAha

// Functions of pieces, as in Functions.swift.

let ofPieces: [Function<aha_result>] = [
  Function("aha_piece_copy_manifest", .piece) { aha_piece_copy_manifest($0, nil, 0, nil) },
  Function("aha_piece_save", .piece) { aha_piece_save($0, nil) },
  Function("aha_piece_embed", .piece) { aha_piece_embed($0, nil) },
  Function("aha_piece_copy_text", .piece) { aha_piece_copy_text($0, 99, nil, 0, nil) },
  Function("aha_piece_set_text", .piece) { aha_piece_set_text($0, 0, nil) },
  Function("aha_piece_get_info", .piece) { aha_piece_get_info($0, nil) },
  Function("aha_piece_set_info", .piece) { aha_piece_set_info($0, nil) },
  Function("aha_piece_add_based_on", .piece) { aha_piece_add_based_on($0, nil) },
  Function("aha_piece_clear_based_on", .piece) { aha_piece_clear_based_on($0) },
  Function("aha_piece_copy_based_on", .piece) { aha_piece_copy_based_on($0, 0, nil, 0, nil) },
  Function("aha_piece_problem_at", .piece) { aha_piece_problem_at($0, 0, nil) },
  Function("aha_piece_get_key_change", .piece) { aha_piece_get_key_change($0, 0, nil) },
  Function("aha_cover_draw", .piece) { aha_cover_draw($0, nil, nil) },
  Function("aha_piece_retain", .piece) { aha_piece_retain($0) },
  Function("aha_piece_release", .piece) { aha_piece_release($0) },
  Function("aha_export_get_piece", .export) { aha_export_get_piece($0, 0, nil) },
  Function("aha_export_copy_text", .export) { aha_export_copy_text($0, 0, 0, nil, 0, nil) },
  Function("aha_export_copy_remark", .export) { aha_export_copy_remark($0, 0, nil, 0, nil) },
  Function("aha_export_retain", .export) { aha_export_retain($0) },
  Function("aha_export_release", .export) { aha_export_release($0) },
]
