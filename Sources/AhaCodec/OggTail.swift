/// The end of an Ogg stream, as far as seeking needs it.
enum OggTail {
  /// How many frames the last page holds; nil when that is not to be seen.
  ///
  /// libsndfile takes the position of a page from its end, and the end of a Vorbis stream's last
  /// page is cut: a seek that lands on this page goes astray by what was cut.
  static func lastPageFrames(_ cursor: Cursor) -> Int64? {
    let size = min(cursor.length, twoPages)
    guard cursor.seek(-size, from: 2) >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let got = bytes.withUnsafeMutableBytes { cursor.read($0.baseAddress!, $0.count) }
    guard got == bytes.count else { return nil }
    let ends = granules(bytes)
    guard ends.count >= 2 else { return nil }
    let (frames, overflow) = ends[ends.count - 1].subtractingReportingOverflow(
      ends[ends.count - 2])
    return overflow || frames < 0 ? nil : frames
  }

  /// Two pages of the largest size there is: 27 + 255 + 255 * 255 bytes.
  private static let twoPages: Int64 = 2 * 65_307

  /// The positions at which the pages end, for the pages on which a packet ends.
  private static func granules(_ bytes: [UInt8]) -> [Int64] {
    var found: [Int64] = []
    var next = 0
    while next + headerSize <= bytes.count {
      guard let size = pageSize(bytes, at: next) else {
        next += 1
        continue
      }
      let end = littleEndian(bytes, at: next + 6, count: 8)
      if end != UInt64.max { found.append(Int64(bitPattern: end)) }
      next += size
    }
    return found
  }

  private static let headerSize = 27

  /// The size of a whole page at an offset; nil when none starts there.
  private static func pageSize(_ bytes: [UInt8], at start: Int) -> Int? {
    guard bytes[start] == 0x4F, bytes[start + 1] == 0x67, bytes[start + 2] == 0x67,
      bytes[start + 3] == 0x53, bytes[start + 4] == 0
    else { return nil }
    let segments = Int(bytes[start + 26])
    let body = start + headerSize + segments
    guard body <= bytes.count else { return nil }
    let size = bytes[(start + headerSize)..<body].reduce(headerSize + segments) { $0 + Int($1) }
    return start + size <= bytes.count ? size : nil
  }
}

/// The number in `count` bytes, lowest first.
func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
  (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
}

/// The number in `count` bytes, highest first.
func bigEndian(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
  (0..<count).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
}
