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
  public mutating func fit(within limits: PieceLimits) -> UInt32 {
    var cut: UInt32 = 0
    func fit(_ text: inout String, limit: Int, field: Field) {
      if text.letters <= limit { return }
      text = text.shortened(to: limit)
      cut |= 1 << field.rawValue
    }
    fit(&title, limit: limits.title, field: .title)
    fit(&description, limit: limits.description, field: .description)
    fit(&artist, limit: limits.artist, field: .artist)
    return cut
  }
}
