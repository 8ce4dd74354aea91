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
  public init(path: FilePath?) throws(AhaError) {
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

/// Status of a library's watch.
public struct WatchStatus: Sendable {
  /// Scans since the start.
  public var scans: Int64 = 0
  /// Items that they added, changed, moved or missed.
  public var changes: Int64 = 0
  /// Result of the last scan.
  public var result = ResultCode.ok
  public var isWatching = false
  /// More folders than the kernel can watch.
  public var isLimited = false
}

/// Collects the events of a watch.
///
/// Threads: any.
final class WatchLog: @unchecked Sendable {
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var known = WatchStatus()

  var status: WatchStatus { lock.locked { known } }

  func note(_ event: Watch.Event) {
    lock.lock()
    defer { lock.unlock() }
    switch event {
    case .changed(let report):
      known.scans += 1
      known.changes += report.added + report.changed + report.moved + report.missing
      known.result = .ok
    case .limit: known.isLimited = true
    case .failure(let error): known.result = error.code
    }
  }
}

extension OpenLibrary {
  /// Replaces the watch. Errors: those of `Watch`.
  public func startWatch(_ settings: ScanSettings) throws(AhaError) {
    let log = WatchLog()
    var settings = settings
    settings.rereads = false
    keep(try Watch(library: library, settings: settings) { log.note($0) }, log: log)
  }

  public func stopWatch() { keep(nil, log: WatchLog()) }

  public func getWatch() -> WatchStatus {
    lock.lock()
    defer { lock.unlock() }
    var status = log.status
    status.isWatching = watch != nil
    return status
  }

  /// The old watch ends outside the lock.
  private func keep(_ watch: Watch?, log: WatchLog) {
    let before = lock.locked { () -> Watch? in
      defer { (self.watch, self.log) = (watch, log) }
      return self.watch
    }
    before?.stop()
  }
}
