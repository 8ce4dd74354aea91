let formatsVerb = Verb(
  "formats", synopsis: "", summary: "List the formats that can be written or read",
  operands: (0...0, "formats takes no arguments"),
  options: [Option("--read", "list the formats that can be read, and by which library"), .json]
) { (arguments, console) throws(Failure) in
  if arguments.has("--read") { return console.printReadableFormats() }
  console.printWritableFormats()
}

extension Console {
  /// Prints the formats that can be written, and the library that writes each.
  fileprivate func printWritableFormats() {
    let module = FormatModule()
    if !isJSON {
      let encodings = "ENCODINGS (the first is the default)"
      print(
        row(("FORMAT", 8), ("TYPE", 12), ("ENDINGS", 13), (encodings, 38), ("WRITTEN BY", 0)))
    }
    for format in fileFormats {
      let encodings = format.encodings.map { shown(aha_format_encoding_name($0)) }
      let writer = format.needsModule ? module : .libsndfile
      print(
        [
          "format": .text(format.name), "container": .text(token(container: format.container)),
          "type": .name(format.type), "endings": .texts(format.endings),
          "encodings": .texts(format.encodings.map { token(encoding: $0) }),
          "library": .text(writer.name), "package": .text(writer.package),
          "available": .flag(writer.isAvailable),
        ],
        or: row(
          (format.name, 8), (shown(format.type), 12), (joined(format.endings, by: " "), 13),
          (joined(encodings), 38), (writer.text, 0)))
    }
  }
}

struct FileFormat: Sendable {
  let name: String
  let container: aha_container
  /// Endings of file names, the usual one first.
  let endings: [String]
  /// The default first.
  let encodings: [aha_encoding]

  fileprivate init(_ name: String, container: Int, endings: [String], encodings: [Int]) {
    (self.name, self.container, self.endings) = (name, aha_container(container), endings)
    self.encodings = encodings.map { aha_encoding($0) }
  }

  /// The ending of a new file; ALAC has that of its container.
  var ending: String {
    endings.first ?? fileFormats.first { $0.container == container }?.endings.first ?? ""
  }

  var isLossy: Bool { encodings.count == 1 }

  var needsModule: Bool { container == AHA_CONTAINER_M4A }

  /// By a name of `aha formats`, or by another one of the same media type.
  static func named(_ name: Bytes) -> FileFormat? {
    if let format = fileFormats.first(where: { same($0.name, name) }) { return format }
    let type = mediaType(name)
    return type.isEmpty ? nil : fileFormats.first { $0.type == type }
  }

  /// Its media type; "" for RF64 and ALAC, which have none of their own.
  var type: Bytes { mediaType(name.array) }

  static func ofName(_ path: Bytes) -> FileFormat? {
    let name = fileName(path).lowered
    return fileFormats.first { format in
      format.endings.contains { $0.utf8.count < name.count && hasEnding(name, $0) }
    }
  }
}

/// The usual media type of an ending or a media type; "" for another word.
func mediaType(_ name: Bytes) -> Bytes {
  copiedText { aha_format_copy_media_type(name.c, $0, $1, $2) }
}

func hasEnding(_ name: Bytes, _ ending: String) -> Bool {
  name.suffix(ending.utf8.count).elementsEqual(ending.utf8)
}

private let linear = [
  AHA_ENCODING_PCM_16, AHA_ENCODING_PCM_24, AHA_ENCODING_PCM_32, AHA_ENCODING_FLOAT_32,
]

let fileFormats = [
  FileFormat("wav", container: AHA_CONTAINER_WAV, endings: [".wav"], encodings: linear),
  FileFormat("rf64", container: AHA_CONTAINER_RF64, endings: [".rf64"], encodings: linear),
  FileFormat("w64", container: AHA_CONTAINER_W64, endings: [".w64"], encodings: linear),
  FileFormat("aiff", container: AHA_CONTAINER_AIFF, endings: [".aiff", ".aif"], encodings: linear),
  FileFormat("caf", container: AHA_CONTAINER_CAF, endings: [".caf"], encodings: linear),
  FileFormat(
    "flac", container: AHA_CONTAINER_FLAC, endings: [".flac"],
    encodings: [AHA_ENCODING_PCM_16, AHA_ENCODING_PCM_24]),
  FileFormat(
    "ogg", container: AHA_CONTAINER_OGG, endings: [".ogg", ".oga"], encodings: [AHA_ENCODING_VORBIS]
  ),
  FileFormat(
    "opus", container: AHA_CONTAINER_OGG, endings: [".opus"], encodings: [AHA_ENCODING_OPUS]),
  FileFormat("mp3", container: AHA_CONTAINER_MP3, endings: [".mp3"], encodings: [AHA_ENCODING_MP3]),
  FileFormat("m4a", container: AHA_CONTAINER_M4A, endings: [".m4a"], encodings: [AHA_ENCODING_AAC]),
  // AHA_ENCODING_ALAC has 24 bits; with a word length it is that of PCM.
  FileFormat(
    "alac", container: AHA_CONTAINER_M4A, endings: [],
    encodings: [AHA_ENCODING_ALAC, AHA_ENCODING_PCM_16, AHA_ENCODING_PCM_24]),
]

let sampleWidths = Array(zip(["16", "24", "32", "32f"], linear.map { aha_encoding($0) }))

/// The container for programs: as --format has it, "other" for one without a number.
func token(container: aha_container) -> String {
  fileFormats.first { $0.container == container }?.name
    ?? word(
      [
        "other", "wav", "rf64", "w64", "aiff", "caf", "flac", "ogg", "mp3", "m4a", "matroska",
        "wma", "adts",
      ], at: container)
}

func token(encoding: aha_encoding) -> String {
  word(
    [
      "other", "pcm_16", "pcm_24", "float_32", "vorbis", "opus", "mp3", "aac", "alac", "wma", "ac3",
      "dts", "pcm_32",
    ], at: encoding)
}
