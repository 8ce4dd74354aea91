/// Pages of Ogg files. Source: RFC 3533, section 6.
public enum OggPage {
  static let headerSize = 27
  /// Bytes of a page with 255 segments of 255 bytes.
  static let largest: Int64 = 27 + 255 + 255 * 255

  /// Ranges of the complete pages in `bytes`, which may begin and end in the middle of a page.
  static func all(_ bytes: [UInt8]) -> [Range<Int>] {
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

  /// Adds a byte to a page's checksum.
  static func add(_ byte: UInt8, to sum: UInt32) -> UInt32 {
    sum << 8 ^ OggSum.tables[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)]
  }

  /// Whether the checksum of a complete page is correct.
  static func isCorrect(_ page: UnsafeRawBufferPointer) -> Bool {
    let zeros: UInt32 = 0
    let head = OggSum.add(UnsafeRawBufferPointer(rebasing: page[..<22]), to: 0)
    let sum = withUnsafeBytes(of: zeros) { OggSum.add($0, to: head) }
    let stored = UInt32(littleEndian: page.loadUnaligned(fromByteOffset: 22, as: UInt32.self))
    return OggSum.add(UnsafeRawBufferPointer(rebasing: page[26...]), to: sum) == stored
  }

  /// The size of the page that begins with `bytes`; nil if they end within its header.
  static func size(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= headerSize else { return nil }
    let head = headerSize + Int(bytes[26])
    guard bytes.count >= head else { return nil }
    return bytes[headerSize..<head].reduce(head) { $0 + Int($1) }
  }
}
