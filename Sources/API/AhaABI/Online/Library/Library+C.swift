import AhaBase
import AhaLibrary
import CAha

extension LibraryBox {
  static func open(_ path: UnsafePointer<CChar>?) throws(AhaError) -> LibraryBox {
    let place = path == nil ? try Catalogue.makeUsualPlace() : try filePath(path)
    return LibraryBox(try Catalogue(place))
  }

  var path: FilePath { catalogue.path }

  func count() throws(AhaError) -> Int64 { try catalogue.count() }

  func getItem(_ number: Int64) throws(AhaError) -> ItemsBox {
    ItemsBox(catalogue, [try catalogue.item(number)])
  }

  func find(_ place: FilePath) throws(AhaError) -> ItemsBox {
    guard let item = try catalogue.item(knownAs: place) else {
      throw AhaError(.notFound, "the library has no item at \(place.text.shownPlace)")
    }
    return ItemsBox(catalogue, [item])
  }

  func check(_ number: Int64) throws(AhaError) -> ItemsBox {
    ItemsBox(catalogue, [try catalogue.check(number)])
  }

  func forget(_ number: Int64) throws(AhaError) { try catalogue.forget(number) }

  func restore(_ number: Int64) throws(AhaError) { try catalogue.restore(number) }
}
