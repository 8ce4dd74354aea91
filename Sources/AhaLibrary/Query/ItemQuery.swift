import AhaBase

/// Which items, in which order.
public struct ItemQuery: Sendable {
  public enum Order: UInt32, CaseIterable, Sendable {
    /// Those that were found last, first.
    case newest = 0
    /// By title from A to Z, without regard to the case of ASCII letters.
    case title
    /// Those that were played last, first.
    case played
    /// The shortest first.
    case length
  }

  public static let mostItems = 1000

  public var order = Order.newest
  /// Only items in one of these states; empty for all.
  public var states: [Playability] = [.playable]
  /// Only items from there; nil: from anywhere.
  public var origin: ItemOrigin?
  /// Only items that have all its words in title, artist, tags or place, without regard to case and
  /// accents; of the last word the beginning is enough. All but letters and digits only parts
  /// words. "" for all items; a text without a word finds none. Words after the first 32 are not
  /// looked for.
  public var text = ""
  /// Only items of this content, in 64 small hexadecimal letters; "" for all.
  public var sha256 = ""
  /// Whether each local item of a page is looked at on the disk now. One that is not as it was
  /// noted is brought up to date, and is in the page if it still is in one of the states; others
  /// follow.
  public var checks = true
  /// How many at most.
  public var count = 50

  public init() {}
}

/// A part of a list.
public struct ItemPage {
  public internal(set) var items: [LibraryItem] = []
  /// Where the next page goes on; nil at the end.
  public internal(set) var next: ItemCursor?
}

/// A place in a list, behind an item: it stays good when items come and go.
public struct ItemCursor: Sendable {
  let last: ItemKey
}
