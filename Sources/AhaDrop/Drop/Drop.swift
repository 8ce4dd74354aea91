import AhaBase
import AhaHash
import AhaNet
import AhaPiece
import Synchronization

/// A piece on its way to a destination: it asks its host for the files, sends them while the host
/// still edits, and makes of them what people see. What it does is in a journal before it goes on.
///
/// Threads: any. It works on the client's threads, one piece of work at a time, and has none while
/// it waits for its host.
public final class Drop: ClientDependent, SignInWaiter {
  /// What the host calls its handle; 0 when it has let go of it.
  public let tag = HandleTag()
  public let options: DropOptions
  public let desk: DropDesk
  public let journal: Journal
  /// What has an order: one event at a time, from the state to the events and work that follow.
  let order = Lock()
  let lock = Lock()
  // Under the lock.
  var current: DropData
  var found: (any Destination)?
  var heldBy: FileLock?
  var job: Job?
  /// The work that goes on.
  var step: Job?
  var sending = BytesOnTheirWay()
  var others: [Drop] = []
  /// What the sound looks like, as far as that is known.
  var soundLook: SoundLook?
  /// Another drop asks for its files.
  var follows = false
  /// The host holds a handle, so it may still answer.
  var hasHost = true
  /// The journal has it.
  var isKept: Bool
  /// Why its client is being closed.
  var closing: AhaError?
  /// It was started to be cancelled.
  var isDiscarding = false

  public var client: Client { desk.client }
  /// 32 hexadecimal letters.
  public var id: String { data.record.id }

  /// A new one. Errors: `limit` (the piece is too large), `system`, those of the journal.
  public init(
    _ desk: DropDesk, _ destination: any Destination, _ piece: Piece,
    _ options: DropOptions = DropOptions()
  ) throws(AhaError) {
    journal = try desk.journal()
    var record = DropRecord(id: Sha256.hexadecimal(try Random.bytes(16)))
    (record.kind, record.name) = (destination.kind, destination.name)
    (record.address, record.created) = (destination.address, secondsSince1970())
    var state = DropState(waitsForSignIn: options.waitsForSignIn)
    if options.isCommitted { _ = try state.handle(.committed) }
    current = DropData(state, record, piece)
    try current.update()
    (self.desk, self.options, found, isKept) = (desk, options, destination, false)
  }

  /// One of the journal. Errors: those of the journal.
  init(_ desk: DropDesk, kept id: String, _ options: DropOptions) throws(AhaError) {
    journal = try desk.journal()
    let (record, assets) = (try journal.drop(id), try journal.assets(of: id))
    current = try DropData(record, assets, waitsForSignIn: options.waitsForSignIn)
    (self.desk, self.options, isKept) = (desk, options, true)
  }

  deinit {
    // What was answered as bytes is of no use to anybody when the journal does not know it.
    if !isKept { journal.removeFiles(current.record.id) }
    for follower in others { follower.askItself() }
  }

  /// Whether it is 32 hexadecimal letters.
  static func isID(_ text: String) -> Bool {
    text.utf8.count == 32 && text.array.isHexadecimal
  }

  /// What it is now.
  var data: DropData { lock.locked { current } }

  var destination: (any Destination)? { lock.locked { found } }

  // MARK: Starting

  /// Starts it, or goes on with one that broke off; the job ends with it.
  /// Errors: `state` (started before, done, another process sends it), `notFound` (its
  /// destination), `notSignedIn`, those of the piece where it is committed, of the journal, and
  /// what `prepare` says.
  public func start(prepare: (Job) throws(AhaError) -> Void = { _ in }) throws(AhaError) {
    let job = Job()
    try begin(job, .started, prepare)
    job.whenCancelled { [self] in try? cancel() }
  }

  /// Starts a job that ends a drop that broke off, and takes away what it left at the destination.
  /// Errors: as `start`.
  public func discard(prepare: (Job) throws(AhaError) -> Void = { _ in }) throws(AhaError) {
    try begin(Job(), .cancelled, prepare)
  }

  private func begin(
    _ job: Job, _ event: DropState.Event, _ prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if lock.locked({ self.job != nil }) { throw AhaError(.state, "the drop was started before") }
    do throws(AhaError) { try enter(job, event, prepare) } catch {
      for follower in followers { follower.askItself() }
      throw error
    }
  }

  /// In order.
  private func enter(
    _ job: Job, _ event: DropState.Event, _ prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    // One that nobody else can work on from here on.
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

  /// Brings one that does not run to what the journal has. Errors: those of the journal.
  public func readAgain() throws(AhaError) {
    order.lock()
    defer { order.unlock() }
    if lock.locked({ job == nil }) { try refresh() }
  }

  /// Another process may have worked on it since it was read.
  private func refresh() throws(AhaError) {
    // One that is done is, also where the journal could not be told.
    guard lock.locked({ isKept }), data.state.stage != .done else { return }
    let (record, assets) = (try journal.drop(id), try journal.assets(of: id))
    if record.revision == data.record.revision { return }
    let now = try DropData(record, assets, waitsForSignIn: options.waitsForSignIn)
    lock.locked { current = now }
  }

  private func check(_ event: DropState.Event) throws(AhaError) {
    let data = data
    // What cannot be is said before what is missing.
    if case .cancelled = event, data.state.stage == .cancelled {
      throw AhaError(.state, "the drop was cancelled before")
    }
    var state = data.state
    _ = try state.handle(event)
    let target = try wantedDestination(data.record)
    lock.locked { found = target }
    guard case .started = event, data.state.stage != .cleaning else { return }
    if data.state.isCommitted, let problem = data.piece.problem {
      throw AhaError(problem.code, problem.line)
    }
    if options.waitsForSignIn { return }
    do throws(AhaError) { try target.checkReady() } catch {
      // Anything else may pass: the drop breaks off with it.
      if error.code == .notSignedIn { throw error }
    }
  }

  private func wantedDestination(_ record: DropRecord) throws(AhaError) -> any Destination {
    if let destination { return destination }
    guard let known = desk.destination(record.kind, record.address) else {
      throw AhaError(
        .notFound,
        "the destination \(record.name) (\(record.kind), \(record.address)) is not there")
    }
    return known
  }
}
