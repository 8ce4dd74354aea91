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
    try requireZero(fields.reserved_end, "options")
    if fields.max_items < 0 { throw AhaError(.invalidArgument, "max_items is \(fields.max_items)") }
    if fields.max_items > 0 { maxItems = fields.max_items }
    (isWhole, sendsEdits) = (fields.whole != 0, fields.send != 0)
  }
}

extension Report: Handled {
  public static var kind: HandleKind { HandleKind(AHA_KIND_REPORT, noun: "report") }
}

extension ScanSettings {
  /// Errors: `invalidArgument`, `unsupported`.
  init(_ options: UnsafePointer<aha_scan_options>?) throws(AhaError) {
    self.init()
    let options = try required(options, "options")
    let fields = try Sized.read(options, "options", default: aha_scan_options_init())
    try requireZero(fields.reserved, "options")
    try requireZero(fields.reserved_end, "options")
    roots = try listed(fields.roots, count: fields.root_count, name: "roots").map { FilePath($0) }
    let patterns = try listed(fields.ignored, count: fields.ignored_count, name: "ignored")
    ignored = (fields.include_hidden == 0 ? ignored : []) + patterns.map { String(cString: $0) }
    depth = try choose(fields.max_depth, range: 1...65, fallback: depth + 1, name: "max_depth") - 1
    threads = try choose(fields.threads, range: 1...64, fallback: threads, name: "threads")
    if fields.max_files < 0 { throw AhaError(.invalidArgument, "max_files is \(fields.max_files)") }
    if fields.max_files > 0 { maxFiles = fields.max_files }
    followsLinks = fields.follow_links != 0
    hashes = fields.skip_hashes == 0
    rereads = fields.reread != 0
  }
}

/// The texts of an array. Errors: `invalidArgument` (one is NULL, or the array is).
private func listed(
  _ texts: UnsafePointer<UnsafePointer<CChar>?>?, count: UInt32, name: StaticString
) throws(AhaError) -> [UnsafePointer<CChar>] {
  try require(UInt64(count), in: 0...100_000, name)
  if count == 0 { return [] }
  let all = try required(texts, name)
  var found: [UnsafePointer<CChar>] = []
  for index in 0..<Int(count) { found.append(try required(all[index], name)) }
  return found
}
