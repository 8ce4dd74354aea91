import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet

/// Updates a library from a remote catalogue. Run it on a thread of its own; the library stays
/// usable meanwhile and answers without the network.
///
/// Each part of a list is stored together with the position of the next one, so an interrupted sync
/// resumes there. Deletions are derived from complete lists only.
public struct Sync {
  private static let maxEmpty = 10_000

  private let library: Library
  private let remote: any Catalogue
  private let settings: SyncSettings
  private let job: Job
  private let call: SyncCall
  /// Result so far.
  public private(set) var report = SyncReport()
  /// Count of parts without an entry.
  private var empty = 0
  /// An entry was listed twice: the next list must be complete.
  private var needsWholeList = false
  /// The service had lost the position, so the list was restarted.
  private var wasRestarted = false
  /// The list was resumed, and no part has arrived yet.
  private var isResumed = false

  /// Errors: `invalidArgument`, `unsupported` (edits to a source that accepts none).
  public init(
    library: Library, remote: any Catalogue, settings: SyncSettings, job: Job
  ) throws(AhaError) {
    guard settings.maxItems > 0 else {
      throw AhaError(.invalidArgument, "a sync of at most \(settings.maxItems) items")
    }
    (self.library, self.remote, self.settings, self.job) = (library, remote, settings, job)
    if settings.sendsEdits, remote.editor == nil {
      throw AhaError(
        .unsupported,
        "edits go to folders, WebDAV and S3 only, not to \(remote.shownAddress). Sync without send")
    }
    call = SyncCall(call: DropCall(client: remote.client, job: job), folder: library.path.folder)
  }

  /// Errors: `cancelled`, `limit` (too many entries), `state` (another sync of the source has
  /// started), `reply`, those of requests and of databases. Parts stored before the error remain
  /// and are valid.
  public mutating func run() throws(AhaError) -> SyncReport {
    let call = call.call
    job.whenCancelled { call.cancel() }
    var listing = try library.listing(kind: remote.kind, address: remote.address, user: remote.user)
    try sweep(&listing)
    try begin(&listing, isWhole: settings.isWhole)
    while listing.phase == .listing { try storePart(&listing) }
    try sweep(&listing)
    if settings.sendsEdits { try sendEdits(to: listing) }
    return report
  }

  private mutating func sendEdits(to listing: SourceListing) throws(AhaError) {
    guard let editor = remote.editor else { return }
    job.enter(.sending)
    var sending = EditSending(
      from: library, to: editor, via: call, listing: listing, report: report)
    defer {
      report = sending.report
      report.endSending()
    }
    try sending.run()
  }

  private mutating func begin(
    _ listing: inout SourceListing, isWhole: Bool
  ) throws(AhaError) {
    let goesOn = listing.phase == .listing && !listing.position.isEmpty && !isWhole
    let token = isWhole ? "" : listing.token
    if !goesOn { try library.begin(&listing, isDelta: remote.hasDeltas && !token.isEmpty) }
    isResumed = goesOn
    try remote.begin(at: goesOn ? listing.position : "", token: token, via: call)
  }

  /// The next part. If the stored position is invalid, restarts the list and returns its first
  /// part. The position is kept until that part arrives, because the server may fail completely.
  private mutating func nextPart(_ listing: inout SourceListing) throws(AhaError) -> ListPart {
    defer { isResumed = false }
    do throws(AhaError) { return try remote.nextPart(via: call) } catch {
      guard isResumed, Sync.isOfPosition(error) else { throw error }
      try remote.begin(at: "", token: "", via: call)
      let part = try remote.nextPart(via: call)
      try library.begin(&listing, isDelta: false)
      report.note("the list starts again: \(error.line)")
      return part
    }
  }

  private static func isOfPosition(_ error: AhaError) -> Bool {
    switch error.code {
    case .notFound, .http, .reply, .invalidArgument, .unknownFormat: true
    default: false
    }
  }

  private mutating func storePart(_ listing: inout SourceListing) throws(AhaError) {
    try job.throwIfCancelled()
    let part = try nextPart(&listing)
    for line in part.troubles { report.note(line) }
    var (next, token) = (String?.some(listing.position), "")
    switch part.next {
    case .more: break
    case .at(let position): next = position
    case .end(let last): (next, token) = (nil, last)
    case .forgotten:
      if wasRestarted {
        throw AhaError(.reply, "\(remote.shownAddress) loses the start of its list repeatedly")
      }
      wasRestarted = true
      return try begin(&listing, isWhole: true)
    }
    listing.distance = max(listing.distance, Int64(part.distance.rawValue))
    if part.isUnchanged {
      report.wasUnchanged = true
      return try library.keep(&listing)
    }
    let found = try looked(part, of: listing)
    if next == nil, needsWholeList { token = "" }
    let (outcomes, gone) = try library.merge(found, of: &listing, next: next, token: token)
    for outcome in outcomes {
      if case .skipped = outcome { needsWholeList = true }
      report.note(outcome)
    }
    report.unchanged += Int64(found.unchanged.count)
    report.note(gone)
    job.report(frames: listing.listed, of: 0)
    try check(part, of: listing)
  }

  /// Splits entries into known ones and ones that must be read.
  private mutating func looked(
    _ part: ListPart, of listing: SourceListing
  ) throws(AhaError) -> RemotePart {
    var found = RemotePart()
    (found.gone, found.count) = (part.gone, part.entries.count + part.troubles.count)
    let revisions =
      settings.isWhole
      ? [] : try library.revisions(ofItems: part.entries.map { $0.id }, of: listing)
    for (index, entry) in part.entries.enumerated() {
      let known = settings.isWhole ? "" : revisions[index]
      if !known.isEmpty, known.hasSameBytes(as: entry.revision) {
        found.unchanged.append(entry.id)
        continue
      }
      if let item = entry.item {
        found.items.append(RemoteItem(id: entry.id, revision: entry.revision, item: item))
        continue
      }
      try job.throwIfCancelled()
      switch try remote.look(at: entry, knowing: known, via: call) {
      case .unchanged: found.unchanged.append(entry.id)
      case .item(let item): found.items.append(item)
      case .nothing(let line, let isThere):
        report.note(line)
        if isThere { found.unchanged.append(entry.id) }
      }
    }
    return found
  }

  /// After a complete list. A list that reports no changes has no entries to compare.
  private mutating func sweep(_ listing: inout SourceListing) throws(AhaError) {
    if listing.phase != .sweeping { return }
    if !settings.isWhole, try library.isEmptied(listing) {
      report.note(
        "\(remote.shownAddress) is empty but had items before: no item is removed")
      return try library.spare(&listing)
    }
    while listing.phase == .sweeping {
      try job.throwIfCancelled()
      guard let gone = try library.sweep(&listing) else { return }
      report.note(gone)
    }
  }

  private mutating func check(
    _ part: ListPart, of listing: SourceListing
  ) throws(AhaError) {
    empty = part.entries.isEmpty && part.gone.isEmpty ? empty + 1 : 0
    if empty > Sync.maxEmpty {
      throw AhaError(.reply, "\(Sync.maxEmpty) parts of the list are empty")
    }
    if listing.listed <= settings.maxItems { return }
    try library.abandon(listing)
    throw AhaError(.limit, "there are more than \(settings.maxItems) entries")
  }
}
