/// Of --bpm.
let beatsPerBar: Double = 4

let bpmOption = Option("--bpm BPM", "the tempo of tracks with follow", kind: .range(20, 999))
let metronomeOption = Option("--metronome", "click on the beats of --bpm")
let countInOption = Option(
  "--count-in N", "bars of clicks before the take begins", kind: .whole(1, 64))

// Tracks that play at the tempo of --bpm, and clicks on its beats.
extension TrackSession {
  /// Starts the clicks of --metronome and --count-in; returns the frame at which the count-in ends.
  func startMetronome(bars: UInt32, clicksOn: Bool) throws(Failure) -> UInt64 {
    guard bars > 0 || clicksOn else { return 0 }
    guard tempo != nil else {
      throw .usage("--metronome and --count-in need a tempo", hint: "add --bpm BPM")
    }
    let made = try Handle(.input, about: []) {
      aha_metronome_create(engine.pointer, nil, nil, $0)
    }
    metronome = made
    var end: UInt64 = 0
    if bars == 0 {
      try check(aha_player_start(made.pointer, nil), .input)
    } else {
      try check(aha_metronome_count_in(made.pointer, bars, 0, &end), .input)
    }
    if !clicksOn { try stopMetronome(at: end) }
    return end
  }

  func stopMetronome(at frame: UInt64) throws(Failure) {
    guard let metronome else { return }
    var ramp = aha_ramp_init()
    ramp.at_frame = frame
    try check(aha_player_stop(metronome.pointer, &ramp), .input)
  }

  /// Lets the player of a track follow --bpm; returns its tempo ratio.
  ///
  /// - Parameter loop: The frames that each jump of its loop repeats.
  func follow(_ player: Handle, of track: Track, loop: Int) throws(Failure) -> Double {
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
    try check(aha_player_follow(player.pointer, own, nil), .input, about: track.path)
    own = aha_player_followed_tempo(player.pointer)
    let beats = Double(loop) / rate * own / 60
    guard track.fields.track.loop_count == 0 || abs(beats - beats.rounded()) < 1e-6 else {
      throw refused(
        "its loop has " + fixed(beats, decimals: 2) + " beats at " + fixed(own, decimals: 2)
          + " BPM and would not stay in phase", hint: "set tempo=, from= and to=")
    }
    return tempo / own
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
