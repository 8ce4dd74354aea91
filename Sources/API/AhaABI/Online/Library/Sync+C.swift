import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaSync
import CAha

@c @implementation
public func aha_sync_start(
  _ library: OpaquePointer?, _ destination: OpaquePointer?,
  _ options: UnsafePointer<aha_sync_options>?, _ outReport: UnsafeMutablePointer<OpaquePointer?>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  syncing(library, options, outReport, outJob, parent(of: destination)) { () throws(AhaError) in
    let box = try Handle.object(destination, as: DestinationBox.self)
    guard let remote = RemoteCatalogues.of(box.destination, box.registry.client) else {
      throw AhaError(.unsupported, "\(box.destination.name) cannot list its content")
    }
    return remote
  }
}

@c @implementation
public func aha_sync_start_feed(
  _ library: OpaquePointer?, _ client: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ options: UnsafePointer<aha_sync_options>?, _ outReport: UnsafeMutablePointer<OpaquePointer?>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  syncing(library, options, outReport, outJob, client) { () throws(AhaError) in
    let host = try Handle.object(client, as: Client.self)
    return try FeedCatalogue(host, Text.given(url, "url"))
  }
}

/// Starts a sync job on a client.
private func syncing(
  _ library: OpaquePointer?, _ options: UnsafePointer<aha_sync_options>?,
  _ outReport: UnsafeMutablePointer<OpaquePointer?>?,
  _ outJob: UnsafeMutablePointer<OpaquePointer?>?, _ client: OpaquePointer?,
  _ find: () throws(AhaError) -> any RemoteCatalogue
) -> aha_result {
  outReport?.pointee = nil
  return starting(outJob, of: client) { (attach) throws(AhaError) in
    try Callback.refuse()
    let library = try openLibrary(library)
    let (remote, job) = (try find(), Job())
    let sync = try Sync(library, remote, SyncSettings(options), job)
    let (report, client) = (try ReportHandle(outReport), remote.client)
    try report.end { () throws(AhaError) in
      try attach(job)
      try client.jobs.run(
        job, { [box = report.box] (job) throws(AhaError) in
          var sync = sync
          job.enter(.receiving)
          defer { box.fill(aha_report_info(sync.report), sync.report.troubles) }
          _ = try sync.run()
        }, afterwards: { client.events.end(job, $0) })
    }
  }
}

extension SyncSettings {
  fileprivate init(_ options: UnsafePointer<aha_sync_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_sync_options_init())
    try requireZero(asked.reserved, "options")
    if asked.max_items < 0 { throw AhaError(.invalidArgument, "max_items is \(asked.max_items)") }
    if asked.max_items > 0 { maxItems = asked.max_items }
    isWhole = asked.whole != 0
  }
}

extension aha_report_info {
  fileprivate init(_ report: SyncReport) {
    self = aha_report_info_init()
    (added, changed, unchanged) = (report.added, report.changed, report.unchanged)
    (missing, conflicts) = (report.removed, report.conflicts)
    seen = added + changed + unchanged + conflicts
    is_unchanged = report.wasUnchanged ? 1 : 0
  }
}
