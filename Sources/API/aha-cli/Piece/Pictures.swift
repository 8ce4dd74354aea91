let waveformVerb = Verb(
  "waveform", "FILE -o PNG", "Draw a sound's waveform",
  operands: (1...1, "waveform needs one sound"), options: stripOptions
) { (arguments, _) throws(Failure) in
  try drawStrip(arguments) { aha_waveform_draw($0, $1, $2) }
}

let spectrogramVerb = Verb(
  "spectrogram", "FILE -o PNG", "Draw a sound's spectrum over time",
  details: "From 30 Hz to 20 kHz, equal steps for equal intervals; the loudest 90 dB.",
  operands: (1...1, "spectrogram needs one sound"), options: stripOptions
) { (arguments, _) throws(Failure) in
  try drawStrip(arguments) { aha_spectrogram_draw($0, $1, $2) }
}

private let stripOptions =
  [Option("--output", short: "-o", "PNG", "the file to write")] + options(of: stripSettings)

private let stripSettings: [Setting<aha_strip_options>] = [
  Setting("--size", "WxH", "16 to 8192 pixels each; else 1600x400") {
    (strip, value) throws(Failure) in
    guard let mark = value.text.firstIndex(of: 0x78) else {
      throw value.refused("not WxH, as 1600x400")
    }
    let side = Kind.whole(16, 8192)
    strip.width = try side.read(Bytes(value.text[..<mark]), value.label).whole()
    strip.height = try side.read(Bytes(value.text[(mark + 1)...]), value.label).whole()
  },
  Setting("--foreground", "RRGGBB", "the color of the sound, as 2b62a8") {
    (strip, value) throws(Failure) in
    strip.foreground = try color(value)
  },
  Setting("--background", "RRGGBB", "the color behind it, as ffffff") {
    (strip, value) throws(Failure) in
    strip.background = try color(value)
  },
]

private func color(_ value: Value) throws(Failure) -> UInt32 {
  guard value.text.count == 6, value.text.allSatisfy(isAlphanumeric),
    let color = UInt32(value.text.string, radix: 16)
  else { throw value.refused("not RRGGBB, as ff8800") }
  return color == 0 ? UInt32(AHA_COLOR_BLACK) : color
}

private func drawStrip(
  _ arguments: Arguments,
  _ draw: (
    UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<aha_strip_options>?
  ) -> aha_result
) throws(Failure) {
  let sound = arguments.operands[0]
  let output = try arguments.output(called: "PNG")
  var options = try arguments.read(stripSettings, into: aha_strip_options_init())
  try requireReadable(sound)
  try checkDrawn(draw(sound.c, output.c, &options), from: sound, to: output)
}

/// Checks the input first: a failed drawing does not say which of two files was meant.
func requireReadable(_ path: Bytes) throws(Failure) { _ = try Handle.stream(path) }

/// Errors: the input's format, or the output.
private func checkDrawn(_ result: aha_result, from input: Bytes, to output: Bytes) throws(Failure) {
  let isInput = (-59 ... -40).contains(result) || Int(result) == AHA_ERROR_UNSUPPORTED
  try check(result, isInput ? .input : .output, about: isInput ? input : output)
}

let coverVerb = Verb(
  "cover", "FILE -o PNG | --check IMAGE [-o OUT]", "Draw a piece's cover, or check one",
  details: """
    FILE is a sound, whose tags are used, or the manifest of a piece: a name that
    ends with .json.
    IMAGE is a PNG, which becomes 640 x 640, or a JPEG of that size.
    """,
  options: [
    Option("--output", short: "-o", "PNG", "the file to write"),
    Option("--audio", "FILE", "the sound of a manifest's piece"),
  ] + options(of: coverSettings) + [Option("--check", "IMAGE", "check or convert your own picture")]
) { (arguments, console) throws(Failure) in
  if let image = arguments.value("--check") { return try checkCover(image, arguments) }
  guard arguments.operands.count == 1 else {
    throw arguments.usage("cover needs one file: a sound, or a manifest")
  }
  let file = arguments.operands[0]
  let output = try arguments.output(called: "PNG")
  let (piece, sound) = try pieceAndSound(file, arguments)
  try piece.apply(coverSettings, arguments)
  try checkDrawn(aha_cover_draw(piece.pointer, sound?.c, output.c), from: sound ?? file, to: output)
}

private let coverSettings = [
  PieceDraft.text("--title", "TEXT", "the title on it; else the file's", AHA_PIECE_TITLE),
  PieceDraft.text("--artist", "TEXT", "the artist on it; else the file's", AHA_PIECE_ARTIST),
  PieceDraft.key("as \"F# minor\" or 8A; else the file's"),
]

private func pieceAndSound(_ file: Bytes, _ arguments: Arguments) throws(Failure) -> (
  PieceFile, sound: Bytes?
) {
  if isManifest(file) {
    let sound = arguments.value("--audio")
    if let sound { try requireReadable(sound) }
    return (try .manifest(file), sound)
  }
  try refuseAudio(file, arguments)
  try requireReadable(file)
  return (try .tagsIfAny(file), file)
}

/// Errors: --audio is given for a file that is a sound itself.
func refuseAudio(_ file: Bytes, _ arguments: Arguments) throws(Failure) {
  if arguments.has("--audio") {
    throw arguments.usage("--audio is for a manifest, and \(file) is a sound")
  }
}

private func checkCover(_ image: Bytes, _ arguments: Arguments) throws(Failure)
{
  for name in ["--audio"] + options(of: coverSettings).map({ $0.name }) where arguments.has(name) {
    throw arguments.usage(name + " is for a cover that is drawn, not with --check")
  }
  if !arguments.operands.isEmpty { throw arguments.usage("--check takes one picture") }
  var info = aha_cover_info_init()
  let output = arguments.value("--output")
  if let output {
    try requireReadable(image)
    try checkDrawn(aha_cover_copy(image.c, output.c, &info), from: image, to: output)
  } else {
    try check(aha_cover_check(image.c, &info), .input, about: image)
  }
  let isJPEG = info.format == aha_image_format(AHA_IMAGE_JPEG)
  let verb = output == nil ? "will be" : "is"
  console.print(
    (isJPEG ? "JPEG" : "PNG") + ", \(info.width) x \(info.height): "
      + (info.scaled == 0 ? "stays as it is" : verb + " cut and scaled to 640 x 640"))
}

func isManifest(_ path: Bytes) -> Bool { hasEnding(lowercased(path), ".json") }
