let waveformVerb = stripVerb(
  "waveform", summary: "Draw a sound's waveform",
  details: "Extremes and root mean square over time; full scale is the height."
) {
  aha_picture_draw_waveform($0, $1, $2)
}

let spectrogramVerb = stripVerb(
  "spectrogram", summary: "Draw a sound's spectrum over time",
  details: """
    From 30 Hz to 20 kHz or half the sample rate, on a logarithmic axis. Colors
    range from 90 dB below the loudest point to the loudest.
    """
) { aha_picture_draw_spectrogram($0, $1, $2) }

private typealias Draw =
  @Sendable (
    UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<aha_strip_options>?
  ) -> aha_result

private func stripVerb(
  _ name: String, summary: String, details: String = "", draw: @escaping Draw
) -> Verb {
  Verb(
    name, synopsis: "FILE -o PNG", summary: summary, details: details,
    operands: (1...1, name + " needs one sound"),
    options: [.png] + options(of: stripSettings) + [.replace]
  ) { (arguments, _) throws(Failure) in
    let sound = arguments.operands[0]
    let output = try arguments.output(called: "PNG")
    var options = try arguments.read(stripSettings, into: aha_strip_options_init())
    try requireReadable(sound)
    try checkDrawn(draw(sound.c, output.c, &options), from: sound, to: output)
  }
}

extension Option { static let png = Option("-o, --output PNG", "the file to write") }

private let stripSettings: [Setting<aha_strip_options>] = [
  Setting("--size WxH", "16 to 8192 pixels each; else 1600x400") {
    (strip, value) throws(Failure) in
    let sides = value.text.split(separator: 0x78, omittingEmptySubsequences: false)
    guard sides.count == 2 else { throw value.refused("not WxH, as 1600x400") }
    strip.width = try Kind.whole(16, 8192).read(Bytes(sides[0]), label: value.label).whole()
    strip.height = try Kind.whole(16, 8192).read(Bytes(sides[1]), label: value.label).whole()
  },
  color("--foreground RRGGBB", help: "the color of the sound, as 2b62a8") { $0.foreground = $1 },
  color("--background RRGGBB", help: "the color behind it, as ffffff") { $0.background = $1 },
]

private func color(
  _ form: String, help: String, put: @escaping @Sendable (inout aha_strip_options, UInt32) -> Void
) -> Setting<aha_strip_options> {
  Setting(form, help) { (strip, value) throws(Failure) in
    guard value.text.count == 6, value.text.allSatisfy(isAlphanumeric),
      let color = UInt32(value.text.text, radix: 16)
    else { throw value.refused("not RRGGBB, as ff8800") }
    put(&strip, color == 0 ? UInt32(AHA_COLOR_BLACK) : color)
  }
}

/// Checks the input first: a failed drawing does not say which of two files was meant.
func requireReadable(_ path: Bytes) throws(Failure) { _ = try Handle.stream(path) }

/// Errors: the input's format, or the output.
private func checkDrawn(_ result: aha_result, from input: Bytes, to output: Bytes) throws(Failure) {
  let isInput = (-59 ... -40).contains(result) || Int(result) == AHA_ERROR_UNSUPPORTED
  try check(result, isInput ? .input : .output, about: isInput ? input : output)
}

let coverVerb = Verb(
  "cover", synopsis: "FILE -o PNG\n--check IMAGE [-o OUT]",
  summary: "Draw a piece's cover, or check one",
  details: """
    FILE is a sound, whose tags are used, or the manifest of a piece: a name that
    ends with .json.
    IMAGE is a PNG, which becomes 640 x 640, or a JPEG of that size.
    """,
  options: [.png, Option("--audio FILE", "the sound of a manifest's piece")]
    + options(of: coverSettings) + [Option("--check IMAGE", "check or convert your own picture")]
    + [.replace]
) { (arguments, _) throws(Failure) in
  if let image = arguments.value("--check") { return try checkCover(image, arguments: arguments) }
  guard arguments.operands.count == 1 else {
    throw arguments.usage("cover needs one file: a sound, or a manifest")
  }
  let file = arguments.operands[0]
  let output = try arguments.output(called: "PNG")
  let (piece, sound): (PieceFile, Bytes?)
  if isManifest(file) {
    (piece, sound) = (try .manifest(file), arguments.value("--audio"))
  } else {
    try refuseAudio(file, arguments: arguments)
    (piece, sound) = (try .tagsIfAny(file), file)
  }
  if let sound { try requireReadable(sound) }
  try piece.apply(coverSettings, arguments: arguments)
  try checkDrawn(
    aha_picture_draw_cover(piece.pointer, sound?.c, output.c), from: sound ?? file, to: output)
}

private let coverSettings = [
  PieceDraft.text("--title TEXT", help: "the title on it; else the file's", field: AHA_PIECE_TITLE),
  PieceDraft.text(
    "--artist TEXT", help: "the artist on it; else the file's", field: AHA_PIECE_ARTIST),
  PieceDraft.key(help: "as \"F# minor\" or 8A; else the file's"),
]

/// Errors: --audio is given for a file that is a sound itself.
func refuseAudio(_ file: Bytes, arguments: Arguments) throws(Failure) {
  if arguments.has("--audio") {
    throw arguments.usage("--audio is for a manifest, and \(file) is a sound")
  }
}

private func checkCover(_ image: Bytes, arguments: Arguments) throws(Failure) {
  for name in ["--audio"] + options(of: coverSettings).map({ $0.name }) where arguments.has(name) {
    throw arguments.usage(name + " is for a cover that is drawn, not with --check")
  }
  if !arguments.operands.isEmpty { throw arguments.usage("--check takes one picture") }
  var info = aha_cover_info_init()
  let output = arguments.value("--output")
  if let output {
    try arguments.refuseExisting(output)
    try requireReadable(image)
    try checkDrawn(aha_picture_copy_cover(image.c, output.c, &info), from: image, to: output)
  } else {
    try check(aha_picture_copy_cover(image.c, nil, &info), .input, about: image)
  }
  let isJPEG = info.format == aha_image_format(AHA_IMAGE_JPEG)
  let change = (output == nil ? "will be" : "is") + " cut and scaled to 640 x 640"
  console.print(
    (isJPEG ? "JPEG" : "PNG") + ", \(info.width) x \(info.height): "
      + (info.is_scaled == 0 ? "stays as it is" : change))
}

func isManifest(_ path: Bytes) -> Bool { hasEnding(path.lowered, ".json") }
