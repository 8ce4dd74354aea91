import AhaBase

/// The names of a file's format: its media type, the endings of file names, and other media types
/// in use for it.
public enum MediaTypes {
  private static let unknown = "application/octet-stream"

  /// A type, endings with the usual one first, and further types.
  private typealias Entry = (type: String, endings: [String], others: [String])

  private static var all: [Entry] {
    [
      (
        "audio/wav", ["wav", "wave"],
        ["audio/x-wav", "audio/wave", "audio/vnd.wave", "audio/x-pn-wav"]
      ),
      ("audio/flac", ["flac"], ["audio/x-flac"]),
      ("audio/ogg", ["ogg", "oga"], ["audio/x-ogg", "application/ogg", "audio/vorbis"]),
      ("audio/opus", ["opus"], ["audio/x-opus"]),
      ("audio/mpeg", ["mp3"], ["audio/mp3", "audio/x-mp3", "audio/x-mpeg", "audio/mpeg3"]),
      ("audio/mp4", ["m4a"], ["audio/m4a", "audio/x-m4a"]),
      ("audio/aac", ["aac"], ["audio/x-aac", "audio/aacp"]), ("audio/amr", ["amr"], []),
      ("audio/x-ms-wma", ["wma"], []),
      ("audio/aiff", ["aif", "aiff"], ["audio/x-aiff"]), ("audio/x-caf", ["caf"], ["audio/caf"]),
      ("audio/x-w64", ["w64"], []), ("audio/basic", ["au"], []),
      ("audio/midi", ["mid", "midi"], ["audio/x-midi"]), ("image/png", ["png"], []),
      ("image/jpeg", ["jpg", "jpeg"], ["image/jpg"]), ("application/json", ["json"], []),
      ("application/zip", ["zip"], ["application/x-zip-compressed"]),
      ("text/plain", ["txt"], []), ("application/pdf", ["pdf"], []),
    ]
  }

  /// The usual media type of a name: an ending ("m4a", ".m4a") or a media type ("audio/x-m4a",
  /// "audio/mp4; codecs=mp4a"), in any case. Another media type loses its parameters; another text
  /// stays as it is.
  public static func type(named name: String) -> String {
    let plain = plain(name)
    let ending = plain.array.first == UInt8(ascii: ".") ? plain.array.dropFirst().text : plain
    for entry in all
    where entry.type == plain || entry.others.contains(plain) || entry.endings.contains(ending) {
      return entry.type
    }
    return plain
  }

  /// Type by the file's name; `unknown` if the ending is unknown.
  public static func type(of path: FilePath) -> String {
    let ending = path.fileExtension
    return all.first { $0.endings.contains(ending) }?.type ?? unknown
  }

  /// Ending with its dot: the file's own, else the type's, else "".
  public static func ending(of path: FilePath, type: String) -> String {
    let own = path.fileExtension
    if own != "", own.utf8.count <= 12, own.isLettersAndDigits { return "." + own }
    let type = self.type(named: type)
    return all.first { $0.type == type }.map { "." + $0.endings[0] } ?? ""
  }

  /// Compares two names.
  public static func isSame(_ name: String, as other: String) -> Bool {
    type(named: name) == type(named: other)
  }

  /// Lower case, without parameters.
  private static func plain(_ type: String) -> String {
    var bytes = type.array.prefix { $0 != UInt8(ascii: ";") }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text.lowered
  }
}

extension String {
  public var isLettersAndDigits: Bool {
    for byte in array {
      switch byte {
      case 48...57, 65...90, 97...122: continue
      default: return false
      }
    }
    return true
  }
}

extension String {
  /// Equal for names that differ only in case: Latin, Greek and Cyrillic letters in lower case.
  ///
  /// Source: Unicode's CaseFolding.txt, simple foldings of U+0041 to U+042F.
  var foldedCase: [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      let folded = String.foldedCase(of: scalar.value)
      bytes += String(Unicode.Scalar(folded) ?? scalar).utf8
    }
    return bytes
  }

  private static func foldedCase(of letter: UInt32) -> UInt32 {
    switch letter {
    case 0x41...0x5A, 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A9, 0x410...0x42F: letter + 32
    case 0x400...0x40F: letter + 80
    case 0x100...0x12F, 0x132...0x137, 0x14A...0x177: letter | 1
    case 0x139...0x148, 0x179...0x17E: letter + letter % 2
    default: letter
    }
  }
}
