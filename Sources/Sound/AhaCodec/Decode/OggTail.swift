import AhaBase

/// The end of an Ogg stream, for seeking.
enum OggTail {
  /// Count of frames of the last page; nil if two complete pages are not found.
  ///
  /// libsndfile computes a page's position from its end, but the last page of a Vorbis stream may
  /// end with samples that were cut off. A seek to this page misses its target by their count.
  /// Restores the cursor's position.
  static func lastPageFrames(_ cursor: Cursor) -> Int64? {
    let before = cursor.position
    defer { _ = cursor.seek(before, from: 0) }
    let size = min(cursor.length, 2 * OggPage.largest)
    guard cursor.seek(-size, from: 2) >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    let got = bytes.withUnsafeMutableBytes { cursor.read($0.baseAddress!, count: $0.count) }
    guard got == bytes.count else { return nil }
    let ends = OggPage.all(bytes).compactMap { page -> Int64? in
      let end = littleEndian(bytes, at: page.lowerBound + 6, count: 8)
      // No packet ends on such a page.
      return end == .max ? nil : Int64(bitPattern: end)
    }
    guard ends.count >= 2 else { return nil }
    let (frames, overflow) = ends[ends.count - 1].subtractingReportingOverflow(
      ends[ends.count - 2])
    return overflow || frames < 0 ? nil : frames
  }
}

/// A little-endian number of `count` bytes.
func littleEndian(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
  (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
}

/// A big-endian number of `count` bytes.
func bigEndian(_ bytes: [UInt8], at start: Int, count: Int) -> UInt64 {
  (0..<count).reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
}
