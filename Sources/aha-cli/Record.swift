import CAha
import CCli

let recordVerb = Verb(
  name: "record", synopsis: "-o FILE [TRACK...]", summary: "Record a microphone, or what is played",
  details: """
    Records until q or Ctrl-C, which end the take well, for --seconds, or with
    --source master until the last track ends. Space leaves out what follows until
    it is pressed again. A .wav file may grow past 4 GiB. Without --bits samples
    are 32-bit floating point, in FLAC 24 bits. TRACK is as in aha help
    mix, and is heard while the microphone is recorded; the microphone is not.
    """,
  ownOptions: recordOptions, run: runRecord)

private let recordOptions =
  [
    Option(name: "--output", short: "-o", value: "FILE", help: "the file to write"),
    Option(name: "--source", value: "SOURCE", help: "mic, else master: what is played"),
    Option(name: "--device", value: "ID", help: "mic: what is recorded; master: what plays"),
    Option(name: "--output-device", value: "ID", help: "where tracks are heard, with mic"),
    Option(name: "--seconds", value: "N", help: "how long, pauses included"),
  ] + encodingOptions + LoadOptions.options + [
    Option(name: "--replace", help: "replace a file that is there"),
  ]

@Sendable
private func runRecord(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let request = try RecordRequest(arguments)
  let loadOptions = try LoadOptions(arguments)
  let devices = try LiveDevices(request.devices, request.tracks)
  let session = TrackSession(
    request.tracks, devices.engine, console, loadOptions, isQuiet: false, isRealTime: true,
    interrupted: "; " + shown(request.output) + " was not made")
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
