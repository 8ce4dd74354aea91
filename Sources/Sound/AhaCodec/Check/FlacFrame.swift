import AhaBase

/// The header of a FLAC frame. Source: RFC 9639, section 9.1.
struct FlacFrame {
  /// Of the frame; of its first sample in a stream whose blocks differ in size.
  private let number: Int64
  private let isVariable: Bool
  let samples: Int64
  /// The first sample, and the one after the last. Wrong for a last frame that is shorter.
  var start: Int64 { isVariable ? number : number * samples }
  var end: Int64 { start + samples }

  /// The end of the last frame of a stream, which may be shorter than one before it.
  func end(in other: FlacFrame) -> Int64 {
    isVariable ? end : number * other.samples + samples
  }

  /// Whether the frame has the number of `other`.
  func repeats(_ other: FlacFrame) -> Bool {
    isVariable == other.isVariable && number == other.number
  }

  /// Whether the frame is the one after `other`.
  func follows(_ other: FlacFrame) -> Bool {
    isVariable == other.isVariable && number == other.number + (isVariable ? other.samples : 1)
  }

  /// Nil if no frame of the stream begins at `index`, or the bytes end within its header.
  init?(_ bytes: [UInt8], at index: Int, stream: FlacStream) {
    guard index + 6 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] & 0xFE == 0xF8,
      stream.fits(channels: bytes[index + 3] >> 4, bits: bytes[index + 3] >> 1 & 7),
      bytes[index + 3] & 1 == 0, let number = FlacFrame.number(bytes, at: index + 4)
    else { return nil }
    var next = index + 4 + number.size
    let (sizeCode, rateCode) = (Int(bytes[index + 2] >> 4), Int(bytes[index + 2] & 15))
    let extra = (sizeCode == 6 ? 1 : sizeCode == 7 ? 2 : 0)
    let rateSize = (rateCode == 12 ? 1 : rateCode == 13 || rateCode == 14 ? 2 : 0)
    guard rateCode != 15, next + extra + rateSize < bytes.count else { return nil }
    guard
      let samples = FlacFrame.samples(sizeCode, extra: bigEndian(bytes, at: next, count: extra))
    else { return nil }
    next += extra + rateSize
    guard FlacFrame.checksum(bytes[index..<next]) == bytes[next] else { return nil }
    self.samples = samples
    isVariable = bytes[index + 1] & 1 == 1
    self.number = number.value
  }

  private static func samples(_ code: Int, extra: UInt64) -> Int64? {
    switch code {
    case 1: 192
    case 2...5: 576 << (code - 2)
    case 6, 7: Int64(extra) + 1
    case 8...15: 256 << (code - 8)
    default: nil
    }
  }

  /// A number of up to 36 bits in the form of UTF-8.
  private static func number(_ bytes: [UInt8], at index: Int) -> (value: Int64, size: Int)? {
    let first = bytes[index]
    if first < 0x80 { return (Int64(first), 1) }
    let size = (~first).leadingZeroBitCount
    guard (2...7).contains(size), index + size <= bytes.count else { return nil }
    var value = Int64(first) & (0x7F >> Int64(size))
    for byte in bytes[(index + 1)..<(index + size)] {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | Int64(byte & 0x3F)
    }
    return (value, size)
  }

  /// CRC-8, polynomial 0x07.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { sum, _ in sum & 0x80 == 0 ? sum << 1 : sum << 1 ^ 0x07 }
    }
  }

  /// Whether the bytes are whole frames. CRC-16, polynomial 0x8005, with its own value at the end.
  static func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count > 2 && bytes.reduce(UInt16(0)) { $0 << 8 ^ sums[Int($0 >> 8) ^ Int($1)] } == 0
  }

  private static let sums: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { sum, _ in
      sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005
    }
  }
}

/// The block STREAMINFO at the beginning of a FLAC file. Source: RFC 9639, section 8.2.
struct FlacStream {
  /// Bytes that hold the last two frames.
  let tailBytes: Int
  let sampleRate: Int
  let channels: Int
  let bits: Int
  /// 0: unknown.
  let frames: Int64
  /// MD5 of the samples; empty: unknown.
  let checksum: [UInt8]
  /// The first sample of the first frame; above 0 in a file that was cut at its beginning.
  var firstSample: Int64 = 0

  /// Nil without the block.
  init?(_ start: [UInt8]) {
    guard start.count >= 42, start[..<4].text == "fLaC", start[4] & 0x7F == 0 else { return nil }
    tailBytes = min(max(1 << 17, 3 * Int(bigEndian(start, at: 15, count: 3))), 1 << 20)
    let numbers = bigEndian(start, at: 18, count: 8)
    sampleRate = Int(numbers >> 44)
    channels = Int(numbers >> 41 & 7) + 1
    bits = Int(numbers >> 36 & 31) + 1
    frames = Int64(numbers & 0xF_FFFF_FFFF)
    let sum = Array(start[26..<42])
    checksum = sum.contains { $0 != 0 } ? sum : []
  }

  /// Whether a frame with these codes belongs to the stream.
  fileprivate func fits(channels code: UInt8, bits size: UInt8) -> Bool {
    let count = code < 8 ? Int(code) + 1 : 2
    let known = [bits, 8, 12, -1, 16, 20, 24, 32][Int(size)]
    return code < 11 && count == channels && known == bits
  }
}
