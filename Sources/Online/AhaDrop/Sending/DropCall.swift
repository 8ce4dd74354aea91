import AhaBase
import AhaNet
import Synchronization

/// Sends a destination's messages for one drop: applies the retry policy, supports cancel, and
/// reports progress.
///
/// Threads: one at a time; `cancel` from any. Messages started with `begin` run concurrently.
public final class DropCall {
  /// Nil: judged by status, as for requests. See `Attempts.Verdict`.
  public typealias Judge = (HTTPResponse) throws(AhaError) -> Attempts.Verdict?
  /// Signs a message; called for each attempt.
  public typealias Sign = (inout HTTPRequest) throws(AhaError) -> Void
  public typealias Question = () throws(AhaError) -> Bool

  /// Options of a message.
  public struct Options {
    /// Account whose token signs the message; it is renewed once if refused.
    public var account: Account?
    public var sign: Sign?
    public var judge: Judge?
    /// Statuses besides 2xx that are no failure; the caller handles them.
    public var accepts: [Int] = []
    /// The message may be sent again after it has arrived.
    public var isIdempotent = true
    /// Called before each retry after a lost reply or a fault of the server. If an earlier attempt
    /// has arrived, the message ends with `exists`.
    public var hasArrived: Question?
    /// The body is part of the asset being sent: its bytes count as progress.
    public var isAsset = false
    /// The service may work for minutes before it replies, as every upload's may.
    public var isSlow = false
    /// Whether a reply with status 401 is about the token; nil: always.
    public var refusesToken: ((HTTPResponse) -> Bool)?

    public init() {}
  }

