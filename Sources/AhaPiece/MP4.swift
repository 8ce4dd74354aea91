import AhaBase

/// What is looked at of an MP4 file, which is not decoded here.
/// Source: ISO/IEC 14496-12, sections 4.2 (boxes) and 8.2.2 (the movie's header).
enum MP4 {
  /// In microseconds; nil when the file does not say it.
  static func length(of path: FilePath) -> Int64? {
    do throws(AhaError) {
      return try length(TagBytes(FileStream(reading: path)))
    } catch {
      return nil
    }
  }

  private static func length(_ source: TagBytes) throws(AhaError) -> Int64? {
    guard let movie = try box("moov", of: source, in: 0..<source.length),
      let header = try box("mvhd", of: source, in: movie)
    else { return nil }
    // Version 1 has times of 8 bytes.
    let isLong = try source.read(at: header.lowerBound, count: 1) == [1]
    let place = header.lowerBound + (isLong ? 20 : 12)
    let scale = try source.number(at: place, count: 4, isBig: true)
    let count = try source.number(at: place + 4, count: isLong ? 8 : 4, isBig: true)
    guard scale > 0, count > 0 else { return nil }
    let seconds = Double(count) / Double(scale)
    return seconds < 1e9 ? Int64((seconds * 1e6).rounded()) : nil
  }

  /// The content of the first box of a kind.
  private static func box(
    _ kind: ByteText, of source: TagBytes, in range: Range<Int64>
  ) throws(AhaError) -> Range<Int64>? {
    var (next, count) = (range.lowerBound, 0)
    while next + 8 <= range.upperBound, count < 10_000 {
      var (body, size) = (next + 8, try source.number(at: next, count: 4, isBig: true))
      if size == 0 { size = range.upperBound - next }
      if size == 1 {
        size = try source.number(at: body, count: 8, isBig: true)
        body += 8
      }
      guard size >= body - next, size <= range.upperBound - next else { return nil }
      if ByteText(try source.read(at: next + 4, count: 4)) == kind { return body..<(next + size) }
      (next, count) = (next + size, count + 1)
    }
    return nil
  }
}
