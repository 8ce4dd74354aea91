import AhaBase
import AhaPage
import AhaPiece

/// File and folder names that are valid everywhere: on Linux, macOS and Windows, in URLs and in
/// archives.
public enum DropNames {
  /// Max bytes of a name on most file systems.
  public static let maxBytes = 255

  /// Turns a text into a file name; keeps letters, removes bytes that some system forbids.
  /// - Parameters:
  ///   - ending: With its dot; "" for none.
  ///   - fallback: Used if no character is left.
  ///   - limit: Max bytes, with the ending.
  public static func file(
    _ text: String, ending: String = "", fallback: StaticString = "untitled",
    limit: Int = maxBytes
  ) -> String {
    var name = trimmed(safe(text), limit: max(1, limit - ending.utf8.count))
    if name.isEmpty { name = trimmed(fallback.array, limit: max(1, limit - ending.utf8.count)) }
    // Windows reserves these names for devices, with any ending.
    if isDevice(name) { name = [UInt8(ascii: "_")] + name }
    return name.text + ending
  }

  /// Turns a text into a readable part of a URL: lower-case letters, digits and dashes.
  /// - Parameter keepsLetters: Keeps characters outside ASCII; otherwise each becomes a dash.
  public static func slug(
    of text: String, fallback: StaticString = "drop", limit: Int = 80, keepsLetters: Bool = true
  ) -> String {
    var slug: [UInt8] = []
    for byte in safe(text) {
      switch byte {
      case 65...90: slug.append(byte | 32)
      case 48...57, 97...122: slug.append(byte)
      case 128...255 where keepsLetters: slug.append(byte)
      default: if let last = slug.last, last != dash { slug.append(dash) }
      }
    }
    slug = cut(slug, to: limit)
    while slug.last == dash { slug.removeLast() }
    if slug.isEmpty { slug = fallback.array }
    if isDevice(slug) { slug += "-drop".array }
    return slug.text
  }

  /// "song", "song-2", "song-3" …: adds a number before the ending.
  public static func numbered(
    name: String, number: Int, ending: String = "", limit: Int = maxBytes
  ) -> String {
    let mark = number > 1 ? "-\(number)" : ""
    let available = max(1, limit - ending.utf8.count - mark.utf8.count)
    return cut(name.array, to: available).text + mark + ending
  }

  private static let dash = UInt8(ascii: "-")

  // MARK: Bytes

  private static func safe(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // " * / : < > ? \ |
      case 0x22, 0x2A, 0x2F, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: bytes.append(dash)
      case 0..<0x20, 0x7F..<0xA0: if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      // Bidirectional controls, invisible characters and non-characters.
      case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: continue
      case 0xFFF0...0xFFFF: continue
      default: bytes += String(scalar).array
      }
    }
    return bytes
  }

  /// Without leading dots, spaces and dashes, and without trailing dots and spaces.
  private static func trimmed(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    var name = Array(bytes.drop { $0 == 0x20 || $0 == 0x2E || $0 == dash })
    name = cut(name, to: limit)
    while let last = name.last, last == 0x20 || last == 0x2E { name.removeLast() }
    return name
  }

  /// Max `limit` bytes, cut between characters.
  private static func cut(_ bytes: [UInt8], to limit: Int) -> [UInt8] {
    guard bytes.count > limit else { return bytes }
    var end = limit
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }

  private static func isDevice(_ name: [UInt8]) -> Bool {
    let stem = name.prefix { $0 != 0x2E }.map { (97...122).contains($0) ? $0 & 0xDF : $0 }
    if stem.count == 3 {
      for device in ["CON", "PRN", "AUX", "NUL"] as [StaticString] where stem == device.array {
        return true
      }
    }
    guard stem.count == 4, (0x30...0x39).contains(stem[3]) else { return false }
    let start = Array(stem[..<3])
    return start == ("COM" as StaticString).array || start == ("LPT" as StaticString).array
  }
}

/// File and folder names of a drop at a destination with pages.
public enum DropFolderNames {
  /// The page first: it is created last, so it is deleted first.
  public static let pages = [DropPage.fileName, OEmbed.fileName, DropManifest.fileName]

  /// Folder of a drop: its title, and enough of its id to be unique.
  public static func location(of drop: DropPlan) -> String {
    let id = drop.id.array.prefix(12).text
    let slug = DropNames.slug(
      of: drop.piece.title, fallback: "piece", limit: 48, keepsLetters: false)
    return "\(slug)-\(id)"
  }
}