  public let client: Client
  public let job: Job
  /// Called with the count of sent bytes of the running message's body.
  public let moved: (Int64) -> Void
  /// Shows a stage: of the job, unless that is a part of another one.
  var show: (Job.Stage) -> Void
  /// Max time to wait for another client's lock.
  var lockMilliseconds = RetryPolicy.maxLockMilliseconds
  /// Max retries of messages.
  var retries = RetryPolicy.usualRetries
  /// Stores the running upload's state between two of its steps.
  var keep: () throws(AhaError) -> Void = { () throws(AhaError) in }
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`. `running` holds the messages
  // in flight.
  private var running: [DropAttempts] = []
  private var (hasLeft, wasTriedAgain) = (false, false)
  /// Head of the last message sent.
  private var shown: HTTPRequest?

  public init(client: Client, job: Job, moved: @escaping (Int64) -> Void = { _ in }) {
    (self.client, self.job, self.moved) = (client, job, moved)
    show = { job.enter($0) }
    changed = Condition(lock)
  }

  /// Sends a message and returns the reply. Errors: that of the last attempt, `cancelled`.
  public func send(
    _ message: HTTPRequest, options: Options = Options()
  ) throws(AhaError) -> HTTPResponse {
    let attempts = DropAttempts(call: self, message: message, options: options)
    attempts.tellsProgress.store(true, ordering: .relaxed)
    return try run(attempts)
  }

  /// Sends a message on its own thread. Errors: `system` (no thread).
  public func begin(
    _ message: HTTPRequest, options: Options
  ) throws(AhaError) -> MessageInFlight {
    try MessageInFlight(
      call: self, attempts: DropAttempts(call: self, message: message, options: options))
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

  /// The last failed message may have arrived nevertheless.
  public var mayHaveArrived: Bool { lock.locked { hasLeft } }

  /// The last message took more than one attempt: an earlier one may have arrived too.
  public var mayHaveArrivedTwice: Bool { lock.locked { wasTriedAgain } }

  /// Removes secrets from an error line: services may repeat a secret that they were sent.
  public func withoutSecrets(_ error: AhaError) -> AhaError {
    var line = error.line.array
    // A cut line ends with dots.
    while line.last == UInt8(ascii: ".") { line.removeLast() }
    guard let shown = lock.locked({ shown }), shown.isRepeated(in: line) else { return error }
    return AhaError(error.code, "the service's message contains a secret and is not shown")
  }

  func note(_ message: HTTPRequest) {
    var head = message
    head.body = .none
    lock.locked { shown = head }
  }

  /// Waits for a slow service. Errors: `cancelled`.
  public func rest(milliseconds: Int64) throws(AhaError) {
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while !job.isCancelled { if !changed.wait(until: deadline) { break } }
    lock.unlock()
    try job.throwIfCancelled()
  }

  /// Ends messages in flight and waits. Threads: any, after the job was cancelled.
  public func cancel() {
    lock.locked {
      changed.signalAll()
      for one in running { one.cancel() }
    }
  }
}

/// One message of a drop, with its retries.
final class DropAttempts: Attempts {
  private let call: DropCall
  private let wanted: HTTPRequest
  private let options: DropCall.Options
  /// Of messages in flight at once, only the first reports progress.
  let tellsProgress = Atomic<Bool>(false)
  /// Status of the last attempt's reply; 0 without one; used by its own thread only.
  private var status = 0
  /// Count of attempts; used by its own thread only.
  private(set) var begun = 0
  /// Body bytes sent by the current attempt; used by its own thread only.
  private(set) var bytesThatLeft: Int64 = 0
  /// True if progress was reported; used by its own thread only.
  private var hasReported = false
  private let handover = Lock()
  private let handedOver: Condition
  /// Whether the whole body is sent, by a message that has not failed; nil: not known yet.
  // Invariant: read and written under `handover`.
  private var isHandedOver: Bool?

  init(call: DropCall, message: HTTPRequest, options: DropCall.Options) {
    (self.call, wanted, self.options) = (call, message, options)
    handedOver = Condition(handover)
    super.init(client: call.client, account: options.account)
    retries = call.retries
    lockMilliseconds = call.lockMilliseconds
  }

  override func message() throws(AhaError) -> HTTPRequest {
    var message = wanted
    if options.isSlow || options.isAsset || ["PUT", "PATCH", "MOVE"].contains(message.method) {
      message.limits.answerMilliseconds = client.settings.transport.answerMilliseconds
    }
    try options.sign?(&message)
    return message
  }

  override func refusesToken(_ reply: HTTPResponse) -> Bool {
    status = reply.status
    return options.refusesToken?(reply) ?? true
  }

  override var isIdempotent: Bool { options.isIdempotent }

  override func begins() throws(AhaError) {
    begun += 1
    // A refusal below 500 is the service's answer: nothing has arrived, or not as it was sent.
    let isUnknown = begun > 1 && (status == 0 || status >= 500)
    status = 0
    guard isUnknown, let hasArrived = options.hasArrived else { return }
    // A server that does not answer is not asked for long: the message itself is tried again.
    let usual = call.retries
    call.retries = 0
    defer { call.retries = usual }
    if try hasArrived() { throw AhaError(.exists, "an earlier try has arrived") }
  }

  override func waits(forLock isLocked: Bool) { call.show(isLocked ? .locked : .sending) }

  override func sends(_ message: HTTPRequest) { call.note(message) }

  override func watch(_ transfer: Transfer) {
    while !transfer.wait(milliseconds: 50) { tell(transfer) }
    tell(transfer)
  }

  private func tell(_ transfer: Transfer) {
    bytesThatLeft = max(bytesThatLeft, transfer.bytesSent)
    guard options.isAsset, tellsProgress.load(ordering: .relaxed) else { return }
    hasReported = true
    call.moved(transfer.bytesSent)
  }

  /// Reports the bytes of a message that ended while it was not the first in flight. Call it after
  /// the end of the message's thread.
  func reportEnd() {
    if options.isAsset, !hasReported, bytesThatLeft > 0 { call.moved(bytesThatLeft) }
  }

  override func moved(_ transfer: Transfer) {
    if transfer.bytesSent >= transfer.bytesToSend { note { _ in true } }
  }

  func noteEnd(hasFailed: Bool) { note { $0 == true && !hasFailed } }

  private func note(_ changed: (Bool?) -> Bool) {
    handover.locked {
      isHandedOver = changed(isHandedOver)
      handedOver.signalAll()
    }
  }

  func waitForHandover() -> Bool {
    handover.lock()
    defer { handover.unlock() }
    // The reply may come before this thread continues.
    while true {
      if let isHandedOver { return isHandedOver }
      handedOver.wait()
    }
  }

  override func judge(_ reply: HTTPResponse) throws(AhaError) -> Verdict? {
    status = reply.status
    if options.accepts.contains(reply.status) { return .success }
    if let verdict = try options.judge?(reply) { return verdict }
    // A renewed token was tried already, if the account could renew it.
    guard reply.status == 401, let account = options.account else { return nil }
    return .failure(
      AhaError(.notSignedIn, "\(account.key.text): HTTP 401, also to a new token"))
  }
}

extension Job.Stage {
  /// Another client's lock at the destination is waited for.
  static let locked = Job.Stage("locked")
}
