import AhaBase

/// The length of Opus packets. Source: RFC 6716, section 3.1.
enum OpusPackets {
  /// Samples at 48 kHz of the packets that end on a page; nil if one is invalid or began before.
  /// - Parameter page: A complete page.
  static func samples(_ page: UnsafeRawBufferPointer) -> Int64? {
    var packets = OggPackets(nil)
    return packets.samples(page)
  }

  /// Of a packet with these first two bytes; nil if it is invalid.
  static func samples(_ first: UInt8, second: UInt8) -> Int64? {
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
