import AhaBase

/// A catalogue with its job threads and its watch.
///
/// Threads: any.
public final class OpenLibrary {
  public let catalogue: Catalogue
  public let jobs = JobQueue()
  let lock = Lock()
  /// Invariant: the properties below are read and written under `lock`.
  var watch: Watch?
  var log = WatchLog()

  /// - Parameter path: Nil: the user's usual place.
  /// Errors: those of `Catalogue`.
  public init(_ path: FilePath?) throws(AhaError) {
    if let path {
      catalogue = try Catalogue(path)
    } else {
      catalogue = try Catalogue(Catalogue.makeUsualPlace())
    }
  }

  /// Releasing the watch waits for its thread.
  deinit { jobs.endWhenIdle() }

  public var path: FilePath { catalogue.path }

  public func count() throws(AhaError) -> Int64 { try catalogue.count() }

  public func getItem(_ number: Int64) throws(AhaError) -> ItemList {
    ItemList(catalogue, [try catalogue.item(number)])
  }

  /// Errors: `notFound`.
  public func find(_ place: FilePath) throws(AhaError) -> ItemList {
    guard let item = try catalogue.item(knownAs: place) else {
      throw AhaError(.notFound, "the library has no item at \(place.text.shownPlace)")
    }
    return ItemList(catalogue, [item])
  }

  public func check(_ number: Int64) throws(AhaError) -> ItemList {
    ItemList(catalogue, [try catalogue.check(number)])
  }

  public func forget(_ number: Int64) throws(AhaError) { try catalogue.forget(number) }

  public func restore(_ number: Int64) throws(AhaError) { try catalogue.restore(number) }
}
