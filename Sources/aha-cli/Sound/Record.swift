import CAha
import CCli

let recordVerb = Verb(
  "record", "-o FILE [TRACK...]", "Record a microphone, or what is played",
  details: """
    Records until q or Ctrl-C, which end the take well, for --seconds, or with
    --source master until the last track ends. Space leaves out what follows until
    it is pressed again. A .wav file may grow past 4 GiB. Without --bits samples
    are 32-bit floating point, in FLAC 24 bits. TRACK is as in aha help
    mix, and is heard while the microphone is recorded; the microphone is not.
    """, options: recordOptions
) { (arguments, console) throws(Failure) in
  let request = try RecordRequest(arguments)
  let devices = try LiveDevices(request.devices, request.tracks)
  let session = TrackSession(
    request.tracks, devices.engine, console, arguments.soundOptions, isQuiet: false,
    isRealTime: true, interrupted: "; " + shown(request.output) + " was not made")
  try session.load()
  try session.stretch()
  try session.arrange()
  let take = try Take(request, devices)
  try take.start(seconds: request.seconds, rate: aha_engine_sample_rate(devices.engine.pointer))
  try devices.start(request.devices)
  let loop = RecordLoop(session, devices, take)
  try loop.run()
  let result = aha_recorder_wait(take.recorder.pointer, -1)
  let failure = result < 0 ? Failure.library(result, .output, about: request.output) : nil
  loop.display.close()
  report(take, devices.engine, console)
  if let failure { throw failure }
  LibraryNotes().take(request.output, seconds: Double(take.status.frames) / loop.rate)
  try loop.tally.end()
  try refuseTermination(request)
}

private let recordOptions =
  [
    Option("--output", short: "-o", "FILE", "the file to write"),
    Option("--source", "SOURCE", "mic, else master: what is played"),
    Option("--device", "ID", "mic: what is recorded; master: what plays"),
    Option("--output-device", "ID", "where tracks are heard, with mic"),
    Option("--seconds", "N", "how long, pauses included", .seconds),
  ] + encodingOptions + loadOptions + [Option("--replace", "replace a file that is there")]

/// Ctrl-C is how a take is ended; any other signal asks the program to end.
private func refuseTermination(_ request: RecordRequest) throws(Failure) {
  if cli_caught_signal() == 0 || cli_caught_signal() == SIGINT { return }
  throw .interrupted("interrupted; " + shown(request.output) + " is complete")
}

private func report(_ take: Take, _ engine: Handle, _ console: Console) {
  for index in 0..<take.status.file_count {
    let path = copiedText { aha_recorder_copy_path(take.recorder.pointer, index, $0, $1, $2) }
    guard let info = try? fileInfo(path, engine) else { continue }
    console.print(shown(path) + ": " + joined(facts(info, bytes: info.file_bytes)))
  }
  let dropouts = take.inputStatus.underruns + take.inputStatus.skips
  if dropouts > 0 { console.say("aha: warning: the input was late \(dropouts) times") }
}

struct RecordRequest {
  let file: OutputFile
  let isOfMicrophone: Bool
  let devices: DeviceWish
  let tracks: [Track]
  /// nil: until it is ended, or until the last track ends.
  let seconds: Double?
  let isReplacing: Bool

  var output: Bytes { file.path }

  init(_ arguments: Arguments) throws(Failure) {
    file = try OutputFile(arguments, of: recordVerb, called: "FILE")
    if file.isStandardOutput {
      throw .usage("a take can't go to standard output", hint: "its header is put right at the end")
    }
    isOfMicrophone = try isMicrophone(arguments.value("--source"))
    seconds = arguments.number("--seconds")
    isReplacing = arguments.has("--replace")
    tracks = try readTracks(arguments.operands)
    if !isOfMicrophone, tracks.isEmpty {
      throw recordVerb.usage("--source master records tracks, and needs one")
    }
    devices = try deviceWish(arguments, isOfMicrophone, hasTracks: !tracks.isEmpty)
  }
}

private func isMicrophone(_ source: Bytes?) throws(Failure) -> Bool {
  guard let source else { return true }
  if same("mic", source) { return true }
  if same("master", source) { return false }
  throw recordVerb.usage("--source \"" + shown(source) + "\" is neither mic nor master")
}

/// Where nothing is to be heard, the null device is the clock.
private func deviceWish(_ arguments: Arguments, _ isOfMicrophone: Bool, hasTracks: Bool)
  throws(Failure) -> DeviceWish
{
  let device = arguments.value("--device") ?? []
  let output = arguments.value("--output-device")
  if isOfMicrophone {
    return DeviceWish(output: output ?? (hasTracks ? [] : "null".bytes), input: device)
  }
  if output == nil { return DeviceWish(output: device) }
  throw recordVerb.usage("--output-device goes with --source mic; use --device")
}

final class RecordLoop: LiveLoop {
  private let take: Take
  private var isStopped = false

  init(_ session: TrackSession, _ devices: LiveDevices, _ take: Take) {
    self.take = take
    super.init(session, devices)
  }

  override func step() throws(Failure) -> Bool {
    if session.console.isInterrupted || areAllPlayed { stop() }
    return Int(take.status.state) < AHA_RECORDER_FINISHED
  }

  override func press(_ key: Key) throws(Failure) {
    switch key {
    case .quit: stop()
    case .space: pauseOrGoOn()
    case .louder, .softer: break
    }
  }

  override func line() -> LiveLine {
    let status = take.status
    return LiveLine(
      state: stateName(status.state), seconds: Double(status.frames) / rate, peak: take.readPeak(),
      notes: [remaining(status.remaining_seconds), size(status.bytes)].compactMap { $0 })
  }

  /// A microphone may have something to say when the tracks are over.
  private var areAllPlayed: Bool { devices.input == nil && areTracksOver }

  /// A take that has ended by itself refuses to be stopped, paused or resumed, which is no failure.
  private func stop() {
    if !isStopped { _ = aha_recorder_stop(take.recorder.pointer) }
    isStopped = true
  }

  private func pauseOrGoOn() {
    let isPaused = Int(take.status.state) == AHA_RECORDER_PAUSED
    let recorder = take.recorder.pointer
    _ = isPaused ? aha_recorder_resume(recorder) : aha_recorder_pause(recorder)
  }

  private func stateName(_ state: aha_recorder_state) -> String {
    switch Int(state) {
    case AHA_RECORDER_READY, AHA_RECORDER_WAITING: "waiting"
    case AHA_RECORDER_PAUSED: "paused"
    case AHA_RECORDER_RECORDING: "recording"
    default: "finishing"
    }
  }

  private func remaining(_ seconds: Int64) -> String? {
    if seconds < 0 { return nil }
    let isLong = seconds >= 360_000
    return (isLong ? "over 99 h" : minutesAndSeconds(UInt64(seconds))) + " left on disk"
  }

  private func size(_ bytes: UInt64) -> String { fixed(Double(bytes) / 1e6, 1) + " MB" }
}
