import AhaBase
import AhaLibrary
import CAha

extension LibraryBox {
  static func open(_ path: UnsafePointer<CChar>?) throws(AhaError) -> LibraryBox {
    let place = path == nil ? try Library.makeUsualPlace() : try filePath(path)
    return LibraryBox(try Library(place))
  }

  var path: FilePath { library.path }

  func count() throws(AhaError) -> Int64 { try library.count() }

  func getItem(_ number: Int64) throws(AhaError) -> ItemsBox {
    ItemsBox(library, [try library.item(number)])
  }

  func find(_ place: FilePath) throws(AhaError) -> ItemsBox {
    guard let item = try library.item(knownAs: place) else {
      throw AhaError(.notFound, "the library has no item at \(place.text.shownPlace)")
    }
    return ItemsBox(library, [item])
  }

  func check(_ number: Int64) throws(AhaError) -> ItemsBox {
    ItemsBox(library, [try library.check(number)])
  }

  func forget(_ number: Int64) throws(AhaError) { try library.forget(number) }

  func restore(_ number: Int64) throws(AhaError) { try library.restore(number) }
}
