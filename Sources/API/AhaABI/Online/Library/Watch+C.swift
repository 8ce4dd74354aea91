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

@c @implementation
public func aha_scan_start_watch(
  _ library: OpaquePointer?, _ options: UnsafePointer<aha_scan_options>?
) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    let box = try Handle.object(library, as: LibraryBox.self)
    let (settings, log) = (try ScanSettings(options), WatchLog())
    let watch = try Watch(box.catalogue, settings: settings) { log.note($0) }
    box.keep(watch, log)
  }
}

@c @implementation
public func aha_scan_stop_watch(_ library: OpaquePointer?) -> aha_result {
  guardedBlocking { () throws(AhaError) in
    try Handle.object(library, as: LibraryBox.self).keep(nil, WatchLog())
  }
}

@c @implementation
public func aha_scan_get_watch(
  _ library: OpaquePointer?, _ status: UnsafeMutablePointer<aha_watch_status>?
) -> aha_result {
  guarded { () throws(AhaError) in
    try Sized.write(
      Handle.object(library, as: LibraryBox.self).watchStatus, to: status, "status")
  }
}
