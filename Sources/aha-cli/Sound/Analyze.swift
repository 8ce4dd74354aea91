import CAha

let analyzeVerb = Verb(
  "analyze", "FILE...", "Tell what sounds say of themselves: loudness, tempo, key, loops",
  details: """
    A file that can't be read does not keep the others from being told about;
    the exit code says whether there was one.
    """,
  options: [
    Option("--max-seconds", "N", "refuse longer sounds; else no limit", .real(0, 1e9)), .json,
  ]
) { (arguments, console) throws(Failure) in
  if arguments.operands.isEmpty { throw arguments.usage("analyze needs a file") }
  let maxSeconds = arguments.number("--max-seconds") ?? 0
  let listening = Listening(arguments.operands, maxSeconds: maxSeconds)
  defer { listening.cancel() }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let found = try Found(try listening.next(console), path)
    console.print(found.object, orBlock: found.lines)
  }
}

/// Jobs for files, a few of them ahead of what is told.
private final class Listening {
  private static let ahead = 16

  private var waiting: ArraySlice<Bytes>
  private var started: [Started] = []

  private let maxSeconds: Double

  private struct Started {
    let path: Bytes
    let work: Result<(analysis: Handle, job: Handle), Failure>
  }

  init(_ paths: [Bytes], maxSeconds: Double) {
    (waiting, self.maxSeconds) = (paths[...], maxSeconds)
  }

  /// The next analysis, when it is done.
  func next(_ console: Console) throws(Failure) -> Handle {
    while started.count < Listening.ahead, let path = waiting.popFirst() { start(path) }
    let one = started.removeFirst()
    let work = try one.work.get()
    try check(console.wait(for: work.job) {}, .input, about: one.path)
    return work.analysis
  }

  /// A failure is kept for its turn: calls for later files replace the library's last error.
  private func start(_ path: Bytes) {
    do throws(Failure) {
      started.append(Started(path: path, work: .success(try begin(path))))
    } catch { started.append(Started(path: path, work: .failure(error))) }
  }

  private func begin(_ path: Bytes) throws(Failure) -> (analysis: Handle, job: Handle) {
    let stream = try Handle.stream(path)
    var options = aha_analysis_options_init()
    options.max_seconds = maxSeconds
    return try Handle.withJob(aha_analysis_release, .input, about: path) {
      aha_analysis_start_with(stream.pointer, &options, $0, $1)
    }
  }

  /// Ends what nobody waits for any more.
  func cancel() {
    let jobs = started.compactMap { try? $0.work.get().job }
    for job in jobs { aha_job_cancel(job.pointer) }
    for job in jobs { _ = aha_job_wait(job.pointer, -1) }
    started = []
  }
}

struct Found {
  private let path: Bytes
  private let info: aha_analysis_info
  private let tempos: [aha_tempo]
  private let onsets: [aha_onset]
  private let loops: [aha_loop_points]

  init(_ analysis: Handle, _ path: Bytes) throws(Failure) {
    self.path = path
    var info = aha_analysis_info_init()
    try check(aha_analysis_get_info(analysis.pointer, &info), .input, about: path)
    self.info = info
    var tempos = [aha_tempo](repeating: aha_tempo(), count: Int(info.tempo_count))
    var onsets = [aha_onset](repeating: aha_onset(), count: Int(info.onset_count))
    var loops = [aha_loop_points](repeating: aha_loop_points(), count: Int(info.loop_count))
    _ = aha_analysis_copy_tempos(analysis.pointer, &tempos, info.tempo_count, nil)
    _ = aha_analysis_copy_onsets(analysis.pointer, &onsets, info.onset_count, nil)
    _ = aha_analysis_copy_loops(analysis.pointer, &loops, info.loop_count, nil)
    (self.tempos, self.onsets, self.loops) = (tempos, onsets, loops)
  }

  private func seconds(_ frames: UInt64) -> Double { Double(frames) / Double(info.sample_rate) }

  private func key(_ text: Int) -> String {
    var tonality = info.tonality
    return shown(
      copiedText { aha_tonality_copy_text(&tonality, aha_tonality_text(text), $0, $1, $2) })
  }

  private var isTonal: Bool { Int(info.tonality.mode) == AHA_TONALITY_TONAL }
}

extension Found {
  var lines: String {
    let (before, after) = (info.leading_silence_frames, info.trailing_silence_frames)
    let silence = fixed(seconds(before), 3) + " s before, " + fixed(seconds(after), 3) + " s after"
    let peak = info.true_peak_db.isFinite ? fixed(info.true_peak_db, 1) + " dBTP" : ""
    let loop = loops.first.map {
      clockTime(seconds($0.begin_frame)) + " to " + clockTime(seconds($0.end_frame)) + ", "
        + percent($0.quality) + " sure"
    }
    return block(
      path,
      [
        ("length", clockTime(seconds(info.frames)) + ", \(info.frames) frames"),
        ("rate", "\(info.sample_rate) Hz"), ("loudness", loudness), ("true peak", peak),
        ("tempo", tempo), ("key", keyLine), ("onsets", "\(info.onset_count)"), ("loop", loop ?? ""),
        ("silence", before + after == 0 ? "" : silence),
      ], width: 11)
  }

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

  private var keyLine: String {
    let name = key(AHA_TONALITY_TEXT_NAME)
    guard isTonal else { return name }
    let camelot = key(AHA_TONALITY_TEXT_CAMELOT)
    var text = name + (camelot.isEmpty ? ", " : " (" + camelot + "), ")
    text += percent(info.key_confidence) + " sure"
    if info.tuning_cents != 0 { text += ", tuned " + fixed(info.tuning_cents, 0) + " cents off" }
    return text
  }

  private func percent(_ share: Double) -> String { fixed(100 * share, 0) + "%" }
}

extension Found {
  var object: JSONObject {
    [
      "file": .name(path), "sample_rate": .number(info.sample_rate),
      "channels": .number(info.channels), "frames": .number(info.frames),
      "seconds": .real(seconds(info.frames), 6), "loudness_lufs": .real(info.loudness_lufs, 2),
      "short_term_lufs": .real(info.short_term_lufs, 2), "range_lu": .real(info.range_lu, 2),
      "true_peak_db": .real(info.true_peak_db, 2),
      "tempo_bpm": .real(info.tempo_bpm > 0 ? info.tempo_bpm : .nan, 3),
      "tempo_confidence": .real(info.tempo_confidence, 3),
      "tempos": .list(tempos.map { ["bpm": .real($0.bpm, 3), "weight": .real($0.weight, 3)] }),
      "key": .text(key(AHA_TONALITY_TEXT_NAME)), "key_confidence": .real(info.key_confidence, 3),
      "scale": .number(isTonal ? info.tonality.scale : nil),
      "root": .number(isTonal ? info.tonality.root : nil),
      "camelot": .text(key(AHA_TONALITY_TEXT_CAMELOT)), "tuning_cents": .real(info.tuning_cents, 1),
      "leading_silence_frames": .number(info.leading_silence_frames),
      "trailing_silence_frames": .number(info.trailing_silence_frames),
      "onsets": .list(
        onsets.map { ["frame": .number($0.frame), "strength": .real($0.strength, 3)] }),
      "loops": .list(
        loops.map {
          [
            "begin_frame": .number($0.begin_frame), "end_frame": .number($0.end_frame),
            "quality": .real($0.quality, 3), "step": .real($0.step, 6),
          ]
        }),
    ]
  }
}
