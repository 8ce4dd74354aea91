import AhaBase

/// Filter and order of a list of items.
public struct ItemQuery: Sendable {
  public enum Order: UInt32, CaseIterable, Sendable {
    /// Most recently added first.
    case newest = 0
    /// By title, A to Z; ignores the case of ASCII letters.
    case title
    /// Most recently played first.
    case played
    /// Shortest first.
    case length
  }

  public static let maxItems = 1000

  public var order = Order.newest
  /// Only items in one of these states; empty for all.
  public var states: [Playability] = [.playable]
  /// Only items of this origin; nil: any.
  public var origin: ItemOrigin?
  /// Only items with all its words in title, artist, tags or place; ignores case and accents. The
  /// last word matches as a prefix. Characters other than letters and digits separate words. ""
  /// matches all items; a text without words matches none. Words after the first 32 are ignored.
  public var text = ""
  /// Only items with this SHA-256, 64 lower-case hexadecimal digits; "" for all.
  public var sha256 = ""
  /// Checks each local item of a page on disk now. A stale item is updated, and stays in the page
  /// only if it still has one of the states; following items fill the page.
  public var checks = true
  /// Max count.
  public var count = 50

  public init() {}
}

/// A page of a list.
public struct ItemPage {
  public internal(set) var items: [LibraryItem] = []
  /// Start of the next page; nil at the end.
  public internal(set) var next: ItemCursor?
}

/// A position after an item; stays valid when items are added or deleted.
public struct ItemCursor: Sendable {
  let last: ItemKey
}
