import CAha

/// What `aha mix` was asked to do.
struct MixRequest {
  let file: OutputFile
  let tracks: [Track]
  /// nil: until the last track ends.
  let seconds: Double?
  /// nil: chosen by the first track.
  let rate: UInt32?
  let gain: Float
  let isLimited: Bool
  let isQuiet: Bool
  let loadOptions: LoadOptions

  var output: Bytes { file.path }
  var toStandardOutput: Bool { file.isStandardOutput }

  init(_ arguments: Arguments) throws(Failure) {
    file = try OutputFile(arguments, of: mixVerb, called: "OUT")
    seconds = try arguments.number("--seconds", secondsQuantity)
    rate = try arguments.number("--rate", rateQuantity).map { UInt32($0) }
    gain = Float(try arguments.number("--gain", gainQuantity("--gain")) ?? 0)
    isLimited = !arguments.has("--no-limiter")
    isQuiet = arguments.has("--quiet")
    loadOptions = try LoadOptions(arguments)
    tracks = try readTracks(arguments.operands)
    if tracks.isEmpty { throw mixVerb.usage("mix needs a track") }
    try refuseEndless()
    try file.refuseMixedOutput(arguments)
  }

  private func refuseEndless() throws(Failure) {
    guard seconds == nil, let track = tracks.first(where: { $0.isEndless }) else { return }
    throw .usage(
      "track \"" + shown(track.path) + "\" loops for ever, so the mix would never end",
      hint: "say how long with --seconds N, or how often with loop=N")
  }
}

let rateQuantity = Quantity(
  name: "--rate", lowest: 8000, highest: 192000, isWhole: true)
