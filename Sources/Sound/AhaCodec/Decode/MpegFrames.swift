import AhaBase

/// Counts the frames of an MP3 stream by their headers.
///
/// libsndfile reads only up to the length that it computes at opening, from the Xing header or, if
/// absent, from a guess by the first frame. It loses everything after that length.
struct MpegFrames {
  /// Offset of the first frame.
  let start: Int64
  /// Frames with sound.
  private(set) var count: Int64 = 0
  /// Bytes from the first frame to the end of the last.
  private(set) var bytes: Int64 = 0
  /// The Xing header.
  private(set) var info: Info?
  let first: MpegHeader
  /// Bytes after the first frame that belong to no frame.
  private(set) var gaps: [MpegGap] = []

  struct Info {
    let offset: Int64
    let frames: Int64?
    let bytes: Int64?
    /// Offsets of these numbers.
    var framesOffset: Int64 { offset + 8 }
    var bytesOffset: Int64 { offset + (frames == nil ? 8 : 12) }
  }

  /// Nil without a single frame of layer III.
  init?(_ source: HeaderBytes) {
    let tagEnd = MpegFrames.afterTag(source)
    guard let (start, first) = MpegFrames.frame(source, from: tagEnd, like: nil) else {
      return nil
    }
    (self.start, self.first) = (start, first)
    info = MpegFrames.info(source, at: start, first)
    var next = start
    var header: MpegHeader? = first
    while let found = header {
      count += 1
      next += Int64(found.size)
      bytes = next - start
      header = source.mpegHeader(at: next).flatMap { $0.isLike(first) ? $0 : nil }
      if header == nil, let after = MpegFrames.frame(source, from: next, like: first) {
        gaps.append(MpegGap(offset: next, count: after.0 - next))
        (next, header) = after
      }
    }
    if next < source.length { gaps.append(MpegGap(offset: next, count: source.length - next)) }
    if info != nil { count -= 1 }
  }

  /// The end of an ID3v2 tag.
  private static func afterTag(_ source: HeaderBytes) -> Int64 {
    let tag = source.read(at: 0, count: 10)
    guard tag.count == 10, tag[0] == 0x49, tag[1] == 0x44, tag[2] == 0x33 else { return 0 }
    let size = tag[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    let footer: Int64 = tag[5] & 0x10 == 0 ? 0 : 10
    return 10 + size + footer
  }

  /// The next frame that is followed by another one or by the end of the file.
  private static func frame(
    _ source: HeaderBytes, from start: Int64, like other: MpegHeader?
  ) -> (Int64, MpegHeader)? {
    for offset in start..<(start + maxGap) {
      guard offset + 4 <= source.length else { return nil }
      guard let header = source.mpegHeader(at: offset), other.map(header.isLike) ?? true else {
        continue
      }
      let next = offset + Int64(header.size)
      if next >= source.length || source.mpegHeader(at: next)?.isLike(header) == true {
        return (offset, header)
      }
    }
    return nil
  }

  /// Decoders do not search further for the next frame either.
  private static let maxGap: Int64 = 65_536

  private static func info(
    _ source: HeaderBytes, at start: Int64, _ header: MpegHeader
  ) -> Info? {
    let offset = start + Int64(header.infoOffset)
    let tag = source.read(at: offset, count: 16)
    guard tag.count == 16 else { return nil }
    let name = tag[..<4].text
    guard name == "Xing" || name == "Info" else { return nil }
    let flags = bigEndian(tag, at: 4, count: 4)
    let frames = flags & 1 == 0 ? nil : Int64(bigEndian(tag, at: 8, count: 4))
    let place = frames == nil ? 8 : 12
    let bytes = flags & 2 == 0 ? nil : Int64(bigEndian(tag, at: place, count: 4))
    return Info(offset: offset, frames: frames, bytes: bytes)
  }

  /// A silent frame with a Xing header that has the count, for streams without one.
  var infoFrame: [UInt8] {
    let header = first.quiet
    var frame = [UInt8](repeating: 0, count: header.size)
    let values: [(Int, UInt32)] = [
      (0, header.bits), (header.infoOffset, 0x5869_6E67), (header.infoOffset + 4, 1),
      (header.infoOffset + 8, UInt32(clamping: count)),
    ]
    for (offset, value) in values {
      frame.replaceSubrange(offset..<(offset + 4), with: value.bytes)
    }
    return frame
  }
}

/// The four-byte header of a frame of MPEG audio, layer III.
struct MpegHeader {
  let bits: UInt32

  /// Nil for an invalid header or a free-format bit rate.
  init?(_ bits: UInt32) {
    let isSynchronized = bits >> 21 == 0x7FF && (bits >> 17) & 3 == 1
    let rates = (bits >> 19) & 3 != 1 && (bits >> 10) & 3 != 3
    let bitRate = (bits >> 12) & 15
    guard isSynchronized, rates, bitRate != 0, bitRate != 15 else { return nil }
    self.bits = bits
  }

  private var isVersion1: Bool { (bits >> 19) & 3 == 3 }
  private var isMono: Bool { (bits >> 6) & 3 == 3 }

  var samples: Int64 { isVersion1 ? 1152 : 576 }

  private var sampleRate: Int {
    let rate = [44_100, 48_000, 32_000][Int((bits >> 10) & 3)]
    switch (bits >> 19) & 3 {
    case 3: return rate
    case 2: return rate / 2
    default: return rate / 4
    }
  }

  private var kilobits: Int {
    let index = Int((bits >> 12) & 15) - 1
    return isVersion1
      ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][index]
      : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][index]
  }

  /// Bytes of the whole frame.
  var size: Int {
    let padding = Int((bits >> 9) & 1)
    return Int(samples) / 8 * kilobits * 1000 / sampleRate + padding
  }

  /// Offset of a Xing header in the frame: after the side information.
  var infoOffset: Int {
    if isVersion1 { return isMono ? 21 : 36 }
    return isMono ? 13 : 21
  }

  /// Whether version, layer and rate are equal, as they are within one stream.
  func isLike(_ other: MpegHeader) -> Bool { (bits ^ other.bits) & 0xFFFE_0C00 == 0 }

  /// The same at 64 kbit/s without checksum and padding, with space for a Xing header.
  var quiet: MpegHeader {
    let rate: UInt32 = isVersion1 ? 5 : 8
    return MpegHeader(bits & ~0xF200 | rate << 12 | 0x1_0000) ?? self
  }
}

extension HeaderBytes {
  fileprivate func mpegHeader(at offset: Int64) -> MpegHeader? {
    bigEndianWord(at: offset).flatMap { MpegHeader($0) }
  }
}

extension UInt32 {
  /// Big-endian.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> UInt32(24 - 8 * $0)) } }
}
