import AhaBase

/// The length of Opus packets. Source: RFC 6716, section 3.1.
enum OpusPackets {
  /// Samples at 48 kHz of the packets that end on a page; nil if one is invalid.
  /// - Parameter page: A complete page that does not continue a packet.
  static func samples(_ page: UnsafeRawBufferPointer) -> Int64? {
    let segments = Int(page[26])
    var start = OggPage.headerSize + segments
    var (size, sum) = (0, Int64(0))
    for index in 0..<segments {
      let lacing = Int(page[OggPage.headerSize + index])
      size += lacing
      if lacing == 255 { continue }
      guard size > 0, let samples = samples(page[start], second: size > 1 ? page[start + 1] : 0)
      else {
        return nil
      }
      sum += samples
      start += size
      size = 0
    }
    return sum
  }

  /// Of a packet with these first two bytes; nil if it is invalid.
  private static func samples(_ first: UInt8, second: UInt8) -> Int64? {
    let frames: Int64
    switch first & 3 {
    case 0: frames = 1
    case 1, 2: frames = 2
    default: frames = Int64(second & 63)
    }
    let sum = frames * frameSize(Int(first >> 3))
    return sum > 0 && sum <= 5760 ? sum : nil
  }

  /// SILK has 10 to 60 ms, the hybrid mode 10 and 20, CELT 2.5 to 20.
  private static func frameSize(_ configuration: Int) -> Int64 {
    switch configuration {
    case ..<12: [480, 960, 1920, 2880][configuration & 3]
    case ..<16: [480, 960][configuration & 1]
    default: [120, 240, 480, 960][configuration & 3]
    }
  }
}
