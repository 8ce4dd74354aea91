import AhaBase
import AhaDrop
import AhaPiece

/// SoundCloud's tag_list: separated by spaces; tags with spaces are quoted.
///
/// Source: developers.soundcloud.com/docs/api/guide and the public OpenAPI document.
enum TagList {
  /// Splits a text at commas.
  static func tags(separatedByCommas text: String) -> [String] {
    text.array.split(separator: UInt8(ascii: ",")).map { $0.text }
  }

  static func text(_ tags: [String]) -> String {
    var list: [UInt8] = []
    for tag in tags {
      let (bytes, hasSpace) = clean(tag)
      if bytes.isEmpty { continue }
      if !list.isEmpty { list.append(0x20) }
      list += hasSpace ? [0x22] + bytes + [0x22] : bytes
    }
    return list.text
  }

  /// Without quotes; each run of spaces and control characters becomes one space.
  private static func clean(_ tag: String) -> ([UInt8], hasSpace: Bool) {
    var bytes: [UInt8] = []
    for byte in tag.array where byte != 0x22 {
      let isSpace = byte <= 0x20 || byte == 0x7F
      if !isSpace {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return (bytes, bytes.contains(0x20))
  }

  /// Tags for properties of a piece that SoundCloud has no field for.
  static func tags(of piece: Piece) -> [String] {
    var tags: [String] = []
    if piece.tonality.isKey { tags.append(piece.tonality.name) }
    if let tempo = piece.tempo { tags.append("\(whole(tempo)) BPM") }
    return tags
  }

  /// Tempo rounded to a whole number; 0 if out of range.
  static func whole(_ tempo: Double) -> Int64 {
    tempo > 0 && tempo < 10_000 ? Int64(tempo.rounded()) : 0
  }
}
