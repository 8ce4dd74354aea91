import CAha
import CCli

/// What `aha mix` was asked to do.
struct MixRequest {
  let output: Bytes
  let format: FileFormat
  let encoding: aha_encoding
  let tracks: [Track]
  /// nil: until the last track ends.
  let seconds: Double?
  /// nil: chosen by the first track.
  let rate: UInt32?
  let gain: Float
  /// 0: the library's default.
  let quality: Float
  let isDithered: Bool
  let isLimited: Bool
  let isQuiet: Bool

  var toStandardOutput: Bool { same("-", output) }

  init(_ arguments: Arguments) throws(Failure) {
    output = try outputName(arguments)
    format = try fileFormat(arguments, output)
    encoding = try sampleEncoding(arguments, format)
    quality = try encodingQuality(arguments, format)
    seconds = try arguments.number("--seconds", secondsQuantity)
    rate = try arguments.number("--rate", rateQuantity).map { UInt32($0) }
    gain = Float(try arguments.number("--gain", gainQuantity("--gain")) ?? 0)
    isDithered = !arguments.has("--no-dither")
    isLimited = !arguments.has("--no-limiter")
    isQuiet = arguments.has("--quiet")
    tracks = try readTracks(arguments.operands)
    if tracks.isEmpty { throw mixVerb.usage("mix needs a track") }
    try refuseEndless()
    try refuseMixedOutput(arguments)
  }

  private func refuseEndless() throws(Failure) {
    guard seconds == nil, let track = tracks.first(where: { $0.isEndless }) else { return }
    throw .usage(
      "track \"" + shown(track.path) + "\" loops for ever, so the mix would never end",
      hint: "say how long with --seconds N, or how often with loop=N")
  }

  private func refuseMixedOutput(_ arguments: Arguments) throws(Failure) {
    guard toStandardOutput else { return }
    if arguments.has("--json") {
      throw .usage("the file and --json can't both go to standard output")
    }
    if cli_is_terminal(1) != 0 {
      throw .usage("standard output is a terminal", hint: "send it to a file or to another program")
    }
  }
}

private let rateQuantity = Quantity(
  name: "--rate", lowest: 8000, highest: 192000, isWhole: true)
private let qualityQuantity = Quantity(
  name: "--quality", lowest: 0, highest: 1, isAboveLowest: true)

private func outputName(_ arguments: Arguments) throws(Failure) -> Bytes {
  guard let output = arguments.value("--output"), !output.isEmpty else {
    throw mixVerb.usage("mix needs -o OUT, the file to write")
  }
  return output
}

private func fileFormat(_ arguments: Arguments, _ output: Bytes) throws(Failure) -> FileFormat {
  if let name = arguments.value("--format") {
    if let format = FileFormat.named(name) { return format }
    throw .usage("--format \"" + shown(name) + "\" is not known; " + knownFormats())
  }
  if same("-", output) { return fileFormats[0] }
  if let format = FileFormat.ofName(output) { return format }
  throw .usage(
    "the ending of \"" + shown(output) + "\" names no format",
    hint: "give --format; " + knownFormats())
}

func knownFormats() -> String { "the formats are " + joined(fileFormats.map { $0.name }) }

private func sampleEncoding(
  _ arguments: Arguments, _ format: FileFormat
) throws(Failure) -> aha_encoding {
  guard let bits = arguments.value("--bits") else { return format.encodings[0] }
  let widths = sampleWidths.filter { format.encodings.contains($0.1) }
  if let width = widths.first(where: { same($0.0, bits) }) { return width.1 }
  let message = "--bits \"" + shown(bits) + "\" is not for " + format.name
  if widths.isEmpty { throw .usage(message + ", which has --quality instead") }
  throw .usage(message + "; it takes " + joined(widths.map { $0.0 }))
}

private func encodingQuality(
  _ arguments: Arguments, _ format: FileFormat
) throws(Failure) -> Float {
  guard let quality = try arguments.number("--quality", qualityQuantity) else { return 0 }
  if format.isLossy { return Float(quality) }
  let text = shown(arguments.value("--quality") ?? [])
  throw .usage(
    "--quality \"" + text + "\" is not for " + format.name + ", which keeps every sample")
}
