let analyzeVerb = Verb(
  "analyze", synopsis: "FILE...", summary: "Measure loudness, tempo, key and loop points",
  details: "FILE may be -, for standard input; --write-gain needs a file.",
  operands: (oneOrMore, "analyze needs a file"),
  options: [
    Option("--max-seconds N", "refuse longer sounds; else no limit", kind: .range(0, 1e9)),
    Option("--write-gain", "write ReplayGain, in Opus R128, into FILE"), .json,
  ]
) { (arguments, console) throws(Failure) in
  if arguments.has("--write-gain"), arguments.operands.contains(where: { same("-", $0) }) {
    throw arguments.usage("--write-gain can't change standard input")
  }
  var options = aha_analysis_options_init()
  options.max_seconds = arguments.number("--max-seconds") ?? 0
  var analyses = WorkAhead(arguments.operands, count: 16) { [options] (path) throws(Failure) in
    let (stream, options) = (try Handle.sound(path), [options])
    return try Handle.withJob(.input, about: path) {
      aha_analysis_start_stream(stream.pointer, options, $0, $1)
    }
  }
  try console.each(arguments.operands, file: { $0 }) { (path) throws(Failure) in
    let (analysis, job) = try analyses.next()
    try check(console.wait(for: job), .input, about: path)
    if arguments.has("--write-gain") {
      try check(aha_analysis_write_gain(analysis.pointer, path.c), .output, about: path)
    }
    console.print(Analysis(analysis, path: path).record, under: path, width: 11)
  }
}

private struct Analysis {
  private let path: Bytes
  private let info: aha_analysis_info
  private var tempos: [aha_tempo]
  private var onsets: [aha_onset]
  private var beats: [aha_beat]
  private var loops: [aha_loop_points]
  private let keys: AnalyzedKeys

  init(_ analysis: Handle, path: Bytes) {
    self.path = path
    info = filled(aha_analysis_info_init()) { aha_analysis_get_info(analysis.pointer, &$0) }
    tempos = [aha_tempo](repeating: aha_tempo(), count: Int(info.tempo_count))
    onsets = [aha_onset](repeating: aha_onset(), count: Int(info.onset_count))
    beats = [aha_beat](repeating: aha_beat(), count: Int(info.beat_count))
    loops = [aha_loop_points](repeating: aha_loop_points(), count: Int(info.loop_count))
    _ = aha_analysis_copy_tempos(analysis.pointer, &tempos, info.tempo_count, nil)
    _ = aha_analysis_copy_onsets(analysis.pointer, &onsets, info.onset_count, nil)
    _ = aha_analysis_copy_beats(analysis.pointer, &beats, info.beat_count, nil)
    _ = aha_analysis_copy_loops(analysis.pointer, &loops, info.loop_count, nil)
    keys = AnalyzedKeys(analysis, sampleRate: info.sample_rate)
  }

  var record: Record {
    let (before, after) = (info.leading_silence_frames, info.trailing_silence_frames)
    let silence =
      fixed(seconds(before), decimals: 3) + " s before, " + fixed(seconds(after), decimals: 3)
      + " s after"
    let peak = info.true_peak_db.isFinite ? fixed(info.true_peak_db, decimals: 1) + " dBTP" : ""
    let length = clockTime(seconds(info.frames)) + ", \(info.frames) frames"
    let isTonal = Int(info.tonality.mode) == AHA_TONALITY_TONAL
    return Record([
      Field("file", .name(path)), Field("length", length),
      Field(
        "sample_rate", .number(info.sample_rate), label: "rate", text: "\(info.sample_rate) Hz"),
      Field("channels", .number(info.channels)), Field("frames", .number(info.frames)),
      Field("seconds", .real(seconds(info.frames), decimals: 6)),
      Field(
        "loudness_lufs", .real(info.loudness_lufs, decimals: 2), label: "loudness", text: loudness),
      Field("short_term_lufs", .real(info.short_term_lufs, decimals: 2)),
      Field("range_lu", .real(info.range_lu, decimals: 2)),
      Field("true_peak_db", .real(info.true_peak_db, decimals: 2), label: "true peak", text: peak),
      Field(
        "tempo_bpm", .knownReal(max(0, info.tempo_bpm), decimals: 3), label: "tempo", text: tempo),
      Field("tempo_confidence", .real(info.tempo_confidence, decimals: 3)),
      Field(
        "tempos",
        .list(
          tempos.map {
            ["bpm": .real($0.bpm, decimals: 3), "weight": .real($0.weight, decimals: 3)]
          })),
      Field("time_signature", .text(signature), label: "meter", text: meter),
      Field("time_signature_confidence", .real(info.time_signature_confidence, decimals: 3)),
      Field("beats", .list(beats.map { record($0) }), label: "beats", text: beatRange),
      Field(
        "key", .name(keyText(info.tonality, as: AHA_TONALITY_TEXT_NAME)), label: "key", text: key),
      Field("key_confidence", .real(info.key_confidence, decimals: 3)),
      Field("scale", .number(isTonal ? info.tonality.scale : nil)),
      Field("root", .number(isTonal ? info.tonality.root : nil)),
      Field("camelot", .name(keyText(info.tonality, as: AHA_TONALITY_TEXT_CAMELOT))),
      Field("tuning_cents", .real(info.tuning_cents, decimals: 1)), keys.sectionsField,
      keys.chordsField,
      Field("leading_silence_frames", .number(before)),
      Field("trailing_silence_frames", .number(after)),
      Field(
        "onsets",
        .list(
          onsets.map { ["frame": .number($0.frame), "strength": .real($0.strength, decimals: 3)] }),
        label: "onsets", text: "\(info.onset_count)"),
      Field(
        "loops", .list(loops.map { record($0) }), label: "loop",
        text: loops.first.map { line($0) } ?? ""),
      Field("silence", before + after == 0 ? "" : silence),
    ])
  }

