/// Writes FLAC files of verbatim blocks by hand, so that a test can choose every number in them.
/// Source: RFC 9639.
public struct FlacWriter {
  public var blockSize = 576
  public var sampleRate = 48_000
  public var channels = 1
  /// In STREAMINFO; nil: the real count.
  public var claimedFrames: Int?
  /// In STREAMINFO; zeros: unknown.
  public var checksum = [UInt8](repeating: 0, count: 16)
  /// Bytes between the metadata and the first frame.
  public var junk: [UInt8] = []
  /// The number of the first block.
  public var firstBlock = 0
  /// The size of each block; empty: `blockSize` for all. Frames are then numbered by samples.
  public var sizes: [Int] = []

  public init() {}

  public func bytes(_ samples: [Int16]) -> [UInt8] {
    let frames = blocks(samples)
    return header(samples.count / channels) + junk + frames.flatMap { $0 }
  }

  /// The offset of each block in `bytes`, and its end.
  public func ranges(_ samples: [Int16]) -> [Range<Int>] {
    var next = header(0).count + junk.count
    return blocks(samples).map { block in
      next += block.count
      return (next - block.count)..<next
    }
  }

  private func header(_ frames: Int) -> [UInt8] {
    var writer = HeaderWriter()
    writer.text("fLaC")
    writer.big(0x80, 1)
    writer.big(34, 3)
    writer.big(UInt64(sizes.min() ?? blockSize), 2)
    writer.big(UInt64(sizes.max() ?? blockSize), 2)
    writer.big(0, 6)
    let count = UInt64(claimedFrames ?? frames)
    writer.big(UInt64(sampleRate) << 44 | UInt64(channels - 1) << 41 | 15 << 36 | count, 8)
    writer.raw(checksum)
    return writer.bytes
  }

  public func blocks(_ samples: [Int16]) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    var next = 0
    while next < samples.count / channels {
      let wanted = sizes.isEmpty ? blockSize : sizes[blocks.count % sizes.count]
      let end = min(next + wanted, samples.count / channels)
      let number = sizes.isEmpty ? firstBlock + blocks.count : next
      blocks.append(block(Array(samples[(next * channels)..<(end * channels)]), number))
      next = end
    }
    return blocks
  }

  private func block(_ samples: [Int16], _ number: Int) -> [UInt8] {
    var writer = HeaderWriter()
    writer.big(sizes.isEmpty ? 0xFFF8 : 0xFFF9, 2)
    // A block size of 16 bits at the end of the header; the rate of STREAMINFO; 16 bits.
    writer.big(0x70, 1)
    writer.big(UInt64(channels - 1) << 4 | 4 << 1, 1)
    writer.raw(Array(String(UnicodeScalar(UInt32(number))!).utf8))
    writer.big(UInt64(samples.count / channels - 1), 2)
    writer.big(UInt64(sum(writer.bytes, 8, 0x07)), 1)
    for channel in 0..<channels {
      writer.big(2, 1)
      for index in stride(from: channel, to: samples.count, by: channels) {
        writer.big(UInt64(UInt16(bitPattern: samples[index])), 2)
      }
    }
    writer.big(UInt64(sum(writer.bytes, 16, 0x8005)), 2)
    return writer.bytes
  }

  private func sum(_ bytes: [UInt8], _ width: Int, _ polynomial: Int) -> Int {
    let top = 1 << (width - 1)
    return bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ Int(byte) << (width - 8)) { sum, _ in
        (sum & top == 0 ? sum << 1 : sum << 1 ^ polynomial) & (top << 1 - 1)
      }
    }
  }
}
