import AhaBase

/// ID3v2 tags in front of a file that is no MPEG stream.
///
/// Some programs put them in front of WAV, AIFF and FLAC. libsndfile skips them, but then reads as
/// many bytes less at the end of the file.
/// Source: ID3v2.4.0 structure, section 3.1.
enum FrontTag {
  /// Size of an ID3v2 tag that begins with `head`; nil: another beginning.
  static func size(_ head: [UInt8]) -> Int64? {
    guard head.count >= 10, head[..<3].text == "ID3", head[3] != 0xFF, head[4] != 0xFF,
      head[6..<10].allSatisfy({ $0 < 0x80 })
    else { return nil }
    let footer: Int64 = head[5] & 0x10 == 0 ? 0 : 10
    return 10 + head[6..<10].reduce(Int64(0)) { $0 << 7 | Int64($1) } + footer
  }

  /// Bytes before the sound file; 0 without a tag, before an MPEG stream, and before anything of
  /// unknown format.
  static func length(_ source: HeaderBytes) -> Int64 {
    var next: Int64 = 0
    for _ in 0..<maxTags {
      guard let size = size(source.read(at: next, count: 10)) else { break }
      next += size
    }
    return next > 0 && next < source.length && isSound(source.read(at: next, count: 64)) ? next : 0
  }

  private static let maxTags = 16

  private static func isSound(_ start: [UInt8]) -> Bool {
    switch start.prefix(4).text {
    case "RIFF", "RF64", "BW64", "riff", "FORM", "caff", "fLaC", "OggS", ".snd", "Crea": true
    default: ForeignFormat.name(start) != nil
    }
  }
}
