import CAha

/// What an analysis has found in a file.
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

// MARK: For people

extension Found {
  var lines: String {
    func line(_ label: String, _ value: String) -> String { "\n  " + padded(label, 11) + value }
    var text = shown(path)
    text += line("length", clockTime(seconds(info.frames)) + ", \(info.frames) frames")
    text += line("rate", "\(info.sample_rate) Hz")
    text += line("loudness", loudness)
    if info.true_peak_db.isFinite {
      text += line("true peak", fixed(info.true_peak_db, 1) + " dBTP")
    }
    text += line("tempo", tempo)
    text += line("key", keyLine)
    text += line("onsets", "\(info.onset_count)")
    for loop in loops.prefix(1) {
      let span = clockTime(seconds(loop.begin_frame)) + " to " + clockTime(seconds(loop.end_frame))
      text += line("loop", span + ", " + percent(loop.quality) + " sure")
    }
    let (before, after) = (info.leading_silence_frames, info.trailing_silence_frames)
    let silence = fixed(seconds(before), 3) + " s before, " + fixed(seconds(after), 3) + " s after"
    return before + after == 0 ? text : text + line("silence", silence)
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

// MARK: For programs

extension Found {
  var object: JSONObject {
    var object = JSONObject()
    object.add("file", name: path)
    object.add("sample_rate", number: UInt64(info.sample_rate))
    object.add("channels", number: UInt64(info.channels))
    object.add("frames", number: info.frames)
    object.add("seconds", number: seconds(info.frames), decimals: 6)
    object.add("loudness_lufs", number: info.loudness_lufs, decimals: 2)
    object.add("short_term_lufs", number: info.short_term_lufs, decimals: 2)
    object.add("range_lu", number: info.range_lu, decimals: 2)
    object.add("true_peak_db", number: info.true_peak_db, decimals: 2)
    object.add("tempo_bpm", number: info.tempo_bpm > 0 ? info.tempo_bpm : .nan, decimals: 3)
    object.add("tempo_confidence", number: info.tempo_confidence, decimals: 3)
    object.add("tempos", objects: tempos.map { tempo in
      var one = JSONObject()
      one.add("bpm", number: tempo.bpm, decimals: 3)
      one.add("weight", number: tempo.weight, decimals: 3)
      return one
    })
    addKey(to: &object)
    object.add("leading_silence_frames", number: info.leading_silence_frames)
    object.add("trailing_silence_frames", number: info.trailing_silence_frames)
    object.add("onsets", objects: onsets.map { onset in
      var one = JSONObject()
      one.add("frame", number: onset.frame)
      one.add("strength", number: onset.strength, decimals: 3)
      return one
    })
    object.add("loops", objects: loops.map { loopObject($0) })
    return object
  }

  private func addKey(to object: inout JSONObject) {
    object.add("key", text: key(AHA_TONALITY_TEXT_NAME))
    object.add("key_confidence", number: info.key_confidence, decimals: 3)
    object.add("scale", number: isTonal ? UInt64(info.tonality.scale) : nil)
    object.add("root", number: isTonal ? UInt64(info.tonality.root) : nil)
    object.add("camelot", text: key(AHA_TONALITY_TEXT_CAMELOT))
    object.add("tuning_cents", number: info.tuning_cents, decimals: 1)
  }

  private func loopObject(_ loop: aha_loop_points) -> JSONObject {
    var object = JSONObject()
    object.add("begin_frame", number: loop.begin_frame)
    object.add("end_frame", number: loop.end_frame)
    object.add("quality", number: loop.quality, decimals: 3)
    object.add("step", number: loop.step, decimals: 6)
    return object
  }
}
