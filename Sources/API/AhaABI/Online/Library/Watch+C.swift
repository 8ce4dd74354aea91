import AhaBase
import AhaLibrary
import CAha

/// Status of a library's watch.
///
/// Threads: any.
final class WatchLog: @unchecked Sendable {
  private let lock = Lock()
  /// Invariant: read and written under `lock`.
  private var told = aha_watch_status_init()

  var status: aha_watch_status { lock.locked { told } }

  func note(_ event: Watch.Event) {
    lock.lock()
    defer { lock.unlock() }
    switch event {
    case .changed(let report):
      told.scans += 1
      told.changes += report.added + report.changed + report.moved + report.missing
      told.result = aha_result(AHA_OK)
    case .limit: told.is_limited = 1
    case .failure(let error): told.result = error.code.rawValue
    }
  }
}

extension LibraryBox {
  func startWatch(_ settings: ScanSettings) throws(AhaError) {
    let log = WatchLog()
    keep(try Watch(library, settings: settings) { log.note($0) }, log)
  }

  func stopWatch() { keep(nil, WatchLog()) }

  func getWatch() -> aha_watch_status { watchStatus }
}
