import AhaBase

/// Counts the frames of an MP3 stream by their headers.
///
/// libsndfile reads only up to the length that it computes at opening, from the Xing header or, if
/// absent, from a guess by the first frame. It loses everything after that length.
struct MpegFrames {
  /// Offset of the first frame.
  let start: Int64
  /// Whether other bytes than an ID3v2 tag are before the first frame.
  let beginsLate: Bool
  /// Frames with sound.
  private(set) var count: Int64 = 0
  /// The Xing header.
  private(set) var info: Info?
  let first: MpegHeader
  /// Bytes after the first frame that belong to no frame.
  private(set) var gaps: [MpegGap] = []

  struct Info {
    let offset: Int64
    let frames: Int64?
    let bytes: Int64?
    /// Whether the delay of the encoder follows, as LAME and FFmpeg write it.
    let hasDelay: Bool
    /// Offsets of these numbers.
    var framesOffset: Int64 { offset + 8 }
    var bytesOffset: Int64 { offset + (frames == nil ? 8 : 12) }
  }

  /// Nil without a single frame of layer III.
  /// - Parameter lead: Offset of the sound: of its first frame or its tag.
  init?(_ source: HeaderBytes, from lead: Int64) {
    let tagEnd = MpegFrames.afterTag(source, at: lead)
    guard let (start, first) = MpegFrames.frame(source, from: tagEnd, like: nil) else {
      return nil
    }
    (self.start, self.first, beginsLate) = (start, first, start > tagEnd || lead > 0)
    info = MpegFrames.info(source, at: start, header: first)
    var next = start
    var header: MpegHeader? = first
    while let found = header {
      let end = next + Int64(found.size)
      var after: (offset: Int64, header: MpegHeader)?
      if let direct = source.mpegHeader(at: end), direct.isLike(first) {
        after = (end, direct)
      } else if let later = MpegFrames.frame(source, from: end, like: first) {
        after = later
        gaps.append(MpegGap(offset: end, count: later.0 - end))
      } else if next > start, !MpegTail.isWhole(source, frameAt: next, size: found.size) {
        break
      }
      count += 1
      (next, header) = (after?.offset ?? end, after?.header)
    }
    if next < source.length { gaps.append(MpegGap(offset: next, count: source.length - next)) }
    if info != nil { count -= 1 }
  }

  /// The end of an ID3v2 tag.
  private static func afterTag(_ source: HeaderBytes, at lead: Int64) -> Int64 {
    let tag = source.read(at: lead, count: 10)
    guard tag.count == 10, tag[0] == 0x49, tag[1] == 0x44, tag[2] == 0x33 else { return lead }
    let size = tag[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
    let footer: Int64 = tag[5] & 0x10 == 0 ? 0 : 10
    return lead + 10 + size + footer
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
    _ source: HeaderBytes, at start: Int64, header: MpegHeader
  ) -> Info? {
    let offset = start + Int64(header.infoOffset)
    let tag = source.read(at: offset, count: 16)
    guard tag.count == 16 else { return nil }
    let name = tag[..<4].text
    guard name == "Xing" || name == "Info" else { return nil }
    let flags = bigEndian(tag, at: 4, count: 4)
    let frames = flags & 1 == 0 ? nil : Int64(bigEndian(tag, at: 8, count: 4))
    let bytesOffset = frames == nil ? 8 : 12
    let bytes = flags & 2 == 0 ? nil : Int64(bigEndian(tag, at: bytesOffset, count: 4))
    // After the numbers: a table of 100 bytes, and the quality.
    let end =
      bytesOffset + (bytes == nil ? 0 : 4) + (flags & 4 == 0 ? 0 : 100) + (flags & 8 == 0 ? 0 : 4)
    let encoder = source.read(at: offset + Int64(end), count: 1)
    return Info(offset: offset, frames: frames, bytes: bytes, hasDelay: encoder.first ?? 0 != 0)
  }

  /// Bytes at the start that `preface` replaces: all before the first frame with sound.
  var replaced: Int64 { info == nil ? start : start + Int64(first.size) }

  /// Frames before the first one, for streams whose header lacks the count or the delay.
  ///
  /// libmpg123 cuts off 529 frames, its own delay, from each stream with a count. It cuts the delay
  /// of the encoder off too; so the second frame, a silent one, is lost as a whole, and no other.
  var preface: [UInt8] {
    let silent = first.quiet(rate: 1)
    return infoFrame + silent.bits.bytes + [UInt8](repeating: 0, count: silent.size - 4)
  }

  /// A frame with a Xing header as LAME writes it.
  private var infoFrame: [UInt8] {
    let header = first.quiet(rate: first.samples == 1152 ? 5 : 8)
    var frame = [UInt8](repeating: 0, count: header.size)
    let values: [(Int, UInt32)] = [
      (0, header.bits), (header.infoOffset, 0x5869_6E67), (header.infoOffset + 4, 1),
      (header.infoOffset + 8, UInt32(clamping: count + 1)),
      // The encoder's name, of which one byte suffices, and 12 bits of delay.
      (header.infoOffset + 12, 0x4C00_0000),
      (header.infoOffset + 33, UInt32(first.samples - MpegFrames.decoderDelay) << 20),
    ]
    for (offset, value) in values {
      frame.replaceSubrange(offset..<(offset + 4), with: value.bytes)
    }
    return frame
  }

  private static let decoderDelay: Int64 = 529
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
  func isLike(_ other: MpegHeader) -> Bool { fixed == other.fixed }
  var fixed: UInt32 { bits & 0xFFFE_0C00 }

  /// The same without checksum and padding.
  /// - Parameter rate: Index of the bit rate; 1 is the lowest, 5 or 8 (MPEG-2) is 64 kbit/s, which
  ///   has space for a Xing header.
  func quiet(rate: UInt32) -> MpegHeader {
    MpegHeader(bits & ~0xF200 | rate << 12 | 0x1_0000) ?? self
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
