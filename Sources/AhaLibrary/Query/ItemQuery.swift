import AhaBase
import AhaStore

/// Which items, in which order.
public struct ItemQuery: Sendable {
  /// The numbers are those of pages, which are texts.
  public enum Order: UInt32, CaseIterable, Sendable {
    case newest = 0
    case title, played, length
  }

  public static let largestPage = 1000

  public var order = Order.newest
  /// Words that are looked for in titles, artists and places, each from its beginning; "" for all.
  public var words = ""
  /// Only items in one of these states; empty for all. What is playable is looked at: see
  /// `Catalogue.page`.
  public var states: [Playability] = [.playable]
  /// Only items from there; nil: from anywhere.
  public var origin: ItemOrigin?
  /// How many at most.
  public var size = 50

  public init() {}
}

/// A part of a list.
public struct ItemPage {
  public var items: [LibraryItem] = []
  /// Where the next page goes on; nil at the end.
  public var next: ItemCursor?
}

/// A place in a list, behind an item. It stays good when items come and go.
public struct ItemCursor: Sendable {
  /// What the list is sorted by: a title, or a number.
  let title: String
  let key: Int64
  let number: Int64
}
