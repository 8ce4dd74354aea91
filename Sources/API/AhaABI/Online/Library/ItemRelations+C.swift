import AhaBase
import AhaLibrary
import CAha

@c @implementation
public func aha_library_get_ancestors(
  _ library: OpaquePointer?, _ number: Int64, _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    try ItemsBox(catalogue, of: catalogue.ancestors(of: number))
  }
}

@c @implementation
public func aha_library_get_descendants(
  _ library: OpaquePointer?, _ number: Int64, _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    try ItemsBox(catalogue, of: catalogue.descendants(of: number))
  }
}

@c @implementation
public func aha_library_get_duplicates(
  _ library: OpaquePointer?, _ count: UInt32, _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    try ItemsBox(catalogue, duplicatesAfter: "", choose(count, 1...100, 50, "count"))
  }
}

extension ItemsBox {
  fileprivate convenience init(
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
