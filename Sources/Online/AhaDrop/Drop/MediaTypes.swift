import AhaBase

/// Maps file name endings to media types and back.
public enum MediaTypes {
  private static let unknown = "application/octet-stream"

  private typealias Entry = (ending: String, type: String, dotted: String)

  private static var all: [Entry] {
    [
      ("wav", "audio/wav", ".wav"), ("flac", "audio/flac", ".flac"), ("ogg", "audio/ogg", ".ogg"),
      ("oga", "audio/ogg", ".ogg"), ("opus", "audio/opus", ".opus"), ("mp3", "audio/mpeg", ".mp3"),
      ("m4a", "audio/mp4", ".m4a"), ("aac", "audio/aac", ".aac"), ("amr", "audio/amr", ".amr"),
      ("wma", "audio/x-ms-wma", ".wma"),
      ("aif", "audio/aiff", ".aif"), ("aiff", "audio/aiff", ".aiff"),
      ("caf", "audio/x-caf", ".caf"), ("w64", "audio/x-w64", ".w64"), ("au", "audio/basic", ".au"),
      ("png", "image/png", ".png"), ("jpg", "image/jpeg", ".jpg"), ("jpeg", "image/jpeg", ".jpg"),
      ("json", "application/json", ".json"), ("zip", "application/zip", ".zip"),
      ("mid", "audio/midi", ".mid"), ("midi", "audio/midi", ".mid"), ("txt", "text/plain", ".txt"),
      ("pdf", "application/pdf", ".pdf"),
    ]
  }

  /// Type by the file's name; `unknown` if the ending is unknown.
  public static func type(of path: FilePath) -> String {
    let ending = path.fileExtension
    for entry in all where entry.ending == ending { return entry.type }
    return unknown
  }

  /// Ending with its dot: the file's own, else the type's, else "".
  public static func ending(of path: FilePath, type: String) -> String {
    let own = path.fileExtension
    if own != "", own.utf8.count <= 12, own.isLettersAndDigits { return "." + own }
    for entry in all where entry.type == type { return entry.dotted }
    return ""
  }

  /// Ignores parameters, as in "audio/ogg; codecs=opus".
  static func isSame(_ type: String, _ other: String) -> Bool {
    plain(type) == plain(other)
  }

  /// Lower case, without parameters.
  static func plain(_ type: String) -> String {
    var bytes = type.array.prefix { $0 != UInt8(ascii: ";") }
    while bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text.lowered
  }
}

extension String {
  var isLettersAndDigits: Bool {
    for byte in array {
      switch byte {
      case 48...57, 65...90, 97...122: continue
      default: return false
      }
    }
    return true
  }
}
