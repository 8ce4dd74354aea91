import AhaBase

/// A library with its job threads and its watch.
///
/// Threads: any.
public final class OpenLibrary {
  public let library: Library
  public let jobs = JobQueue()
  let lock = Lock()
  /// Invariant: the properties below are read and written under `lock`.
  var watch: Watch?
  var log = WatchLog()

  /// - Parameter path: Nil: the user's usual place.
  /// Errors: those of `Library`.
  public init(_ path: FilePath?) throws(AhaError) {
    if let path {
      library = try Library(path: path)
    } else {
      library = try Library(path: Library.makeUsualPath())
    }
  }

  /// Releasing the watch waits for its thread.
  deinit { jobs.endWhenIdle() }

  public var path: FilePath { library.path }

  public func count() throws(AhaError) -> Int64 { try library.count() }

  public func getItem(_ number: Int64) throws(AhaError) -> ItemList {
    ItemList(library: library, items: [try library.item(number)])
  }

  /// Errors: `notFound`.
  public func find(_ place: FilePath) throws(AhaError) -> ItemList {
    guard let item = try library.item(knownAs: place) else {
      throw AhaError(.notFound, "the library has no item at \(place.text.shownLocation)")
    }
    return ItemList(library: library, items: [item])
  }

  public func check(_ number: Int64) throws(AhaError) -> ItemList {
    ItemList(library: library, items: [try library.check(number)])
  }

  public func forget(_ number: Int64) throws(AhaError) { try library.forget(number) }

  public func restore(_ number: Int64) throws(AhaError) { try library.restore(number) }
}
