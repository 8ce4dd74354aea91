import AhaBase

/// A page of items, which knows the next page.
///
/// Threads: any; immutable.
public final class ItemList {
  /// Query of the next page.
  private enum Following {
    case nothing
    case list(ItemQuery, ItemCursor)
    case duplicates(after: String, count: Int)
  }

  private let library: Library
  /// With the texts of the user.
  public let items: [LibraryItem]
  /// Depths of relatives; empty for other pages.
  public let depths: [Int]
  private let following: Following

  private init(library: Library, items: [LibraryItem], depths: [Int], next: Following) {
    (self.library, self.depths, following) = (library, depths, next)
    self.items = items.map { $0.ownTexts.isEmpty ? $0 : $0.shown }
  }

  /// A list without a next page.
  public convenience init(library: Library, items: [LibraryItem]) {
    self.init(library: library, items: items, depths: [], next: .nothing)
  }

  /// The first page of a query. Errors: those of `Library.page`.
  public convenience init(library: Library, query: ItemQuery) throws(AhaError) {
    try self.init(library: library, query: query, after: nil)
  }

  private convenience init(
    library: Library, query: ItemQuery, after cursor: ItemCursor?
  ) throws(AhaError) {
    let page = try library.page(of: query, after: cursor)
    let next = page.next.map { Following.list(query, $0) }
    self.init(library: library, items: page.items, depths: [], next: next ?? .nothing)
  }

  /// Ancestors or descendants. Errors: those of databases.
  public convenience init(
    library: Library, of relatives: [Library.Relative]
  ) throws(AhaError) {
    var items: [LibraryItem] = []
    for one in relatives { items.append(try ItemList.item(of: one, in: library)) }
    self.init(library: library, items: items, depths: relatives.map { $0.depth }, next: .nothing)
  }

  /// A relative that is not in the library has only its id.
  private static func item(
    of relative: Library.Relative, in library: Library
  ) throws(AhaError) -> LibraryItem {
    if relative.item != 0 {
      do throws(AhaError) { return try library.item(relative.item) } catch {
        if error.code != .notFound { throw error }
      }
    }
    var item = LibraryItem(place: FilePath(""), origin: .piece)
    item.pieceID = relative.pieceID
    return item
  }

  /// Duplicates in groups of equal content. Errors: those of databases.
  public convenience init(
    library: Library, duplicatesAfter sha256: String = "", count: Int
  ) throws(AhaError) {
    let groups = try library.duplicates(after: sha256, count: count)
    var items: [LibraryItem] = []
    for group in groups {
      for number in group.numbers {
        // The item may have been deleted meanwhile.
        do throws(AhaError) { items.append(try library.item(number)) } catch {
          if error.code != .notFound { throw error }
        }
      }
    }
    let last = groups.count < count ? nil : groups.last?.sha256
    let next = last.map { Following.duplicates(after: $0, count: count) }
    self.init(library: library, items: items, depths: [], next: next ?? .nothing)
  }

  /// Returns nil at the end. Errors: those of the query.
  public func next() throws(AhaError) -> ItemList? {
    switch following {
    case .nothing: return nil
    case .list(let query, let cursor):
      let next = try ItemList(library: library, query: query, after: cursor)
      // A page may be empty although the list continues.
      if case .nothing = next.following, next.items.isEmpty { return nil }
      return next
    case .duplicates(let last, let count):
      let next = try ItemList(library: library, duplicatesAfter: last, count: count)
      return next.items.isEmpty ? nil : next
    }
  }
}
