import AhaBase

/// The offset at which a sound begins in a file whose first bytes belong to no format: a stream
/// that was recorded from its middle, a cut file, padding.
struct SoundStart {
  enum Kind {
    case mpeg, adts, dts, ogg
  }
  let kind: Kind
  let offset: Int64

  /// Searches the first 64 KiB for the first page of an Ogg stream, or for frames in sequence;
  /// nil without a result.
  init?(_ source: HeaderBytes) {
    let bytes = source.read(at: 0, count: SoundStart.range + 4 * SoundStart.longestFrame)
    for offset in 1..<max(1, min(bytes.count, SoundStart.range)) {
      guard let kind = SoundStart.kind(bytes, at: offset) else { continue }
      (self.kind, self.offset) = (kind, Int64(offset))
      return
    }
    return nil
  }

  private static let range = 65_536
  /// Of DTS.
  private static let longestFrame = 16_384
  /// So few bits of a header are fixed that one or two look like frames in many files.
  private static let sequence = 4

  private static func kind(_ bytes: [UInt8], at offset: Int) -> Kind? {
    switch bytes[offset] {
    case 0x4F: isFirstPage(bytes, at: offset) ? .ogg : nil
    case 0x7F: isSequence(bytes, at: offset, dtsFrame) ? .dts : nil
    case 0xFF:
      isSequence(bytes, at: offset, mpegFrame)
        ? .mpeg
        : isSequence(bytes, at: offset, adtsFrame) ? .adts : nil
    default: nil
    }
  }

  /// Version 0, with the flag of a stream's first page.
  private static func isFirstPage(_ bytes: [UInt8], at offset: Int) -> Bool {
    offset + 6 <= bytes.count && bytes[offset..<(offset + 4)].text == "OggS"
      && bytes[offset + 4] == 0 && bytes[offset + 5] & 2 != 0
  }

  /// - Parameter frame: Its size and the bits that are equal in all frames of a stream; nil: none.
  private static func isSequence(
    _ bytes: [UInt8], at offset: Int, _ frame: (ArraySlice<UInt8>) -> (size: Int, fixed: UInt32)?
  ) -> Bool {
    var next = offset
    var fixed: UInt32?
    for _ in 0..<sequence {
      guard let found = frame(bytes[min(next, bytes.count)...]), found.fixed == fixed ?? found.fixed
      else { return false }
      fixed = found.fixed
      next += found.size
    }
    return true
  }

  private static func mpegFrame(_ bytes: ArraySlice<UInt8>) -> (size: Int, fixed: UInt32)? {
    word(bytes).flatMap { MpegHeader($0) }.map { ($0.size, $0.fixed) }
  }

  /// Source: ISO/IEC 14496-3, adts_fixed_header and adts_variable_header.
  private static func adtsFrame(_ bytes: ArraySlice<UInt8>) -> (size: Int, fixed: UInt32)? {
    guard bytes.count >= 6, let word = word(bytes), word & 0xFFF6_0000 == 0xFFF0_0000,
      word >> 10 & 15 < 13
    else { return nil }
    let first = bytes.startIndex
    let size =
      Int(bytes[first + 3] & 3) << 11 | Int(bytes[first + 4]) << 3
      | Int(bytes[first + 5] >> 5)
    return size < 7 ? nil : (size, word & 0xFFFF_FDC0)
  }

  /// Source: ETSI TS 102 114, section 5.3.1.
  private static func dtsFrame(_ bytes: ArraySlice<UInt8>) -> (size: Int, fixed: UInt32)? {
    guard bytes.count >= 8, let word = word(bytes), word == 0x7FFE_8001 else { return nil }
    let first = bytes.startIndex
    let size =
      Int(bytes[first + 5] & 3) << 12 | Int(bytes[first + 6]) << 4
      | Int(bytes[first + 7] >> 4)
    return size < 95 ? nil : (size + 1, word)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    bytes.count < 4 ? nil : bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
