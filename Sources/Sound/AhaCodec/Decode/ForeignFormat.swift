/// A format that libsndfile does not read, by its first bytes.
enum ForeignFormat {
  /// The name of the format; nil: another one, or no sound.
  static func name(_ start: [UInt8]) -> StaticString? {
    for (offset, bytes, name) in signatures
    where start.count >= offset + bytes.count && start[offset...].starts(with: bytes) {
      return name
    }
    if isADTS(start) { return "ADTS" }
    return isTransportStream(start) ? "MPEG-TS" : nil
  }

  /// Source: the specifications, as libavformat's probes have them.
  private static let signatures: [(Int, [UInt8], StaticString)] = [
    (4, [0x66, 0x74, 0x79, 0x70], "MP4"),  // ftyp
    (4, [0x6D, 0x6F, 0x6F, 0x76], "QuickTime"),  // moov
    (4, [0x6D, 0x64, 0x61, 0x74], "QuickTime"),  // mdat
    (4, [0x77, 0x69, 0x64, 0x65], "QuickTime"),  // wide
    (0, [0x1A, 0x45, 0xDF, 0xA3], "Matroska"),
    (0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "WMA"),
    (0, [0x4D, 0x41, 0x43, 0x20], "Monkey's Audio"),
    (0, [0x77, 0x76, 0x70, 0x6B], "WavPack"),
    (0, [0x54, 0x54, 0x41, 0x31], "TTA"),
    (0, [0x74, 0x42, 0x61, 0x4B], "TAK"),
    (0, [0x4D, 0x50, 0x43, 0x4B], "Musepack"),
    (0, [0x4D, 0x50, 0x2B], "Musepack"),
    (0, [0x0B, 0x77], "AC-3"),
    (0, [0x7F, 0xFE, 0x80, 0x01], "DTS"),
    (0, [0x44, 0x54, 0x53, 0x48, 0x44, 0x48, 0x44, 0x52], "DTS-HD"),
    (0, [0x41, 0x44, 0x49, 0x46], "ADIF"),
    (0, [0x46, 0x4C, 0x56, 0x01], "Flash video"),
    (8, [0x41, 0x56, 0x49, 0x20], "AVI"),
    (0, [0x23, 0x21, 0x41, 0x4D, 0x52], "AMR"),
    (0, [0x44, 0x53, 0x44, 0x20], "DSF"),
    (12, [0x44, 0x53, 0x44, 0x20], "DSDIFF"),  // after "FRM8" and its size
    (0, [0x00, 0x00, 0x01, 0xBA], "MPEG video"),
  ]

  /// The sync word with layer 0 and a valid rate.
  private static func isADTS(_ start: [UInt8]) -> Bool {
    start.count >= 4 && start[0] == 0xFF && start[1] & 0xF6 == 0xF0 && start[2] >> 2 & 15 < 13
  }

  /// The sync byte of the first two packets.
  private static func isTransportStream(_ start: [UInt8]) -> Bool {
    start.count > 188 && start[0] == 0x47 && start[188] == 0x47
  }
}
