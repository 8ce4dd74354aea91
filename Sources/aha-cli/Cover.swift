import CAha

let coverVerb = Verb(
  name: "cover", synopsis: "FILE -o PNG | --check IMAGE [-o OUT]",
  summary: "Draw a piece's cover, or check one",
  details: """
    FILE is a sound, whose tags are used, or the manifest of a piece: a name that
    ends with .json.
    IMAGE is a PNG, which becomes 640 x 640, or a JPEG of that size.
    """,
  ownOptions: [
    Option(name: "--output", short: "-o", value: "PNG", help: "the file to write"),
    Option(name: "--audio", value: "FILE", help: "the sound of a manifest's piece"),
    Option(name: "--title", value: "TEXT", help: "the title on it; else the file's"),
    Option(name: "--artist", value: "TEXT", help: "the artist on it; else the file's"),
    Option(name: "--key", value: "KEY", help: "as \"F# minor\" or 8A; else the file's"),
    Option(name: "--check", value: "IMAGE", help: "take a picture of your own"),
  ], run: runCover)

@Sendable
private func runCover(_ arguments: Arguments, _ console: Console) throws(Failure) {
  if let image = arguments.value("--check") { return try checkCover(image, arguments, console) }
  guard arguments.operands.count == 1, let file = arguments.operands.first else {
    throw coverVerb.usage("cover needs one file: a sound, or a manifest")
  }
  let output = try coverVerb.pictureOutput(arguments)
  let isManifest = lowercased(file).suffix(5).elementsEqual(".json".utf8)
  if !isManifest, arguments.has("--audio") {
    throw coverVerb.usage("--audio is for a manifest, and " + shown(file) + " is a sound")
  }
  let sound = isManifest ? arguments.value("--audio") : file
  if let sound { try requireReadable(sound) }
  let piece = try isManifest ? PieceFile.manifest(file) : PieceFile.tagsIfAny(file)
  try piece.take(arguments)
  let result = withCString(output) { output in
    guard let sound else { return aha_cover_draw(piece.pointer, nil, output) }
    return withCString(sound) { aha_cover_draw(piece.pointer, $0, output) }
  }
  try checkDrawn(result, from: sound ?? file, to: output)
}

private func checkCover(
  _ image: Bytes, _ arguments: Arguments, _ console: Console
) throws(Failure) {
  for name in ["--audio", "--title", "--artist", "--key"] where arguments.has(name) {
    throw coverVerb.usage(name + " is for a cover that is drawn, not with --check")
  }
  if !arguments.operands.isEmpty { throw coverVerb.usage("--check takes one picture") }
  var info = aha_cover_info_init()
  guard let output = arguments.value("--output") else {
    try check(withCString(image) { aha_cover_check($0, &info) }, .input, about: image)
    return console.print(coverLine(info, "will be"))
  }
  try requireReadable(image)
  let result = withCString(output) { output in
    withCString(image) { aha_cover_copy($0, output, &info) }
  }
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
    try check(withCString(key) { aha_tonality_read($0, &info.tonality) }, .input, about: [])
    try setInfo(info)
  }
}
