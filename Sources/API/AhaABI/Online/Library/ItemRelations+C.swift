import AhaBase
import AhaLibrary
import CAha

extension ItemsBox {
  /// The first page of a query. Errors: `invalidArgument`, `notFound`, `unsupported`.
  static func first(
    _ library: Library, _ query: UnsafePointer<aha_item_query>?
  ) throws(AhaError) -> ItemsBox {
    let asked = try Sized.read(query, "query", default: aha_item_query_init())
    if asked.relation == aha_item_relation(AHA_ITEMS_ALL) {
      return try page(library, ItemQuery(asked), nil)
    }
    let isFiltered = asked.text != nil || asked.sha256 != nil
    if isFiltered || (asked.states, asked.origin, asked.order) != (0, 0, 0) {
      throw AhaError(.unsupported, "a relation of items has no filter or order: leave them 0")
    }
    switch asked.relation {
    case aha_item_relation(AHA_ITEMS_ANCESTORS):
      return try ItemsBox(library, of: library.ancestors(of: asked.item))
    case aha_item_relation(AHA_ITEMS_DESCENDANTS):
      return try ItemsBox(library, of: library.descendants(of: asked.item))
    case aha_item_relation(AHA_ITEMS_DUPLICATES):
      return try ItemsBox(
        library, duplicatesAfter: "", choose(asked.count, 1...100, 50, "count"))
    default: throw AhaError(.invalidArgument, "relation \(Int(asked.relation)) is not known")
    }
  }

  private convenience init(
    _ library: Library, of relatives: [Library.Relative]
  ) throws(AhaError) {
    var items: [LibraryItem] = []
    for one in relatives { items.append(try ItemsBox.item(of: one, library)) }
    self.init(library, items, depths: relatives.map { $0.depth })
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

  /// Duplicates in groups of equal content.
  convenience init(
    _ library: Library, duplicatesAfter sha256: String, _ count: Int
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
    let following = last.map { Following.duplicates(after: $0, count: count) }
    self.init(library, items, following ?? .nothing)
  }
}
