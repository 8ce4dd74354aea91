import CAha

// Functions of analyses, as in Functions.swift.

let ofAnalyses: [Function<aha_result>] = [
  Function("aha_analysis_start_stream", .stream) { aha_analysis_start_stream($0, nil, nil) },
  Function("aha_analysis_start_with", .stream) { aha_analysis_start_with($0, nil, nil, nil) },
  Function("aha_analysis_get_info", .analysis) { aha_analysis_get_info($0, nil) },
  Function("aha_analysis_copy_tempos", .analysis) { aha_analysis_copy_tempos($0, nil, 0, nil) },
  Function("aha_analysis_copy_onsets", .analysis) { aha_analysis_copy_onsets($0, nil, 0, nil) },
  Function("aha_analysis_copy_loops", .analysis) { aha_analysis_copy_loops($0, nil, 0, nil) },
  Function("aha_analysis_copy_outline", .analysis) {
    aha_analysis_copy_outline($0, 0, nil, 0)
  },
  Function("aha_analysis_fill_piece", .analysis) { aha_analysis_fill_piece($0, nil, nil) },
  Function("aha_analysis_retain", .analysis) { aha_analysis_retain($0) },
  Function("aha_analysis_release", .analysis) { aha_analysis_release($0) },
]
