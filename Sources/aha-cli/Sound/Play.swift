import CAha
import CCli

let playVerb = Verb(
  "play", "TRACK...", "Play tracks on a sound device",
  details: """
    TRACK is as in aha help mix. On a terminal a line shows the time and the level,
    and keys are read: space pauses and goes on, q ends, arrows change the gain.
    """,
  options: [
    .device, Option("--seconds", "N", "how long; else until the last track ends", .seconds),
  ] + loadOptions
) { (arguments, console) throws(Failure) in
  let seconds = arguments.number("--seconds")
  let wish = DeviceWish(output: arguments.value("--device") ?? [])
  let tracks = try readTracks(arguments.operands)
  if tracks.isEmpty { throw arguments.usage("play needs a track") }
  let devices = try LiveDevices(wish, tracks)
  let session = TrackSession(
    tracks, devices.engine, console, arguments.soundOptions, isQuiet: false, isRealTime: true,
    interrupted: "")
  try session.load()
  try session.stretch()
  try session.arrange()
  try devices.start(wish)
  let loop = PlayLoop(session, devices, seconds: seconds)
  try loop.run()
  LibraryNotes().play(tracks.map { $0.path }, seconds: Double(loop.position) / loop.rate)
  try loop.tally.end()
}

extension Option {
  static let device = Option("--device", "ID", "one of aha devices, or null; else the default one")
}

/// Plays until the tracks, the time or the person's patience is over.
final class PlayLoop: LiveLoop {
  private enum State { case playing, fading, paused }

  private let limit: UInt64?
  private var state = State.playing
  private var isEnding = false
  private var gain: Float = 0
  /// Where the fade can be heard no more, and the time by which a device that stands still would
  /// have come there.
  private var fadeEnd = (frame: UInt64(0), seconds: 0.0)

  init(_ session: TrackSession, _ devices: LiveDevices, seconds: Double?) {
    let rate = Double(aha_engine_sample_rate(session.engine.pointer))
    limit = seconds.map { max(1, UInt64(($0 * rate).rounded())) }
    super.init(session, devices)
  }

  override func step() throws(Failure) -> Bool {
    try session.refuseInterrupted()
    switch state {
    case .playing:
      if isEnding || isOver { try fade(thenEnd: true) }
      return true
    case .fading:
      if position < fadeEnd.frame, cli_clock_seconds() < fadeEnd.seconds { return true }
      try setRunning(false)
      state = .paused
      return !isEnding
    case .paused: return !isEnding
    }
  }

  override func press(_ key: Key) throws(Failure) {
    switch key {
    case .quit: isEnding = true
    case .space: try pauseOrGoOn()
    case .louder: try setGain(gain + 1)
    case .softer: try setGain(gain - 1)
    }
  }

  override func line() -> LiveLine {
    var meter = aha_bus_meter_init()
    _ = aha_bus_get_meter(master, &meter)
    return LiveLine(
      state: state == .playing || isEnding ? "playing" : "paused", seconds: Double(position) / rate,
      peak: cli_decibels(Double(max(meter.peak_left, meter.peak_right))),
      notes: gain == 0 ? [] : ["gain " + (gain > 0 ? "+" : "") + fixed(Double(gain), 0) + " dB"])
  }

  override var pause: Int32 {
    if state == .fading { return 5 }
    guard let limit, state == .playing else { return 100 }
    let left = limit > position ? Double(limit - position) / rate : 0
    return Int32(max(1, min(100, left * 1000)))
  }

  private var master: OpaquePointer? { aha_engine_master_bus(session.engine.pointer) }

  private var isOver: Bool {
    if let limit, position >= limit { return true }
    return areTracksOver
  }

  private func pauseOrGoOn() throws(Failure) {
    guard !isEnding else { return }
    if state == .playing { return try fade(thenEnd: false) }
    if state == .paused { try setRunning(true) }
    state = .playing
    try applyGain(gain)
  }

  /// A device that stops does so at once, which would click, and drop what it has not played yet.
  private func fade(thenEnd: Bool) throws(Failure) {
    isEnding = thenEnd
    state = .fading
    try applyGain(-.infinity)
    var status = aha_device_status_init()
    _ = aha_device_get_status(devices.output.pointer, &status)
    let seconds = 0.02 + Double(max(0, status.latency_ms)) / 1000
    fadeEnd = (position + UInt64(seconds * rate), cli_clock_seconds() + seconds + 1)
  }

  private func setGain(_ wanted: Float) throws(Failure) {
    gain = max(-60, min(24, wanted))
    if state == .playing { try applyGain(gain) }
  }

  private func applyGain(_ gain: Float) throws(Failure) {
    try check(aha_bus_set_gain_db(master, gain), .input, about: [])
  }

  private func setRunning(_ isRunning: Bool) throws(Failure) {
    let device = devices.output.pointer
    try check(isRunning ? aha_device_start(device) : aha_device_stop(device), .input, about: [])
  }
}
