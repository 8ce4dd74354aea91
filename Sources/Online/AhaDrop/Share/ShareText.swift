import AhaBase
import AhaPiece

/// Text of a post about a piece: its title or description, and a link.
///
/// Source: Allihoopa's public SDK cut the text to 140 - 23 - 1: the max characters of a post, less
/// those of a link and a space.
public enum ShareText {
  /// Units: Unicode code points.
  public static let limit = 140
  static let linkLetters = 23

  /// - Parameter link: "" for none.
  public static func of(_ piece: Piece, link: String) -> String {
    let text = words(of: piece)
    if link.isEmpty { return text.shortened(to: limit) }
    let short = text.shortened(to: limit - linkLetters - 1)
    return short.isEmpty ? link : short + " " + link
  }

  /// The title, or the description if there is no title; on one line.
  static func words(of piece: Piece) -> String {
    let title = oneLine(of: piece.title)
    return title.isEmpty ? oneLine(of: piece.description) : title
  }

  /// Each run of white space and control characters becomes one space.
  private static func oneLine(of text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0...0x20, 0x7F...0xA0, 0x2028, 0x2029:
        if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      default: bytes += String(scalar).utf8
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return bytes.text
  }
}
