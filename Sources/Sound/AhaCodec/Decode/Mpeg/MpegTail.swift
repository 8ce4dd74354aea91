import AhaBase

/// The end of an MP3 stream.
enum MpegTail {
  /// Whether a frame without a following one is complete. Taggers append tags to cut files, so the
  /// tag begins inside the last frame; libmpg123 then loses the frames before it too.
  static func isWhole(_ source: HeaderBytes, frameAt start: Int64, size: Int) -> Bool {
    let bytes = source.read(at: start, count: size + longestMark)
    guard bytes.count >= size else { return false }
    let last = source.length - 128 - start
    return !(4..<size).contains { offset in
      let rest = bytes[offset...]
      if Int64(offset) == last, rest.starts(with: [0x54, 0x41, 0x47]) { return true }
      return marks.contains { rest.starts(with: $0) }
    }
  }

  /// The first bytes of APEv2, Lyrics3, extended ID3v1, and ID3v2 of each version. Plain ID3v1
  /// ("TAG") is found by its offset.
  private static let marks: [[UInt8]] = [
    Array("APETAGEX".utf8), Array("LYRICSBEGIN".utf8), Array("TAG+".utf8),
    [0x49, 0x44, 0x33, 2, 0], [0x49, 0x44, 0x33, 3, 0], [0x49, 0x44, 0x33, 4, 0],
  ]
  private static let longestMark = 11
}
