let analyzeVerb = Verb(
  "analyze", "FILE...", "Measure loudness, tempo, key and loop points",
  details: """
    If a file can't be read, the other files are still shown; the exit code says
    that one failed.
    """, operands: (oneOrMore, "analyze needs a file"),
  options: [
    Option("--max-seconds", "N", "refuse longer sounds; else no limit", .range(0, 1e9)), .json,
  ]
) { (arguments, console) throws(Failure) in
  let analyses = AnalysisQueue(
    arguments.operands, maxSeconds: arguments.number("--max-seconds") ?? 0)
  defer { analyses.cancel() }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let analysis = try Analysis(try analyses.next(console), path)
    console.print(analysis.record, under: path, width: 11)
  }
}

/// Starts analyses ahead of their turn, up to 16.
private final class AnalysisQueue {
  private var waiting: ArraySlice<Bytes>
  private var started: [(path: Bytes, work: Result<(Handle, job: Handle), Failure>)] = []
  private var options = aha_analysis_options_init()

  init(_ paths: [Bytes], maxSeconds: Double) {
    waiting = paths[...]
    options.max_seconds = maxSeconds
  }

  func next(_ console: Console) throws(Failure) -> Handle {
    while started.count < 16, let path = waiting.popFirst() { start(path) }
    let first = started.removeFirst()
    let (analysis, job) = try first.work.get()
    try check(console.wait(for: job), .input, about: first.path)
    return analysis
  }

  /// A failure is kept for its turn: calls for later files replace the library's last error.
  private func start(_ path: Bytes) {
    do throws(Failure) {
      let stream = try Handle.stream(path)
      let work = try Handle.withJob(aha_analysis_release, .input, about: path) {
        aha_analysis_start_with(stream.pointer, &options, $0, $1)
      }
      started.append((path, .success(work)))
    } catch { started.append((path, .failure(error))) }
  }

  func cancel() {
    let jobs = started.compactMap { try? $0.work.get().job }
    for job in jobs { aha_job_cancel(job.pointer) }
    for job in jobs { _ = aha_job_wait(job.pointer, -1) }
  }
}

private struct Analysis {
  private let path: Bytes
  private let info: aha_analysis_info
  private var tempos: [aha_tempo]
  private var onsets: [aha_onset]
  private var loops: [aha_loop_points]

  init(_ analysis: Handle, _ path: Bytes) throws(Failure) {
    self.path = path
    var info = aha_analysis_info_init()
    try check(aha_analysis_get_info(analysis.pointer, &info), .input, about: path)
    self.info = info
    tempos = [aha_tempo](repeating: aha_tempo(), count: Int(info.tempo_count))
    onsets = [aha_onset](repeating: aha_onset(), count: Int(info.onset_count))
    loops = [aha_loop_points](repeating: aha_loop_points(), count: Int(info.loop_count))
    _ = aha_analysis_copy_tempos(analysis.pointer, &tempos, info.tempo_count, nil)
    _ = aha_analysis_copy_onsets(analysis.pointer, &onsets, info.onset_count, nil)
    _ = aha_analysis_copy_loops(analysis.pointer, &loops, info.loop_count, nil)
  }

  var record: Record {
    let (before, after) = (info.leading_silence_frames, info.trailing_silence_frames)
    let silence = fixed(seconds(before), 3) + " s before, " + fixed(seconds(after), 3) + " s after"
    let peak = info.true_peak_db.isFinite ? fixed(info.true_peak_db, 1) + " dBTP" : ""
    let length = clockTime(seconds(info.frames)) + ", \(info.frames) frames"
    let isTonal = Int(info.tonality.mode) == AHA_TONALITY_TONAL
    return Record([
      Field("file", .name(path)), Field("length", length),
      Field("sample_rate", .number(info.sample_rate), "rate", "\(info.sample_rate) Hz"),
      Field("channels", .number(info.channels)), Field("frames", .number(info.frames)),
      Field("seconds", .real(seconds(info.frames), 6)),
      Field("loudness_lufs", .real(info.loudness_lufs, 2), "loudness", loudness),
      Field("short_term_lufs", .real(info.short_term_lufs, 2)),
      Field("range_lu", .real(info.range_lu, 2)),
      Field("true_peak_db", .real(info.true_peak_db, 2), "true peak", peak),
      Field("tempo_bpm", .knownReal(max(0, info.tempo_bpm), 3), "tempo", tempo),
      Field("tempo_confidence", .real(info.tempo_confidence, 3)),
      Field(
        "tempos", .list(tempos.map { ["bpm": .real($0.bpm, 3), "weight": .real($0.weight, 3)] })),
      Field("key", .name(keyText(info.tonality, AHA_TONALITY_TEXT_NAME)), "key", key),
      Field("key_confidence", .real(info.key_confidence, 3)),
      Field("scale", .number(isTonal ? info.tonality.scale : nil)),
      Field("root", .number(isTonal ? info.tonality.root : nil)),
      Field("camelot", .name(keyText(info.tonality, AHA_TONALITY_TEXT_CAMELOT))),
      Field("tuning_cents", .real(info.tuning_cents, 1)),
      Field("leading_silence_frames", .number(before)),
      Field("trailing_silence_frames", .number(after)),
      Field(
        "onsets",
        .list(onsets.map { ["frame": .number($0.frame), "strength": .real($0.strength, 3)] }),
        "onsets", "\(info.onset_count)"),
      Field("loops", .list(loops.map { object($0) }), "loop", loops.first.map { line($0) } ?? ""),
      Field("silence", before + after == 0 ? "" : silence),
    ])
  }

  private func seconds(_ frames: UInt64) -> Double { Double(frames) / Double(info.sample_rate) }

  private func percent(_ share: Double) -> String { fixed(100 * share, 0) + "%" }

  private var loudness: String {
    guard info.loudness_lufs.isFinite else { return "none" }
    var text = fixed(info.loudness_lufs, 1) + " LUFS"
    if info.short_term_lufs.isFinite {
      text += ", at most " + fixed(info.short_term_lufs, 1) + " LUFS"
      text += ", range " + fixed(info.range_lu, 1) + " LU"
    }
    return text
  }

  private var tempo: String {
    guard info.tempo_bpm > 0 else { return "none" }
    var text = fixed(info.tempo_bpm, 2) + " BPM, " + percent(info.tempo_confidence) + " sure"
    let others = tempos.dropFirst().map { fixed($0.bpm, 2) }
    if !others.isEmpty { text += "; else " + joined(others, " or ") }
    return text
  }

  private var key: String {
    var text = keyText(info.tonality)
    guard Int(info.tonality.mode) == AHA_TONALITY_TONAL else { return text }
    text += ", " + percent(info.key_confidence) + " sure"
    if info.tuning_cents != 0 { text += ", tuned " + fixed(info.tuning_cents, 0) + " cents off" }
    return text
  }

  private func line(_ loop: aha_loop_points) -> String {
    clockTime(seconds(loop.begin_frame)) + " to " + clockTime(seconds(loop.end_frame)) + ", "
      + percent(loop.quality) + " sure"
  }

  private func object(_ loop: aha_loop_points) -> Record {
    [
      "begin_frame": .number(loop.begin_frame), "end_frame": .number(loop.end_frame),
      "quality": .real(loop.quality, 3), "step": .real(loop.step, 6),
    ]
  }
}
