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
    if link.isEmpty { return cut(text, to: limit) }
    let short = cut(text, to: limit - linkLetters - 1)
    return short.isEmpty ? link : short + " " + link
  }

  /// The title, or the description if there is no title; on one line.
  static func words(of piece: Piece) -> String {
    let title = oneLine(piece.title)
    return title.isEmpty ? oneLine(piece.description) : title
  }

  /// Each run of white space and control characters becomes one space.
  private static func oneLine(_ text: String) -> String {
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

  /// Cuts after a whole word and adds an ellipsis. A word longer than half of the room is cut too.
  static func cut(_ text: String, to limit: Int) -> String {
    let scalars = Array(text.unicodeScalars)
    if scalars.count <= limit { return text }
    var end = limit - 1
    let space = scalars[...end].lastIndex { $0.value == 0x20 }
    if let space, space >= limit / 2 {
      end = space
    } else {
      while end > 1, isBound(scalars, at: end) { end -= 1 }
    }
    while end > 0, isEdge(scalars[end - 1]) { end -= 1 }
    var bytes: [UInt8] = []
    for scalar in scalars[..<end] { bytes += String(scalar).utf8 }
    return bytes.text + "…"
  }

  /// Characters that look odd before an ellipsis: a space, and . , : ; -
  private static func isEdge(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x2C, 0x2D, 0x2E, 0x3A, 0x3B: true
    default: false
    }
  }

  /// True if the scalar belongs to the character before it: an accent, part of an emoji, the second
  /// half of a flag.
  private static func isBound(_ scalars: [Unicode.Scalar], at place: Int) -> Bool {
    if scalars[place - 1].value == 0x200D { return true }
    switch scalars[place].value {
    case 0x300...0x36F, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0x200D, 0x1F3FB...0x1F3FF: return true
    case 0x1F1E6...0x1F1FF:
      let halves = scalars[..<place].reversed().prefix { (0x1F1E6...0x1F1FF).contains($0.value) }
      return halves.count % 2 == 1
    default: return false
    }
  }
}
