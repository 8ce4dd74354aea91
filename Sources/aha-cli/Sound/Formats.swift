import CAha

let formatsVerb = Verb("formats", "", "List the formats that can be written", options: [.json]) {
  (arguments, console) throws(Failure) in
  if !arguments.operands.isEmpty { throw arguments.usage("formats takes no arguments") }
  if !console.isJSON {
    console.print(row(("FORMAT", 8), ("ENDINGS", 13), ("ENCODINGS (the first is the default)", 0)))
  }
  for format in fileFormats {
    let encodings = format.encodings.map { shown(aha_encoding_name($0)) }
    console.print(
      object(format),
      or: row((format.name, 8), (joined(format.endings, " "), 13), (joined(encodings), 0)))
  }
}

private func object(_ format: FileFormat) -> JSONObject {
  [
    "format": .text(format.name), "container": .text(token(container: format.container)),
    "endings": .texts(format.endings),
    "encodings": .texts(format.encodings.map { token(encoding: $0) }),
  ]
}

struct FileFormat: Sendable {
  /// As --format takes it.
  let name: String
  let container: aha_container
  /// Endings of file names, the usual one first.
  let endings: [String]
  /// The default first.
  let encodings: [aha_encoding]
}

extension FileFormat {
  fileprivate init(_ name: String, _ container: Int, _ endings: [String], _ encodings: [Int]) {
    (self.name, self.container, self.endings) = (name, aha_container(container), endings)
    self.encodings = encodings.map { aha_encoding($0) }
  }
}

private let linear = [AHA_ENCODING_PCM_16, AHA_ENCODING_PCM_24, AHA_ENCODING_FLOAT_32]

/// Every format, in the order of `aha formats`.
let fileFormats = [
  FileFormat("wav", AHA_CONTAINER_WAV, [".wav"], linear),
  FileFormat("rf64", AHA_CONTAINER_RF64, [".rf64"], linear),
  FileFormat("w64", AHA_CONTAINER_W64, [".w64"], linear),
  FileFormat("aiff", AHA_CONTAINER_AIFF, [".aiff", ".aif"], linear),
  FileFormat("caf", AHA_CONTAINER_CAF, [".caf"], linear),
  FileFormat("flac", AHA_CONTAINER_FLAC, [".flac"], [AHA_ENCODING_PCM_16, AHA_ENCODING_PCM_24]),
  FileFormat("ogg", AHA_CONTAINER_OGG, [".ogg", ".oga"], [AHA_ENCODING_VORBIS]),
  FileFormat("opus", AHA_CONTAINER_OGG, [".opus"], [AHA_ENCODING_OPUS]),
  FileFormat("mp3", AHA_CONTAINER_MP3, [".mp3"], [AHA_ENCODING_MP3]),
]

extension FileFormat {
  /// True when --quality means something.
  var isLossy: Bool { encodings.count == 1 }

  static func named(_ name: Bytes) -> FileFormat? { fileFormats.first { same($0.name, name) } }

  /// The format that a file name's ending stands for.
  static func ofName(_ path: Bytes) -> FileFormat? {
    let name = lowercased(path)
    return fileFormats.first { $0.endings.contains { ends(name, with: $0) } }
  }
}

/// True for a name that has something before the ending.
private func ends(_ name: Bytes, with ending: String) -> Bool {
  let ending = ending.bytes
  return name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    && name[name.count - ending.count - 1] != 0x2f
}

let sampleWidths = Array(zip(["16", "24", "32f"], linear.map { aha_encoding($0) }))

/// The container for programs: as --format has it, "other" for one that can only be read.
func token(container: aha_container) -> String {
  fileFormats.first { $0.container == container }?.name ?? "other"
}

func token(encoding: aha_encoding) -> String {
  let words = ["other", "pcm_16", "pcm_24", "float_32", "vorbis", "opus", "mp3"]
  return word(words, encoding)
}
