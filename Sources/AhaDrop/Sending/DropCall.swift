import AhaBase
import AhaNet
import Synchronization

/// How destinations speak to their services for one drop: each message is tried again where that
/// may help, can be cancelled, and moves the drop's progress.
///
/// Threads: one at a time; `cancel` from any. What was begun goes on beside it.
public final class DropCall {
  /// Nil: by status, as requests are judged. See `Attempts.Verdict`.
  public typealias Judge = (HTTPResponse) throws(AhaError) -> Attempts.Verdict?
  /// Signs a message anew for each try.
  public typealias Sign = (inout HTTPRequest) throws(AhaError) -> Void
  public typealias Question = () throws(AhaError) -> Bool

  /// How a message is sent.
  public struct Options {
    /// Carries its token, which is renewed once where it is refused.
    public var account: ClientAccount?
    public var sign: Sign?
    public var judge: Judge?
    /// Statuses besides 2xx that are no failure: the caller looks at them.
    public var accepts: [Int] = []
    /// It may be sent again although it has arrived.
    public var isIdempotent = true
    /// Asked before each other try: whether one before has arrived, so that there is none. Then it
    /// ends with `exists`.
    public var hasArrived: Question?
    /// Its body is part of the asset that is being sent: its bytes count as progress.
    public var isAsset = false

    public init() {}
  }

  public let client: Client
  public let job: Job
  /// Told how many bytes of the running message's body have left.
  let moved: (Int64) -> Void
  /// Keeps what the running upload says of itself, between two of its steps.
  var keep: () throws(AhaError) -> Void = { () throws(AhaError) in }
  private let lock = Lock()
  private let changed: Condition
  // Under the lock.
  /// What is being sent.
  private var running: [DropAttempts] = []
  private var (hasLeft, wasTriedAgain) = (false, false)
  /// The head of the message that was sent last.
  private var shown: HTTPRequest?

  public init(_ client: Client, _ job: Job, moved: @escaping (Int64) -> Void = { _ in }) {
    (self.client, self.job, self.moved) = (client, job, moved)
    changed = Condition(lock)
  }

  /// Returns the reply. Errors: what the last try came to, `cancelled`.
  public func send(
    _ message: HTTPRequest, _ options: Options = Options()
  ) throws(AhaError) -> HTTPResponse {
    let attempts = DropAttempts(self, message, options)
    attempts.tellsProgress.store(true, ordering: .relaxed)
    return try run(attempts)
  }

  /// Sends a message while the caller does something else. Errors: `system` (no thread).
  func begin(
    _ message: HTTPRequest, _ options: Options
  ) throws(AhaError) -> DropSending {
    try DropSending(self, DropAttempts(self, message, options))
  }

  func run(_ attempts: DropAttempts) throws(AhaError) -> HTTPResponse {
    lock.locked { running.append(attempts) }
    defer {
      let (hasLeft, isAgain) = (attempts.hasLeft, attempts.begun > 1)
      lock.locked {
        running.removeAll { $0 === attempts }
        (self.hasLeft, wasTriedAgain) = (hasLeft, isAgain)
      }
    }
    try job.throwIfCancelled()
    return try attempts.run()
  }

  /// The message that failed last may have arrived all the same.
  public var mayHaveArrived: Bool { lock.locked { hasLeft } }

  /// The last message took more than one try: one before may have arrived, too.
  var mayHaveArrivedTwice: Bool { lock.locked { wasTriedAgain } }

  /// What services say is in error lines, but not a secret that they repeat.
  public func told(_ error: AhaError) -> AhaError {
    var line = error.line.array
    // What is cut ends so.
    while line.last == UInt8(ascii: ".") { line.removeLast() }
    guard let shown = lock.locked({ shown }), shown.isRepeated(in: line) else { return error }
    return AhaError(error.code, "the service repeats what must not be shown")
  }

  func note(_ message: HTTPRequest) {
    var head = message
    head.body = .none
    lock.locked { shown = head }
  }

  /// Waits, for a service that takes its time. Errors: `cancelled`.
  public func rest(milliseconds: Int64) throws(AhaError) {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while !job.isCancelled { if !changed.wait(until: deadline) { break } }
    lock.unlock()
    try job.throwIfCancelled()
  }

  /// Ends what is being sent or waited for. From any thread, after the job was cancelled.
  public func cancel() {
    lock.locked {
      changed.signalAll()
      for one in running { one.cancel() }
    }
  }
}

/// One message of a drop with its tries.
final class DropAttempts: Attempts {
  private let call: DropCall
  private let wanted: HTTPRequest
  private let options: DropCall.Options
  /// Of messages that are sent at once, the first one does.
  let tellsProgress = Atomic<Bool>(false)
  /// Tries, of the thread that runs it.
  private(set) var begun = 0
  /// Of the body, in one try; of that thread too.
  private(set) var bytesThatLeft: Int64 = 0
  private let handover = Lock()
  private let handedOver: Condition
  // Under that lock.
  private var (isHandedOver, isOver) = (false, false)

  init(_ call: DropCall, _ message: HTTPRequest, _ options: DropCall.Options) {
    (self.call, wanted, self.options) = (call, message, options)
    handedOver = Condition(handover)
    super.init(call.client, options.account)
  }

  override func message() throws(AhaError) -> HTTPRequest {
    var message = wanted
    try options.sign?(&message)
    return message
  }

  override var isIdempotent: Bool { options.isIdempotent }

  override func begins() throws(AhaError) {
    begun += 1
    if begun > 1, let hasArrived = options.hasArrived, try hasArrived() {
      throw AhaError(.exists, "an earlier try has arrived")
    }
  }

  override func sends(_ message: HTTPRequest) { call.note(message) }

  override func watch(_ transfer: Transfer) {
    while !transfer.wait(milliseconds: 50) { tell(transfer) }
    tell(transfer)
  }

  private func tell(_ transfer: Transfer) {
    bytesThatLeft = max(bytesThatLeft, transfer.bytesSent)
    guard options.isAsset, tellsProgress.load(ordering: .relaxed) else { return }
    call.moved(transfer.bytesSent)
  }

  override func moved(_ transfer: Transfer) {
    if transfer.bytesSent >= transfer.bytesToSend { note(isOver: false) }
  }

  func note(isOver: Bool) {
    handover.locked {
      if isOver { self.isOver = true } else { isHandedOver = true }
      handedOver.signalAll()
    }
  }

  func waitForHandover() -> Bool {
    handover.lock()
    defer { handover.unlock() }
    while !isHandedOver && !isOver { handedOver.wait() }
    return !isOver
  }

  override func judge(_ reply: HTTPResponse) throws(AhaError) -> Verdict? {
    if options.accepts.contains(reply.status) { return .success }
    if let verdict = try options.judge?(reply) { return verdict }
    // A new token was tried, where there is one.
    guard reply.status == 401, let account = options.account else { return nil }
    return .failure(
      AhaError(.notSignedIn, "\(account.account.key.text): HTTP 401, also to a new token"))
  }
}
