import AhaBase

/// Cuts an Ogg file behind its last whole page, and marks that as the stream's end.
/// Source: RFC 3533, section 6.
func repairOgg(_ stream: any TakeStream, _ source: HeaderBytes) throws(AhaError) {
  let size = min(source.length, 3 * OggPage.largest)
  let start = source.length - size
  let bytes = source.read(at: start, count: Int(size))
  guard bytes.count == Int(size), let last = OggPage.last(bytes) else { return }
  var page = Array(bytes[last])
  page[5] |= 4
  for index in 22..<26 { page[index] = 0 }
  let sum = OggPage.checksum(page)
  for index in 0..<4 { page[22 + index] = UInt8(sum >> UInt32(8 * index) & 0xFF) }
  try stream.truncate(to: start + Int64(last.upperBound))
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: page.count, alignment: 1)
  defer { copy.deallocate() }
  copy.copyBytes(from: page)
  try stream.write(UnsafeRawBufferPointer(copy), at: start + Int64(last.lowerBound))
}

private enum OggPage {
  static let largest: Int64 = 65_307
  private static let header = 27

  /// Where the last whole page is.
  static func last(_ bytes: [UInt8]) -> Range<Int>? {
    var found: Range<Int>?
    var next = 0
    while next + header <= bytes.count {
      if let size = size(bytes, at: next) {
        found = next..<(next + size)
        next += size
      } else {
        next += 1
      }
    }
    return found
  }

  private static func size(_ bytes: [UInt8], at start: Int) -> Int? {
    guard ByteText(bytes[start..<(start + 4)]) == "OggS", bytes[start + 4] == 0 else { return nil }
    let segments = Int(bytes[start + 26])
    let body = start + header + segments
    guard body <= bytes.count else { return nil }
    var size = header + segments
    for index in (start + header)..<body { size += Int(bytes[index]) }
    return start + size <= bytes.count ? size : nil
  }

  /// Polynomial 0x04C11DB7, highest bit first, starting at 0.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1 }
    }
    return sum
  }
}
