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
    _ place: ClientDestination, options: UnsafePointer<aha_sync_options>?
  ) throws(AhaError) -> Report {
    guard let remote = Services.sources.catalogue(of: place.destination, client: place.client)
    else {
      throw AhaError(.unsupported, "\(place.name) cannot list its content")
    }
    return try sync(with: remote, settings: SyncSettings(options))
  }

  func startSyncFeed(
    _ client: Client, url: String, options: UnsafePointer<aha_sync_options>?
  ) throws(AhaError) -> Report {
    try sync(with: FeedCatalogue(client: client, url: url), settings: SyncSettings(options))
  }

  func fetch(
    _ client: Client, place: ClientDestination?, number: Int64, path: UnsafePointer<CChar>?,
    prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    if let place, place.client !== client {
      throw AhaError(.invalidArgument, "\(place.name) belongs to another client")
    }
    let file = try filePath(path)
    let fetch = try Fetch(
      library: library, number: number, from: place?.destination, client: client,
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
