import CAha

let waveformVerb = Verb("waveform", "FILE -o PNG", "Draw a sound's waveform", options: stripOptions)
{ (arguments, console) throws(Failure) in
  try drawStrip(arguments, waveformVerb) { aha_waveform_draw($0, $1, $2) }
}

let spectrogramVerb = Verb(
  "spectrogram", "FILE -o PNG", "Draw a sound's spectrum over time",
  details: "From 30 Hz to 20 kHz, equal steps for equal intervals; the loudest 90 dB.",
  options: stripOptions
) { (arguments, console) throws(Failure) in
  try drawStrip(arguments, spectrogramVerb) { aha_spectrogram_draw($0, $1, $2) }
}

private let stripOptions = [
  Option("--output", short: "-o", "PNG", "the file to write"),
  Option("--size", "WxH", "16 to 8192 pixels each; else 1600x400"),
  Option("--foreground", "RRGGBB", "the color of the sound, as 2b62a8"),
  Option("--background", "RRGGBB", "the color behind it, as ffffff"),
]

private typealias Draw =
  @Sendable (UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<aha_strip_options>?) ->
  aha_result

private func drawStrip(_ arguments: Arguments, _ verb: Verb, _ draw: Draw) throws(Failure) {
  let sound = try arguments.only(verb.name + " needs one sound")
  let output = try verb.pictureOutput(arguments)
  try requireReadable(sound)
  var options = aha_strip_options_init()
  (options.width, options.height) = try size(arguments, verb)
  options.foreground = try color(arguments, "--foreground", verb)
  options.background = try color(arguments, "--background", verb)
  let result = draw(sound.c, output.c, &options)
  try checkDrawn(result, from: sound, to: output)
}

/// As in 1600x400; zeros when none is asked for.
private func size(_ arguments: Arguments, _ verb: Verb) throws(Failure) -> (UInt32, UInt32) {
  guard let text = arguments.value("--size") else { return (0, 0) }
  guard let mark = text.firstIndex(of: 0x78) else {
    throw verb.usage("--size \"" + shown(text) + "\" is not WxH, as 1600x400")
  }
  let side = Quantity.whole(16, 8192)
  let width = try side.read(Bytes(text[..<mark]), "--size")
  return (UInt32(width), UInt32(try side.read(Bytes(text[(mark + 1)...]), "--size")))
}

/// Six hexadecimal digits; 0 when none is asked for.
private func color(_ arguments: Arguments, _ name: String, _ verb: Verb) throws(Failure) -> UInt32 {
  guard let text = arguments.value(name) else { return 0 }
  guard text.count == 6, text[0] != 0x2b, text[0] != 0x2d,
    let value = UInt32(text.string, radix: 16)
  else { throw verb.usage(name + " \"" + shown(text) + "\" is not RRGGBB, as ff8800") }
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
    Option("--title", "TEXT", "the title on it; else the file's"),
    Option("--artist", "TEXT", "the artist on it; else the file's"),
    Option("--key", "KEY", "as \"F# minor\" or 8A; else the file's"),
    Option("--check", "IMAGE", "take a picture of your own"),
  ]
) { (arguments, console) throws(Failure) in
  if let image = arguments.value("--check") { return try checkCover(image, arguments, console) }
  let file = try arguments.only("cover needs one file: a sound, or a manifest")
  let output = try coverVerb.pictureOutput(arguments)
  let isManifest = lowercased(file).suffix(5).elementsEqual(".json".utf8)
  if !isManifest, arguments.has("--audio") {
    throw arguments.usage("--audio is for a manifest, and " + shown(file) + " is a sound")
  }
  let sound = isManifest ? arguments.value("--audio") : file
  if let sound { try requireReadable(sound) }
  let piece = try isManifest ? PieceFile.manifest(file) : PieceFile.tagsIfAny(file)
  try piece.take(arguments)
  let result = aha_cover_draw(piece.pointer, sound?.c, output.c)
  try checkDrawn(result, from: sound ?? file, to: output)
}

private func checkCover(_ image: Bytes, _ arguments: Arguments, _ console: Console) throws(Failure)
{
  for name in ["--audio", "--title", "--artist", "--key"] where arguments.has(name) {
    throw coverVerb.usage(name + " is for a cover that is drawn, not with --check")
  }
  if !arguments.operands.isEmpty { throw coverVerb.usage("--check takes one picture") }
  var info = aha_cover_info_init()
  guard let output = arguments.value("--output") else {
    try check(aha_cover_check(image.c, &info), .input, about: image)
    return console.print(coverLine(info, "will be"))
  }
  try requireReadable(image)
  let result = aha_cover_copy(image.c, output.c, &info)
  try checkDrawn(result, from: image, to: output)
  console.print(coverLine(info, "is"))
}

private func coverLine(_ info: aha_cover_info, _ verb: String) -> String {
  let isJPEG = info.format == aha_image_format(AHA_IMAGE_JPEG)
  let size = "\(info.width) x \(info.height)"
  return (isJPEG ? "JPEG" : "PNG") + ", " + size + ": "
    + (info.scaled == 0 ? "stays as it is" : verb + " cut and scaled to 640 x 640")
}

extension PieceFile {
  /// Puts what was asked for into the piece.
  fileprivate func take(_ arguments: Arguments) throws(Failure) {
    for (name, text) in [("--title", AHA_PIECE_TITLE), ("--artist", AHA_PIECE_ARTIST)] {
      if let value = arguments.value(name) { try setText(Int(text), value) }
    }
    guard let key = arguments.value("--key") else { return }
    var info = self.info
    try check(aha_tonality_read(key.c, &info.tonality), .input, about: [])
    try setInfo(info)
  }
}
