import CAha

/// A kind of file that can be written.
struct FileFormat: Sendable {
  /// As --format takes it.
  let name: String
  let container: aha_container
  /// Endings of file names, the usual one first.
  let endings: [String]
  /// The default first.
  let encodings: [aha_encoding]
}

private let pcm16 = aha_encoding(AHA_ENCODING_PCM_16)
private let pcm24 = aha_encoding(AHA_ENCODING_PCM_24)
private let float32 = aha_encoding(AHA_ENCODING_FLOAT_32)

/// Every format, in the order of `aha formats`.
let fileFormats = [
  FileFormat(
    name: "wav", container: aha_container(AHA_CONTAINER_WAV), endings: [".wav"],
    encodings: [pcm16, pcm24, float32]),
  FileFormat(
    name: "rf64", container: aha_container(AHA_CONTAINER_RF64), endings: [".rf64"],
    encodings: [pcm16, pcm24, float32]),
  FileFormat(
    name: "w64", container: aha_container(AHA_CONTAINER_W64), endings: [".w64"],
    encodings: [pcm16, pcm24, float32]),
  FileFormat(
    name: "aiff", container: aha_container(AHA_CONTAINER_AIFF), endings: [".aiff", ".aif"],
    encodings: [pcm16, pcm24, float32]),
  FileFormat(
    name: "caf", container: aha_container(AHA_CONTAINER_CAF), endings: [".caf"],
    encodings: [pcm16, pcm24, float32]),
  FileFormat(
    name: "flac", container: aha_container(AHA_CONTAINER_FLAC), endings: [".flac"],
    encodings: [pcm16, pcm24]),
  FileFormat(
    name: "ogg", container: aha_container(AHA_CONTAINER_OGG), endings: [".ogg", ".oga"],
    encodings: [aha_encoding(AHA_ENCODING_VORBIS)]),
  FileFormat(
    name: "opus", container: aha_container(AHA_CONTAINER_OGG), endings: [".opus"],
    encodings: [aha_encoding(AHA_ENCODING_OPUS)]),
  FileFormat(
    name: "mp3", container: aha_container(AHA_CONTAINER_MP3), endings: [".mp3"],
    encodings: [aha_encoding(AHA_ENCODING_MP3)]),
]

extension FileFormat {
  /// True when --quality means something.
  var isLossy: Bool { encodings.count == 1 }

  static func named(_ name: Bytes) -> FileFormat? {
    fileFormats.first { same($0.name, name) }
  }

  /// The format that a file name's ending stands for.
  static func ofName(_ path: Bytes) -> FileFormat? {
    let name = lowercased(path)
    return fileFormats.first { $0.endings.contains { ends(name, with: $0) } }
  }
}

/// True for a name that has something before the ending.
private func ends(_ name: Bytes, with ending: String) -> Bool {
  let ending = Bytes(ending.utf8)
  return name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
    && name[name.count - ending.count - 1] != 0x2f
}

/// What --bits takes, and what it stands for.
let sampleWidths = [("16", pcm16), ("24", pcm24), ("32f", float32)]

/// The container for programs: as --format has it, "other" for one that can only be read.
func token(container: aha_container) -> String {
  fileFormats.first { $0.container == container }?.name ?? "other"
}

/// The encoding for programs.
func token(encoding: aha_encoding) -> String {
  switch Int(encoding) {
  case AHA_ENCODING_PCM_16: "pcm_16"
  case AHA_ENCODING_PCM_24: "pcm_24"
  case AHA_ENCODING_FLOAT_32: "float_32"
  case AHA_ENCODING_VORBIS: "vorbis"
  case AHA_ENCODING_OPUS: "opus"
  case AHA_ENCODING_MP3: "mp3"
  default: "other"
  }
}