  private func seconds(_ frames: UInt64) -> Double { Double(frames) / Double(info.sample_rate) }

  private func percent(_ share: Double) -> String { fixed(100 * share, decimals: 0) + "%" }

  private var loudness: String {
    guard info.loudness_lufs.isFinite else { return "none" }
    let text = fixed(info.loudness_lufs, decimals: 1) + " LUFS"
    guard info.short_term_lufs.isFinite else { return text }
    let highest = ", at most " + fixed(info.short_term_lufs, decimals: 1) + " LUFS"
    return text + highest + ", range " + fixed(info.range_lu, decimals: 1) + " LU"
  }

  private var tempo: String {
    guard info.tempo_bpm > 0 else { return "none" }
    let text =
      fixed(info.tempo_bpm, decimals: 2) + " BPM, " + percent(info.tempo_confidence) + " sure"
    let others = tempos.dropFirst().map { fixed($0.bpm, decimals: 2) }
    return others.isEmpty ? text : text + "; else " + joined(others, by: " or ")
  }

  private var signature: String {
    info.beats_per_bar > 0 ? "\(info.beats_per_bar)/\(info.beat_unit)" : ""
  }

  private var meter: String {
    guard info.beats_per_bar > 0 else { return beats.isEmpty ? "" : "unknown" }
    return signature + ", " + percent(info.time_signature_confidence) + " sure"
  }

  /// The count of beats, and the range of their tempos.
  private var beatRange: String {
    let tempos = beats.map { $0.bpm }
    guard let slowest = tempos.min(), let fastest = tempos.max() else { return "" }
    let range = fixed(slowest, decimals: 1) + " to " + fixed(fastest, decimals: 1) + " BPM"
    return "\(beats.count), " + range
  }

  private var key: String {
    let name = keyText(info.tonality)
    guard Int(info.tonality.mode) == AHA_TONALITY_TONAL else { return name }
    let text = name + ", " + percent(info.key_confidence) + " sure"
    if info.tuning_cents == 0 { return text }
    return text + ", tuned " + fixed(info.tuning_cents, decimals: 0) + " cents off"
  }

  private func line(_ loop: aha_loop_points) -> String {
    clockTime(seconds(loop.begin_frame)) + " to " + clockTime(seconds(loop.end_frame)) + ", "
      + percent(loop.quality) + " sure"
  }

  private func record(_ beat: aha_beat) -> Record {
    [
      "frame": .number(beat.frame), "bpm": .real(beat.bpm, decimals: 2),
      "number": .number(beat.number), "bar": .number(beat.bar),
    ]
  }

  private func record(_ loop: aha_loop_points) -> Record {
    [
      "begin_frame": .number(loop.begin_frame), "end_frame": .number(loop.end_frame),
      "quality": .real(loop.quality, decimals: 3), "step": .real(loop.step, decimals: 6),
    ]
  }
}
