extension Console {
  /// Prints the formats that can be read, and the library that reads each.
  func printReadableFormats() {
    let module = FormatModule()
    if !isJSON { print(row(("FORMAT", 16), ("ENDINGS", 28), ("READ BY", 0))) }
    for format in builtInFormats { print(format, by: .libsndfile) }
    for format in moduleFormats { print(format, by: module) }
  }

  private func print(_ format: (name: String, endings: [String]), by library: FormatModule) {
    print(
      [
        "format": .text(format.name), "endings": .texts(format.endings),
        "library": .text(library.name), "package": .text(library.package),
        "available": .flag(library.isAvailable),
      ],
      or: row((format.name, 16), (joined(format.endings, by: " "), 28), (library.text, 0)))
  }
}

/// The library of a format.
struct FormatModule {
  let name: String
  var package = ""
  var isAvailable = false

  static let libsndfile = FormatModule(name: "libsndfile", isAvailable: true)

  private init(name: String, isAvailable: Bool) {
    (self.name, self.isAvailable) = (name, isAvailable)
  }

  /// The component for formats that libsndfile does not have.
  init() {
    name = "libaha-ffmpeg.so"
    for index in 0..<aha_component_count() {
      let info = filled(aha_component_info_init()) { aha_component_get(index, &$0) }
      guard same(name, shown(info.name).array) else { continue }
      package = shown(info.package)
      isAvailable = aha_component_load(index) == AHA_OK
    }
  }
}

extension FormatModule {
  var text: String { isAvailable ? name : name + ", which is not installed: package " + package }
}

/// Whether the ending of a file's name is one of a format that can be read.
func isSoundName(_ name: Bytes) -> Bool {
  let name = name.lowered
  return (builtInFormats + moduleFormats).contains { format in
    format.1.contains { hasEnding(name, $0) }
  }
}

private let builtInFormats = [
  ("WAV, RF64, W64", [".wav", ".rf64", ".w64"]), ("AIFF", [".aiff", ".aif"]), ("CAF", [".caf"]),
  ("FLAC", [".flac"]), ("Ogg, Opus", [".ogg", ".oga", ".opus"]), ("MP3", [".mp3"]),
  ("AU", [".au", ".snd"]), ("VOC, SVX, ...", [".voc", ".iff"]),
]

private let moduleFormats = [
  ("M4A, MP4", [".m4a", ".m4b", ".mp4", ".mov", ".3gp"]), ("ADTS", [".aac"]),
  ("Matroska, WebM", [".mka", ".mkv", ".webm", ".weba"]), ("WMA", [".wma", ".wmv", ".asf"]),
  ("AC-3, E-AC-3", [".ac3", ".eac3"]), ("DTS", [".dts"]), ("Monkey's Audio", [".ape"]),
  ("WavPack", [".wv"]), ("TTA", [".tta"]), ("TAK", [".tak"]), ("Musepack", [".mpc"]),
  ("AVI", [".avi"]), ("MPEG video", [".mpg"]), ("Flash video", [".flv"]), ("AMR", [".amr"]),
  ("DSF", [".dsf"]), ("chained Ogg", [".ogg", ".opus"]),
]
