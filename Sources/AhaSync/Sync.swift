import AhaBase
import AhaDrop
import AhaLibrary
import AhaNet

/// Brings a catalogue to what a remote one has. Work for a thread of its own; the catalogue can be
/// used meanwhile, and needs no network for anything that is asked of it.
///
/// Each part of a list is taken over with the place where the list goes on. So a process that is
/// ended meanwhile loses nothing, and the next sync goes on there. What is gone is concluded from
/// whole lists alone.
public struct Sync {
  private static let mostEmpty = 10_000

  private let catalogue: Catalogue
  private let remote: any RemoteCatalogue
  private let settings: SyncSettings
  private let job: Job
  private let call: SyncCall
  /// What came of it until now.
  public private(set) var report = SyncReport()
  /// Parts without an entry.
  private var empty = 0
  /// Something was twice in the list: the next one is to be whole.
  private var isDoubtful = false
  /// The other side had forgotten where it was.
  private var isAnew = false
  /// Nothing was heard yet from where the list had got to.
  private var isGoingOn = false

  /// Errors: `invalidArgument`.
  public init(
    _ catalogue: Catalogue, _ remote: any RemoteCatalogue, _ settings: SyncSettings, _ job: Job
  ) throws(AhaError) {
    guard settings.mostItems > 0 else {
      throw AhaError(.invalidArgument, "a sync of at most \(settings.mostItems) items")
    }
    (self.catalogue, self.remote, self.settings, self.job) = (catalogue, remote, settings, job)
    call = SyncCall(call: DropCall(remote.client, job), folder: catalogue.path.folder)
  }

  /// Errors: `cancelled`, `limit` (more entries than were to be), `state` (another sync of the same
  /// source has begun), `reply`, those of asking and of databases. What was taken over until then
  /// stays, and is as it was there.
  public mutating func run() throws(AhaError) -> SyncReport {
    let call = call.call
    job.whenCancelled { call.cancel() }
    var listing = try catalogue.listing(remote.kind, remote.address, user: remote.user)
    if listing.phase == .sweeping { try sweep(&listing) }
    try begin(&listing, isWhole: settings.isWhole)
    while listing.phase == .listing { try takePart(&listing) }
    try sweep(&listing)
    return report
  }

  private mutating func begin(
    _ listing: inout SourceListing, isWhole: Bool
  ) throws(AhaError) {
    let goesOn = listing.phase == .listing && !listing.place.isEmpty && !isWhole
    let token = isWhole ? "" : listing.token
    if !goesOn { try catalogue.begin(&listing, isDelta: remote.hasDeltas && !token.isEmpty) }
    isGoingOn = goesOn
    try remote.begin(goesOn ? listing.place : "", token: token, call)
  }

  /// Where the place at which the list was to go on is not there any more: the first part of a list
  /// that begins anew. Until that is had, the place stays: the server may have nothing at all now.
  private mutating func nextPart(_ listing: inout SourceListing) throws(AhaError) -> ListPart {
    defer { isGoingOn = false }
    do throws(AhaError) { return try remote.nextPart(call) } catch {
      guard isGoingOn, Sync.isOfPlace(error) else { throw error }
      try remote.begin("", token: "", call)
      let part = try remote.nextPart(call)
      try catalogue.begin(&listing, isDelta: false)
      report.note("the list begins anew: \(error.line)")
      return part
    }
  }

  private static func isOfPlace(_ error: AhaError) -> Bool {
    switch error.code {
    case .notFound, .http, .reply, .invalidArgument, .unknownFormat: true
    default: false
    }
  }

  private mutating func takePart(_ listing: inout SourceListing) throws(AhaError) {
    try job.throwIfCancelled()
    let part = try nextPart(&listing)
    for line in part.troubles { report.note(line) }
    var (next, token) = (String?.some(listing.place), "")
    switch part.next {
    case .more: break
    case .at(let place): next = place
    case .end(let last): (next, token) = (nil, last)
    case .forgotten:
      if isAnew { throw AhaError(.reply, "\(remote.shownAddress) forgets where its list begins") }
      isAnew = true
      return try begin(&listing, isWhole: true)
    }
    listing.distance = max(listing.distance, Int64(part.distance.rawValue))
    if part.isUnchanged {
      report.wasUnchanged = true
      return try catalogue.keep(&listing)
    }
    let found = try looked(part, listing)
    if next == nil, isDoubtful { token = "" }
    let (outcomes, gone) = try catalogue.take(found, &listing, next: next, token: token)
    for outcome in outcomes {
      if case .leftOut = outcome { isDoubtful = true }
      report.note(outcome)
    }
    report.unchanged += Int64(found.unchanged.count)
    report.note(gone)
    job.report(frames: listing.listed, of: 0)
    try check(part, listing)
  }

  /// What is known of each entry, and what has to be asked for.
  private mutating func looked(
    _ part: ListPart, _ listing: SourceListing
  ) throws(AhaError) -> RemotePart {
    var found = RemotePart()
    (found.gone, found.count) = (part.gone, part.entries.count + part.troubles.count)
    for entry in part.entries {
      let known = settings.isWhole ? "" : try catalogue.revision(entry.id, of: listing)
      if !known.isEmpty, known.hasSameBytes(as: entry.revision) {
        found.unchanged.append(entry.id)
        continue
      }
      if let item = entry.item {
        found.items.append(RemoteItem(id: entry.id, revision: entry.revision, item))
        continue
      }
      try job.throwIfCancelled()
      switch try remote.look(at: entry, knowing: known, call) {
      case .unchanged: found.unchanged.append(entry.id)
      case .item(let item): found.items.append(item)
      case .nothing(let line, let isThere):
        report.note(line)
        if isThere { found.unchanged.append(entry.id) }
      }
    }
    return found
  }

  private mutating func sweep(_ listing: inout SourceListing) throws(AhaError) {
    if !settings.isWhole, try catalogue.isEmptied(listing) {
      report.note(
        "nothing is at \(remote.shownAddress) where something was: nothing is removed")
      return try catalogue.spare(&listing)
    }
    while listing.phase == .sweeping {
      try job.throwIfCancelled()
      guard let gone = try catalogue.sweep(&listing) else { return }
      report.note(gone)
    }
  }

  private mutating func check(
    _ part: ListPart, _ listing: SourceListing
  ) throws(AhaError) {
    empty = part.entries.isEmpty && part.gone.isEmpty ? empty + 1 : 0
    if empty > Sync.mostEmpty {
      throw AhaError(.reply, "\(Sync.mostEmpty) parts of the list have nothing in them")
    }
    if listing.listed <= settings.mostItems { return }
    try catalogue.abandon(listing)
    throw AhaError(.limit, "there are more than \(settings.mostItems) entries")
  }
}
