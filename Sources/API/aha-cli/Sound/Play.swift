let playVerb = Verb(
  "play", synopsis: "TRACK...", summary: "Play tracks on a sound device",
  details: """
    TRACK is as in \(program) help mix. Several tracks follow each other without a gap;
    files without keys join without a seam, as the parts of one recording. With
    --together, or if a track has start=, follow, duck= or an endless loop, all are mixed.
    TRACK may be the URL of a file or of a station: titles are shown, and a lost
    connection is made again.
    On a terminal a line shows the time and the level, and keys are read: space pauses
    and resumes, q ends, arrows change the gain.
    """, operands: (oneOrMore, "play needs a track"),
  options: [
    Option("--device ID", "one of \(program) devices, default or null"),
    Option("--seconds N", "length; else until the last track ends", kind: .seconds),
    Option("--crossfade N", "seconds by which tracks overlap", kind: .seconds),
    Option("--together", "play all tracks at once"), panLawOption, threadsOption, bpmOption,
    metronomeOption, missingOption,
  ] + options(of: loadSettings)
) { (arguments, _) throws(Failure) in
  let wish = DeviceWish(output: arguments.value("--device") ?? [])
  let tracks = try readTracks(arguments.operands)
  let devices = try LiveDevices(wish, tracks: tracks, arguments: arguments)
  let isTogether =
    arguments.has("--together") || arguments.has("--metronome")
    || tracks.contains { $0.isTimed }
  if isTogether, arguments.has("--crossfade") {
    throw .usage("--crossfade is for tracks that follow each other")
  }
  let session = try TrackSession(
    tracks, engine: devices.engine, arguments: arguments, isRealTime: true, interrupted: "",
    crossfade: isTogether ? nil : arguments.number("--crossfade") ?? 0)
  try session.prepare()
  try devices.start(wish)
  let loop = PlayLoop(session, devices: devices, seconds: arguments.number("--seconds"))
  try loop.run()
  let files = tracks.map { $0.path }.filter { !Station.isOne($0) }
  LibraryNotes().note(plays: files, seconds: Double(loop.position) / session.rate)
  try loop.tally.end()
}

private final class PlayLoop: LiveLoop {
  private enum State { case playing, fading, paused }

  private let limit: UInt64?
  private var state = State.playing
  private var isEnding = false
  private var gain: Float = 0
  /// The frame at which the fade is over, and a timeout for a device that stands still.
  private var fadeEnd = (frame: UInt64(0), seconds: 0.0)

  init(_ session: TrackSession, devices: LiveDevices, seconds: Double?) {
    let rate = session.rate
    limit = seconds.map { max(1, UInt64(($0 * rate).rounded())) }
    super.init(session, devices: devices)
  }

  override func step() throws(Failure) -> Bool {
    try session.refuseInterrupted()
    switch state {
    case .playing:
      let isOver = limit.map { position >= $0 } ?? false
      if isEnding || isOver || areTracksOver { try fade(thenEnd: true) }
      return true
    case .fading:
      if position < fadeEnd.frame, cli_clock_seconds() < fadeEnd.seconds { return true }
      try check(aha_device_stop(devices.output.pointer), .input)
      state = .paused
      return !isEnding
    case .paused: return !isEnding
    }
  }

  override func press(_ key: Key) throws(Failure) {
    switch key {
    case .quit: isEnding = true
    case .space: try togglePause()
    case .louder: try setGain(gain + 1)
    case .softer: try setGain(gain - 1)
    }
  }

  override func line() -> String {
    let notes = gain == 0 ? [] : ["gain " + (gain > 0 ? "+" : "") + plain(Double(gain)) + " dB"]
    return liveLine(
      state == .playing || isEnding ? "playing" : "paused", seconds: Double(position) / rate,
      peak: session.peak(), notes: notes)
  }

  override var pause: Int32 {
    if state == .fading { return 5 }
    guard let limit, state == .playing else { return 100 }
    let left = limit > position ? Double(limit - position) / rate : 0
    return Int32(max(1, min(100, left * 1000)))
  }

  private func togglePause() throws(Failure) {
    guard !isEnding else { return }
    if state == .playing { return try fade(thenEnd: false) }
    if state == .paused { try check(aha_device_start(devices.output.pointer), .input) }
    state = .playing
    try applyGain(gain)
  }

  /// A device stops at once, which would click, and drops samples in its buffer.
  private func fade(thenEnd: Bool) throws(Failure) {
    isEnding = thenEnd
    state = .fading
    try applyGain(-.infinity)
    let status = filled(aha_device_status_init()) {
      aha_device_get_status(devices.output.pointer, &$0)
    }
    let seconds = 0.02 + Double(max(0, status.latency_ms)) / 1000
    fadeEnd = (position + UInt64(seconds * rate), cli_clock_seconds() + seconds + 1)
  }

  private func setGain(_ wanted: Float) throws(Failure) {
    gain = max(-60, min(24, wanted))
    if state == .playing { try applyGain(gain) }
  }

  private func applyGain(_ gain: Float) throws(Failure) {
    try check(session.setGain(gain), .input)
  }
}
