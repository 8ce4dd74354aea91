import AhaArguments
import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet
import AhaServices
import AhaSync
import CAha

extension OpenLibrary {
  func startSync(
    _ source: ClientDestination, options: UnsafePointer<aha_sync_options>?
  ) throws(AhaError) -> Report {
    guard let remote = Services.sources.catalogue(of: source.destination, client: source.client)
    else {
      throw AhaError(.unsupported, "\(source.name) cannot list its content")
    }
    return try sync(with: remote, settings: SyncSettings(options))
  }

  func startSyncFeed(
    _ client: Client, url: String, options: UnsafePointer<aha_sync_options>?
  ) throws(AhaError) -> Report {
    try sync(with: FeedCatalogue(client: client, url: url), settings: SyncSettings(options))
  }

  func fetch(
    _ client: Client, source: ClientDestination?, number: Int64, path: UnsafePointer<CChar>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    if let source, source.client !== client {
      throw AhaError(.invalidArgument, "\(source.name) belongs to another client")
    }
    let file = try filePath(path)
    let fetch = try Fetch(
      library: library, number: number, from: source?.destination, client: client,
      kinds: Services.sources)
    let job = Job()
    try prepare(job)
    try client.jobs.run(
      job, work: { (job) throws(AhaError) in try fetch.run(to: file, job: job) },
      afterwards: { client.events.end(job, outcome: $0) })
  }
}

extension SyncSettings {
  fileprivate init(_ options: UnsafePointer<aha_sync_options>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(options, "options", default: aha_sync_options_init())
    try requireZero(fields.reserved, "options")
    if fields.max_items < 0 { throw AhaError(.invalidArgument, "max_items is \(fields.max_items)") }
    if fields.max_items > 0 { maxItems = fields.max_items }
    isWhole = fields.whole != 0
  }
}
