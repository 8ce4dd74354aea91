import CAha

let playVerb = Verb(
  name: "play", synopsis: "TRACK...", summary: "Play tracks on a sound device",
  details: """
    TRACK is as in aha help mix. On a terminal a line shows the time and the level,
    and keys are read: space pauses and goes on, q ends, arrows change the gain.
    """,
  ownOptions: [
    .device,
    Option(name: "--seconds", value: "N", help: "how long; else until the last track ends"),
  ] + LoadOptions.options, run: runPlay)

extension Option {
  static let device = Option(
    name: "--device", value: "ID", help: "one of aha devices, or null; else the default one")
}

@Sendable
private func runPlay(_ arguments: Arguments, _ console: Console) throws(Failure) {
  let seconds = try arguments.number("--seconds", secondsQuantity)
  let wish = DeviceWish(output: arguments.value("--device") ?? [])
  let loadOptions = try LoadOptions(arguments)
  let tracks = try readTracks(arguments.operands)
  if tracks.isEmpty { throw playVerb.usage("play needs a track") }
  let devices = try LiveDevices(wish, tracks)
  let session = TrackSession(
    tracks, devices.engine, console, loadOptions, isQuiet: false, isRealTime: true,
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
