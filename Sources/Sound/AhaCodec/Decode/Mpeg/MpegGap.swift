/// Bytes between two frames of an MP3 stream, or after the last one, that belong to no frame: a
/// partial frame, garbage, a foreign tag.
struct MpegGap {
  let offset: Int64
  let count: Int64

  /// The first bytes of an ID3v2.4 tag that covers the gap.
  ///
  /// libmpg123 searches a gap for the next frame, fails after 1024 bytes, and writes to stderr
  /// meanwhile; libsndfile cannot disable that. It skips a tag silently. Nil if the gap is shorter
  /// than the shortest tag that libmpg123 accepts, or too long for it to hold in memory.
  /// Source: ID3v2.4.0 structure, section 3.1.
  var tag: [UInt8]? {
    guard (MpegGap.smallest...MpegGap.largest).contains(count) else { return nil }
    let size = count - 10
    let length = [21, 14, 7, 0].map { UInt8(size >> Int64($0) & 0x7F) }
    return [0x49, 0x44, 0x33, 4, 0, 0] + length + [0, 0, 0, 0]
  }

  private static let smallest: Int64 = 20
  private static let largest: Int64 = 1 << 20
}
