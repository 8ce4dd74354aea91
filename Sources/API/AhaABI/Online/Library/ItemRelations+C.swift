import AhaBase
import AhaLibrary
import CAha

extension ItemsBox {
  /// The first page of a query. Errors: `invalidArgument`, `notFound`, `unsupported`.
  static func first(
    _ catalogue: Catalogue, _ query: UnsafePointer<aha_item_query>?
  ) throws(AhaError) -> ItemsBox {
    let asked = try Sized.read(query, "query", default: aha_item_query_init())
    if asked.relation == aha_item_relation(AHA_ITEMS_ALL) {
      return try page(catalogue, ItemQuery(asked), nil)
    }
    let isFiltered = asked.text != nil || asked.sha256 != nil
    if isFiltered || (asked.states, asked.origin, asked.order) != (0, 0, 0) {
      throw AhaError(.unsupported, "a relation of items has no filter or order: leave them 0")
    }
    switch asked.relation {
    case aha_item_relation(AHA_ITEMS_ANCESTORS):
      return try ItemsBox(catalogue, of: catalogue.ancestors(of: asked.item))
    case aha_item_relation(AHA_ITEMS_DESCENDANTS):
      return try ItemsBox(catalogue, of: catalogue.descendants(of: asked.item))
    case aha_item_relation(AHA_ITEMS_DUPLICATES):
      return try ItemsBox(
        catalogue, duplicatesAfter: "", choose(asked.count, 1...100, 50, "count"))
    default: throw AhaError(.invalidArgument, "relation \(Int(asked.relation)) is not known")
    }
  }

  private convenience init(
    _ catalogue: Catalogue, of relatives: [Catalogue.Relative]
  ) throws(AhaError) {
    var items: [LibraryItem] = []
    for one in relatives { items.append(try ItemsBox.item(of: one, catalogue)) }
    self.init(catalogue, items, depths: relatives.map { $0.depth })
  }

  /// A relative that is not in the catalogue has only its id.
  private static func item(
    of relative: Catalogue.Relative, _ catalogue: Catalogue
  ) throws(AhaError) -> LibraryItem {
    if relative.item != 0 {
      do throws(AhaError) { return try catalogue.item(relative.item) } catch {
        if error.code != .notFound { throw error }
      }
    }
    var item = LibraryItem(FilePath(""), .piece)
    item.pieceID = relative.pieceID
    return item
  }

  /// Duplicates in groups of equal content.
  convenience init(
    _ catalogue: Catalogue, duplicatesAfter sha256: String, _ count: Int
  ) throws(AhaError) {
    let groups = try catalogue.duplicates(after: sha256, count: count)
    var items: [LibraryItem] = []
    for group in groups {
      for number in group.numbers {
        // The item may have been deleted meanwhile.
        do throws(AhaError) { items.append(try catalogue.item(number)) } catch {
          if error.code != .notFound { throw error }
        }
      }
    }
    let last = groups.count < count ? nil : groups.last?.sha256
    let following = last.map { Following.duplicates(after: $0, count: count) }
    self.init(catalogue, items, following ?? .nothing)
  }
}
