import CAha

// Functions of libraries, items, reports and histories, as in Functions.swift.

let ofLibraries: [Function<aha_result>] = [
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
  Function("aha_library_analyze", .library) { aha_library_analyze($0, 0, nil) },
  Function("aha_library_list", .library) { aha_library_list($0, nil, nil) },
  Function("aha_library_get_ancestors", .library) { aha_library_get_ancestors($0, 0, nil) },
  Function("aha_library_get_descendants", .library) { aha_library_get_descendants($0, 0, nil) },
  Function("aha_library_get_duplicates", .library) { aha_library_get_duplicates($0, 0, nil) },
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
    aha_library_copy_history($0, 9, 0, 0, nil, 0, nil)
  },
  Function("aha_library_get_first", .library) { aha_library_get_first($0, 0, nil) },
  Function("aha_library_copy_history_json", .library) {
    aha_library_copy_history_json($0, 9, 0, 0, nil, 0, nil)
  },
  Function("aha_library_draw_history", .library) {
    aha_library_draw_history($0, 0, 0, 0, nil, nil)
  },
  Function("aha_library_retain", .library) { aha_library_retain($0) },
  Function("aha_library_release", .library) { aha_library_release($0) },
]

let ofItems: [Function<aha_result>] = [
  Function("aha_items_next", .items) { aha_items_next($0, nil) },
  Function("aha_items_get", .items) { aha_items_get($0, 0, nil) },
  Function("aha_items_copy_text", .items) { aha_items_copy_text($0, 0, 99, nil, 0, nil) },
  Function("aha_items_get_piece", .items) { aha_items_get_piece($0, 0, nil) },
  Function("aha_items_retain", .items) { aha_items_retain($0) },
  Function("aha_items_release", .items) { aha_items_release($0) },
]

let ofReports: [Function<aha_result>] = [
  Function("aha_report_get_info", .report) { aha_report_get_info($0, nil) },
  Function("aha_report_copy_line", .report) { aha_report_copy_line($0, 0, nil, 0, nil) },
  Function("aha_report_retain", .report) { aha_report_retain($0) },
  Function("aha_report_release", .report) { aha_report_release($0) },
]

/// What is asked of no handle.
let ofTime: [Function<aha_result>] = [
  Function("aha_library_open", nil) { _ in aha_library_open(nil, nil) },
  Function("aha_time_scale_copy_label", nil) { _ in aha_time_scale_copy_label(0, 0, nil, 0, nil) },
  Function("aha_history_cursor_move", nil) { _ in aha_history_cursor_move(nil, 0, nil) },
  Function("aha_history_cursor_zoom", nil) { _ in aha_history_cursor_zoom(nil, 0, nil) },
  Function("aha_history_cursor_seek", nil) { _ in aha_history_cursor_seek(nil, 0) },
]

let gettersOfLibraries: [Function<Bool>] = [
  Function("aha_items_count", .items) { aha_items_count($0) == 0 }
]
