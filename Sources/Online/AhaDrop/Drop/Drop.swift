import AhaBase
import AhaHash
import AhaNet
import AhaPiece
import Synchronization

/// A piece on its way to a destination. A drop requests the files from its host, uploads them while
/// the host still edits, and then publishes them. Each step is in a journal before the next one
/// starts.
///
/// Threads: any. It runs on the client's threads, one step at a time, and uses none while it waits
/// for its host.
public final class Drop: ClientDependent, SignInWaiter {
  /// The host's tag for its handle; 0 after the host has released it.
  public let tag = HandleTag()
  public let options: DropOptions
  public let registry: DropRegistry
  public let journal: Journal
  /// Serializes events: one at a time, from the state to the resulting events and work.
  let order = Lock()
  let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  var current: DropData
  var found: (any Destination)?
  var heldBy: FileLock?
  var job: Job?
  /// Job of the running step.
  var step: Job?
  var sending = BytesInFlight()
  var others: [Drop] = []
  /// Analysis of the sound, started or finished.
  var shapeAnalysis: ShapeAnalysis?
  /// Why the URL of the finished drop does not answer; "" if it does.
  var foundWarning = ""
  /// Another drop requests the files for this one.
  var follows = false
  /// The host holds a handle, so it may still answer.
  var hasHost = true
  /// The journal contains the drop.
  var isStored: Bool
  /// Why its client closes.
  var closing: AhaError?
  /// Started by `discard`, only to be cleaned up.
  var isDiscarding = false
  /// Runs while a committed drop waits for its host.
  var answerLimit: AnswerLimit?

  public var client: Client { registry.client }
  /// 32 hexadecimal digits.
  public var id: String { data.record.id }

  /// A new drop. Errors: `limit` (the piece is too large), `system`, those of the journal.
  public init(
    registry: DropRegistry, destination: any Destination, piece: Piece,
    options: DropOptions = DropOptions()
  ) throws(AhaError) {
    journal = try registry.journal()
    var record = DropRecord(id: Sha256.hexadecimal(try Random.bytes(16)))
    (record.kind, record.name) = (destination.kind.name, destination.name)
    (record.address, record.created) = (destination.address, secondsSince1970())
    var state = DropState(waitsForSignIn: options.waitsForSignIn)
    state.omitsCover = options.omitsCover
    if options.isCommitted { _ = try state.handle(.committed) }
    current = DropData(state: state, record: record, piece: piece)
    try current.update()
    (self.registry, self.options, found, isStored) = (registry, options, destination, false)
  }

  /// A drop from the journal. Errors: those of the journal.
  init(registry: DropRegistry, stored id: String, options: DropOptions) throws(AhaError) {
    journal = try registry.journal()
    let (record, assets) = (try journal.drop(id), try journal.assets(of: id))
    let kind = registry.kinds.kind(named: record.kind)
    current = try DropData(
      record: record, assets: assets, kind: kind, waitsForSignIn: options.waitsForSignIn)
    (self.registry, self.options, isStored) = (registry, options, true)
  }

  deinit {
    // Without a journal entry, stored answers are of no use.
    if !isStored { journal.removeFiles(of: current.record.id) }
    for follower in others { follower.askItself() }
  }

  /// True for 32 hexadecimal digits.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 32 && text.array.isHexadecimal
  }

  /// Snapshot of the drop.
  var data: DropData { lock.locked { current } }

  var destination: (any Destination)? { lock.locked { found } }

  // MARK: Starting

  /// Starts the drop, or resumes an interrupted one; the job ends with it.
  /// Errors: `state` (started before, done, or sent by another process), `notFound` (its
  /// destination), `notSignedIn`, those of a committed piece, of the journal and of `prepare`.
  public func start(prepare: (Job) throws(AhaError) -> Void = { _ in }) throws(AhaError) {
    let job = Job()
    try begin(job, event: .started, prepare: prepare)
    job.whenCancelled { [self] in try? cancel() }
  }

  /// Starts a job that makes the page of a finished drop again, with a new link. Files of the drop
  /// are not sent again. If it fails, the drop stays done, with its former link.
  /// Errors: `state` (not done, or its link does not expire), and as `start`.
  public func renew(prepare: (Job) throws(AhaError) -> Void = { _ in }) throws(AhaError) {
    if data.state.stage == .done, expiry == 0 {
      throw AhaError(.state, "the drop's link does not expire: it is not renewed")
    }
    let job = Job()
    try begin(job, event: .renewed, prepare: prepare)
    job.whenCancelled { [self] in try? cancel() }
  }

  /// Starts a job that ends an interrupted drop and deletes its uploads at the destination.
  /// Errors: as `start`.
  public func discard(prepare: (Job) throws(AhaError) -> Void = { _ in }) throws(AhaError) {
    try begin(Job(), event: .cancelled, prepare: prepare)
  }

  func begin(
    _ job: Job, event: DropState.Event, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if lock.locked({ self.job != nil }) { throw AhaError(.state, "the drop was started before") }
    do throws(AhaError) { try enter(job, event: event, prepare: prepare) } catch {
      for follower in followers { follower.askItself() }
      throw error
    }
  }

  /// Invariant: caller holds `order`.
  private func enter(
    _ job: Job, event: DropState.Event, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    // From here on, no other process can work on it.
    let held = try journal.lock(id)
    try refresh()
    try check(event)
    lock.locked {
      (self.job, heldBy) = (job, held)
      if case .cancelled = event { isDiscarding = true } else { isDiscarding = false }
    }
    do throws(AhaError) {
      try prepare(job)
      try client.admit(self)
      job.begin()
      try apply(event)
    } catch {
      client.leave(self)
      lock.locked { (self.job, heldBy) = (nil, nil) }
      throw error
    }
  }

  /// Reloads a drop that does not run from the journal. Errors: those of the journal.
  public func readAgain() throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if lock.locked({ job == nil }) { try refresh() }
  }

  /// Another process may have changed the record since it was read.
  private func refresh() throws(AhaError) {
    // A drop that is done stays done, even if the journal could not store it.
    guard lock.locked({ isStored }), data.state.stage != .done else { return }
    let (record, assets) = (try journal.drop(id), try journal.assets(of: id))
    if record.revision == data.record.revision { return }
    let kind = registry.kinds.kind(named: record.kind)
    let now = try DropData(
      record: record, assets: assets, kind: kind, waitsForSignIn: options.waitsForSignIn)
    lock.locked { current = now }
  }

  private func check(_ event: DropState.Event) throws(AhaError) {
    let data = data
    // Reports an impossible request before missing parts.
    if case .cancelled = event, data.state.stage == .cancelled {
      throw AhaError(.state, "the drop was cancelled before")
    }
    var state = data.state
    _ = try state.handle(event)
    let target = try wantedDestination(of: data.record)
    lock.locked { found = target }
    guard case .started = event, data.state.stage != .cleaning else { return }
    if data.state.isCommitted { try checkPiece() }
    if options.waitsForSignIn { return }
    do throws(AhaError) { try target.checkReady() } catch {
      // Other errors may be temporary: then the drop is interrupted.
      if error.code == .notSignedIn { throw error }
    }
  }

  private func wantedDestination(of record: DropRecord) throws(AhaError) -> any Destination {
    if let destination { return destination }
    guard let known = registry.destination(kind: record.kind, address: record.address) else {
      throw AhaError(
        .notFound,
        "the destination \(record.name) (\(record.kind), \(record.address)) is not there")
    }
    return known
  }
}
