/// Of --bpm.
let beatsPerBar: Double = 4

let bpmOption = Option("--bpm BPM", "the tempo of tracks with follow", kind: .range(1, 1000))

// Tracks that play at the tempo of --bpm.
extension TrackSession {
  /// The tempo ratio of a track. The loop of a track is a whole count of beats, whatever
  /// fraction the measured tempo leaves: only then does it stay in phase.
  ///
  /// - Parameter loop: The frames that each jump of its loop repeats.
  func followedRatio(of track: Track, loop: Int) throws(Failure) -> Double {
    func refused(_ line: String, hint: String) -> Failure {
      mixVerb.usage("track \"\(track.path)\": " + line + "; " + hint)
    }
    guard let tempo else { throw refused("follow needs a tempo", hint: "add --bpm BPM") }
    guard track.fields.speed == 1, track.fields.varispeed == 1 else {
      throw refused("follow sets its speed", hint: "leave out speed= and varispeed=")
    }
    var own = track.fields.tempo ?? 0
    if own == 0 { own = try measuredTempo(of: track.path) }
    guard own > 0 else {
      throw refused("no tempo was found in it", hint: "say which with tempo=BPM")
    }
    if track.fields.track.loop_count > 0 {
      let beats = Double(loop) / rate * own / 60
      let whole = beats.rounded()
      guard whole >= 1, abs(beats - whole) < min(0.25, 0.02 * whole) else {
        throw refused(
          "its loop has " + fixed(beats, decimals: 2) + " beats at " + fixed(own, decimals: 2)
            + " BPM and would not stay in phase", hint: "set tempo=, from= and to=")
      }
      own = whole * 60 * rate / Double(loop)
    }
    let ratio = tempo / own
    guard (0.25...4).contains(ratio) else {
      throw refused(
        "its tempo of " + fixed(own, decimals: 2) + " BPM is too far from --bpm",
        hint: "it can play 0.25 to 4 times as fast")
    }
    return ratio
  }

  /// 0: without a tempo.
  private func measuredTempo(of path: Bytes) throws(Failure) -> Double {
    // Standard input was read already.
    if same("-", path) { return 0 }
    let (analysis, job) = try Handle.withJob(.input, about: path) {
      aha_analysis_start(path.c, $0, $1)
    }
    try check(console.wait(for: job), .input, about: path)
    return filled(aha_analysis_info_init()) { aha_analysis_get_info(analysis.pointer, &$0) }
      .tempo_bpm
  }
}
