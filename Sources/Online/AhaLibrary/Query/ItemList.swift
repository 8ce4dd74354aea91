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
  public let items: [LibraryItem]
  /// Depths of relatives; empty for other pages.
  public let depths: [Int]
  private let following: Following

  private init(_ library: Library, _ items: [LibraryItem], depths: [Int], _ next: Following) {
    (self.library, self.items, self.depths, following) = (library, items, depths, next)
  }

  /// A list without a next page.
  public convenience init(_ library: Library, _ items: [LibraryItem]) {
    self.init(library, items, depths: [], .nothing)
  }

  /// The first page of a query. Errors: those of `Library.page`.
  public convenience init(_ library: Library, _ query: ItemQuery) throws(AhaError) {
    try self.init(library, query, after: nil)
  }

  private convenience init(
    _ library: Library, _ query: ItemQuery, after cursor: ItemCursor?
  ) throws(AhaError) {
    let page = try library.page(query, after: cursor)
    let next = page.next.map { Following.list(query, $0) }
    self.init(library, page.items, depths: [], next ?? .nothing)
  }

  /// Ancestors or descendants. Errors: those of databases.
  public convenience init(
    _ library: Library, of relatives: [Library.Relative]
  ) throws(AhaError) {
    var items: [LibraryItem] = []
    for one in relatives { items.append(try ItemList.item(of: one, library)) }
    self.init(library, items, depths: relatives.map { $0.depth }, .nothing)
  }

  /// A relative that is not in the library has only its id.
  private static func item(
    of relative: Library.Relative, _ library: Library
  ) throws(AhaError) -> LibraryItem {
    if relative.item != 0 {
      do throws(AhaError) { return try library.item(relative.item) } catch {
        if error.code != .notFound { throw error }
      }
    }
    var item = LibraryItem(FilePath(""), .piece)
    item.pieceID = relative.pieceID
    return item
  }

  /// Duplicates in groups of equal content. Errors: those of databases.
  public convenience init(
    _ library: Library, duplicatesAfter sha256: String = "", _ count: Int
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
    self.init(library, items, depths: [], next ?? .nothing)
  }

  /// Returns nil at the end. Errors: those of the query.
  public func next() throws(AhaError) -> ItemList? {
    switch following {
    case .nothing: return nil
    case .list(let query, let cursor):
      let next = try ItemList(library, query, after: cursor)
      // A page may be empty although the list continues.
      if case .nothing = next.following, next.items.isEmpty { return nil }
      return next
    case .duplicates(let last, let count):
      let next = try ItemList(library, duplicatesAfter: last, count)
      return next.items.isEmpty ? nil : next
    }
  }
}
