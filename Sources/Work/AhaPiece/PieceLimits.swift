import AhaBase

/// Limits of a piece's texts and length. A service's own are narrower than those of libaha.
public struct PieceLimits: Sendable {
  /// Units: Unicode code points.
  public var title = 1000
  public var description = 10_000
  public var artist = 1000
  /// Units: microseconds. 1000 hours: frames at any sample rate stay far below 2^63.
  public var length: Int64 = 3_600_000_000_000

  public init() {}

  /// The limits of every piece: of its manifest, its tags and its pages.
  public static let own = PieceLimits()
}

extension Piece {
  /// Shortens the texts that are over the limits: at a word, with an ellipsis.
  /// Returns: Bit n for each shortened field n.
  public mutating func fit(_ limits: PieceLimits) -> UInt32 {
    var cut: UInt32 = 0
    func fit(_ text: inout String, _ limit: Int, _ field: Field) {
      if text.letters <= limit { return }
      text = text.shortened(to: limit)
      cut |= 1 << field.rawValue
    }
    fit(&title, limits.title, .title)
    fit(&description, limits.description, .description)
    fit(&artist, limits.artist, .artist)
    return cut
  }

  /// Such as "0:21:00" or "-0:00:00.5": h:mm:ss, with a fraction if there is one.
  static func clock(_ microseconds: Int64) -> String {
    func digits(_ number: UInt64, _ count: Int) -> [UInt8] {
      let text = "\(number)".array
      return Array(repeating: 0x30, count: max(0, count - text.count)) + text
    }
    let all = microseconds.magnitude
    let seconds = all / 1_000_000
    var text = (microseconds < 0 ? "-" : "") + "\(seconds / 3600):"
    text += digits(seconds / 60 % 60, 2).text + ":" + digits(seconds % 60, 2).text
    var fraction = digits(all % 1_000_000, 6)
    while fraction.last == 0x30 { fraction.removeLast() }
    return fraction.isEmpty ? text : text + "." + fraction.text
  }
}
