import AhaBase
import AhaLibrary
import CAha

@c @implementation
public func aha_library_open(
  _ path: UnsafePointer<CChar>?, _ outLibrary: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outLibrary?.pointee = nil
  return guardedBlocking { () throws(AhaError) in
    let out = try required(outLibrary, "out_library")
    let place = path == nil ? try Catalogue.makeUsualPlace() : try filePath(path)
    out.pointee = OpaquePointer(bitPattern: try Handle.make(LibraryBox(Catalogue(place))))
  }
}

@c @implementation
public func aha_library_copy_path(
  _ library: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outLength: UnsafeMutablePointer<Int>?
) -> aha_result {
  outLength?.pointee = 0
  return guarded { () throws(AhaError) in
    try Text.copyOut(catalogue(library).path, buffer, capacity, outLength)
  }
}

@c @implementation
public func aha_library_count(_ library: OpaquePointer?) -> Int64 {
  gettingBlocking(0) { () throws(AhaError) in try catalogue(library).count() }
}

@c @implementation
public func aha_library_get_item(
  _ library: OpaquePointer?, _ number: Int64, _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    ItemsBox(catalogue, [try catalogue.item(number)])
  }
}

@c @implementation
public func aha_library_find(
  _ library: OpaquePointer?, _ place: UnsafePointer<CChar>?,
  _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    let given = FilePath(try required(place, "place"))
    guard let item = try catalogue.item(knownAs: given) else {
      throw AhaError(.notFound, "the library has no item at \(given.text.shownPlace)")
    }
    return ItemsBox(catalogue, [item])
  }
}

@c @implementation
public func aha_library_check(
  _ library: OpaquePointer?, _ number: Int64, _ outItems: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  makingItems(library, outItems) { (catalogue) throws(AhaError) in
    ItemsBox(catalogue, [try catalogue.check(number)])
  }
}

@c @implementation
public func aha_library_forget(_ library: OpaquePointer?, _ number: Int64) -> aha_result {
  cataloguing(library) { (catalogue) throws(AhaError) in try catalogue.forget(number) }
}

@c @implementation
public func aha_library_restore(_ library: OpaquePointer?, _ number: Int64) -> aha_result {
  cataloguing(library) { (catalogue) throws(AhaError) in try catalogue.restore(number) }
}
