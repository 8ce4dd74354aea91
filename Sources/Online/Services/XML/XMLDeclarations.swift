import AhaBase

/// Declarations of documents that people's programs write, such as feeds: their DTD and encoding.
///
/// An external DTD or entity is never fetched: references to it vanish.
enum XMLDeclarations {
  private static let maxEntity = 16

  /// False for an entity that may grow the document (as "billion laughs" does): a long one, or one
  /// with references. An external entity has no value.
  static func isHarmless(_ value: UnsafeRawBufferPointer) -> Bool {
    let starts = [UInt8(ascii: "&"), UInt8(ascii: "%")]
    return value.count <= maxEntity && !value.contains { starts.contains($0) }
  }

  /// Code points of an encoding's 256 bytes; -1 for a byte without one. Nil: an unknown encoding.
  /// libexpat itself knows UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
  static func table(_ name: String) -> [Int32]? {
    var table = (0..<256).map { Int32($0) }
    switch name.lowered {
    case "windows-1252", "cp1252", "x-cp1252":
      for (index, point) in windows1252.enumerated() { table[0x80 + index] = point }
    case "iso-8859-15", "latin9", "latin-9":
      for (byte, point) in latin9 { table[byte] = point }
    default: return nil
    }
    return table
  }

  /// Bytes 0x80 to 0x9F. Source: WHATWG, "Encoding", index windows-1252.
  private static let windows1252: [Int32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Differences from ISO-8859-1. Source: ISO/IEC 8859-15:1999.
  private static let latin9: [(Int, Int32)] = [
    (0xA4, 0x20AC), (0xA6, 0x0160), (0xA8, 0x0161), (0xB4, 0x017D), (0xB8, 0x017E),
    (0xBC, 0x0152), (0xBD, 0x0153), (0xBE, 0x0178),
  ]
}
