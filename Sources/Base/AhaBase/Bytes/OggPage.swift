/// Pages of Ogg files. Source: RFC 3533, section 6.
public enum OggPage {
  public static let headerSize = 27
  /// Bytes of a page with 255 segments of 255 bytes.
  public static let largest: Int64 = 27 + 255 + 255 * 255

  /// Ranges of the complete pages in `bytes`, which may begin and end in the middle of a page.
  public static func all(_ bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var next = 0
    while next + headerSize <= bytes.count {
      if let size = size(bytes, at: next) {
        found.append(next..<(next + size))
        next += size
      } else {
        next += 1
      }
    }
    return found
  }

  private static func size(_ bytes: [UInt8], at start: Int) -> Int? {
    // "OggS" as single bytes, for speed: the search tries each offset.
    guard bytes[start] == 0x4F, bytes[start + 1] == 0x67, bytes[start + 2] == 0x67,
      bytes[start + 3] == 0x53, bytes[start + 4] == 0
    else { return nil }
    let segments = Int(bytes[start + 26])
    let body = start + headerSize + segments
    guard body <= bytes.count else { return nil }
    let size = bytes[(start + headerSize)..<body].reduce(headerSize + segments) { $0 + Int($1) }
    return start + size <= bytes.count ? size : nil
  }

  /// Writes the checksum of a complete page into its header.
  public static func seal(_ page: inout [UInt8]) {
    for index in 22..<26 { page[index] = 0 }
    let sum = page.reduce(0) { add($1, to: $0) }
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
  }

  /// Adds a byte to a CRC-32: polynomial 0x04C11DB7, highest bit first, not reflected.
  public static func add(_ byte: UInt8, to sum: UInt32) -> UInt32 {
    sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
    }
  }
}
