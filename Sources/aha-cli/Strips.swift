import CAha

let waveformVerb = Verb(
  name: "waveform", synopsis: "FILE -o PNG", summary: "Draw a sound's waveform",
  ownOptions: stripOptions, run: runWaveform)

let spectrogramVerb = Verb(
  name: "spectrogram", synopsis: "FILE -o PNG", summary: "Draw a sound's spectrum over time",
  details: "From 30 Hz to 20 kHz, equal steps for equal intervals; the loudest 90 dB.",
  ownOptions: stripOptions, run: runSpectrogram)

private let stripOptions = [
  Option(name: "--output", short: "-o", value: "PNG", help: "the file to write"),
  Option(name: "--size", value: "WxH", help: "16 to 8192 pixels each; else 1600x400"),
  Option(name: "--foreground", value: "RRGGBB", help: "the color of the sound, as 2b62a8"),
  Option(name: "--background", value: "RRGGBB", help: "the color behind it, as ffffff"),
]

private typealias Draw =
  @Sendable (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<aha_strip_options>?)
  -> aha_result

@Sendable
private func runWaveform(_ arguments: Arguments, _ console: Console) throws(Failure) {
  try drawStrip(arguments, waveformVerb) { aha_waveform_draw($0, $1, $2) }
}

@Sendable
private func runSpectrogram(_ arguments: Arguments, _ console: Console) throws(Failure) {
  try drawStrip(arguments, spectrogramVerb) { aha_spectrogram_draw($0, $1, $2) }
}

private func drawStrip(
  _ arguments: Arguments, _ verb: Verb, _ draw: Draw
) throws(Failure) {
  guard arguments.operands.count == 1, let sound = arguments.operands.first else {
    throw verb.usage(verb.name + " needs one sound")
  }
  let output = try verb.pictureOutput(arguments)
  try requireReadable(sound)
  var options = aha_strip_options_init()
  (options.width, options.height) = try size(arguments, verb)
  options.foreground = try color(arguments, "--foreground", verb)
  options.background = try color(arguments, "--background", verb)
  let result = withCString(output) { output in withCString(sound) { draw($0, output, &options) } }
  try checkDrawn(result, from: sound, to: output)
}

/// As in 1600x400; zeros when none is asked for.
private func size(_ arguments: Arguments, _ verb: Verb) throws(Failure) -> (UInt32, UInt32) {
  guard let text = arguments.value("--size") else { return (0, 0) }
  guard let mark = text.firstIndex(of: 0x78) else {
    throw verb.usage("--size \"" + shown(text) + "\" is not WxH, as 1600x400")
  }
  let side = Quantity(name: "--size", lowest: 16, highest: 8192, isWhole: true)
  let width = try side.read(Bytes(text[..<mark]))
  return (UInt32(width), UInt32(try side.read(Bytes(text[(mark + 1)...]))))
}

/// Six hexadecimal digits; 0 when none is asked for.
private func color(
  _ arguments: Arguments, _ name: String, _ verb: Verb
) throws(Failure) -> UInt32 {
  guard let text = arguments.value(name) else { return 0 }
  var (value, read): (UInt32, Int) = (0, 0)
  for byte in lowercased(text.count == 6 ? text : []) {
    guard let digit = "0123456789abcdef".utf8.enumerated().first(where: { $0.element == byte })
    else { break }
    value = value << 4 | UInt32(digit.offset)
    read += 1
  }
  if read != 6 { throw verb.usage(name + " \"" + shown(text) + "\" is not RRGGBB, as ff8800") }
  return value == 0 ? UInt32(AHA_COLOR_BLACK) : value
}

extension Verb {
  /// The picture to write. Errors: there is none.
  func pictureOutput(_ arguments: Arguments) throws(Failure) -> Bytes {
    if let output = arguments.value("--output"), !output.isEmpty { return output }
    throw usage(name + " needs -o PNG, the file to write")
  }
}

/// Refuses what cannot be read, before a result leaves it open which of two files was meant.
func requireReadable(_ path: Bytes) throws(Failure) { _ = try Handle.stream(path) }

/// Throws what drawing came to: it is a format that is not right, or the output.
func checkDrawn(_ result: aha_result, from input: Bytes, to output: Bytes) throws(Failure) {
  let isInput = (-59 ... -40).contains(result) || Int(result) == AHA_ERROR_UNSUPPORTED
  try check(result, isInput ? .input : .output, about: isInput ? input : output)
}
