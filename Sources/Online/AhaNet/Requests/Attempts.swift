import AhaBase

/// Sends a message with the retry policy: retries after a lost connection or overload, and once
/// after a refused token. A base class to override.
///
/// Threads: `run` on a thread that may wait; `cancel` and the properties on any.
open class Attempts: TransferObserver {
  /// Meaning of a reply.
  public enum Verdict {
    case success
    /// A retry may succeed, after this many milliseconds if the server names a time.
    case again(AhaError, milliseconds: Int64? = nil)
    /// Another client holds a lock: retried until `lockMilliseconds` have passed.
    case locked(AhaError)
    case failure(AhaError)
  }

  /// A failed attempt.
  private struct Failure {
    let error: AhaError
    var isPassing = false
    var isLock = false
    /// The server's requested delay, in milliseconds.
    var wait: Int64?
  }

  public let client: Client
  public let account: Account?
  /// Max retries after the first attempt.
  public var retries = RetryPolicy.usualRetries
  /// Max time to wait for another client's lock.
  public var lockMilliseconds = RetryPolicy.maxLockMilliseconds
  let cancellation = Cancellation()
  let lock = Lock()
  let changed: Condition
  // Invariant: the properties below are read and written under `lock`. `transfer` is the last
  // attempt's.
  var transfer: Transfer?
  var tries = 0
  var reply = HTTPResponse()

  public init(client: Client, account: Account?) {
    (self.client, self.account) = (client, account)
    changed = Condition(lock)
  }

  // MARK: To override

  /// The message without a token; built again for each attempt.
  open func message() throws(AhaError) -> HTTPRequest { HTTPRequest("GET", "") }

  /// Whether a message is to carry the account's token.
  open var isSigned: Bool { account != nil }

  /// Whether a message that has arrived may be sent again.
  open var isIdempotent: Bool { true }

  /// False if reply data has already reached a place where it cannot be undone.
  open var canBegin: Bool { true }

  /// Called before each attempt.
  open func begins() throws(AhaError) {}

  /// Waits until a transfer has ended.
  open func watch(_ transfer: Transfer) { transfer.wait(milliseconds: -1) }

  /// Called with the signed message when an attempt starts.
  open func sends(_ message: HTTPRequest) {}

  /// Called before the wait for the next attempt.
  open func rests() {}

  /// Called before a wait for another client's lock, and after the lock.
  open func waits(forLock isLocked: Bool) {}

  /// Meaning of a reply; nil: decided by its status.
  open func judge(_ reply: HTTPResponse) throws(AhaError) -> Verdict? { nil }

  /// Whether a reply with status 401 is about the token: then the token is renewed once.
  open func refusesToken(_ reply: HTTPResponse) -> Bool { true }

  /// True if `body` repeats a secret besides those of the message. An error line must not show it.
  open func isRepeated(in body: [UInt8]) -> Bool { false }

  // MARK: Attempts

  /// Threads: any, at any time.
  open func cancel() {
    cancellation.cancel()
    let transfer = lock.locked { () -> Transfer? in
      changed.signalAll()
      return self.transfer
    }
    transfer?.cancel()
  }

  /// Returns the successful reply. Errors: that of the last attempt.
  @discardableResult
  public func run() throws(AhaError) -> HTTPResponse {
    var (done, locks) = (0, 0)
    var mayRenew = isSigned
    var lockEnd: Instant?
    while let failure = attempt(mayRenew: &mayRenew) {
      try throwIfCancelled()
      if failure.isLock {
        let end = lockEnd ?? .after(milliseconds: lockMilliseconds)
        lockEnd = end
        try restForLock(after: failure, number: locks, until: end)
        locks += 1
        continue
      }
      guard failure.isPassing, done < retries, mayTryAgain else { throw failure.error }
      if let wait = failure.wait, wait > RetryPolicy.maxWaitMilliseconds {
        throw AhaError(
          .rateLimited, "\(failure.error.line); it asks to wait \(wait / 1000) seconds")
      }
      let random = UInt64.random(in: 0 ... .max)
      let backoff = RetryPolicy.backoff(after: done, random: random)
      // Jitter: spreads clients that got the same Retry-After.
      let wait = failure.wait.map { $0 + Int64(random % UInt64($0 / 10 + 1)) }
      done += 1
      let pause = wait.map { $0 > 0 ? $0 : backoff } ?? backoff
      logPause(because: "try \(done) of \(retries + 1) failed", milliseconds: pause)
      try rest(for: pause)
    }
    if lockEnd != nil { waits(forLock: false) }
    return lock.locked { reply }
  }

  /// Errors: `cancelled`, and the failure's at the end of the time.
  private func restForLock(after failure: Failure, number: Int, until end: Instant) throws(AhaError)
  {
    let left = (end.nanoseconds - Instant.now().nanoseconds) / 1_000_000
    guard left > 0, canBegin else { throw failure.error }
    let pause = min(left, max(failure.wait ?? 0, RetryPolicy.lockPause(before: number)))
    logPause(
      because: "locked by another client, for at most \(left / 1000) s more", milliseconds: pause)
    waits(forLock: true)
    try rest(for: pause)
  }

  private func logPause(because reason: String, milliseconds: Int64) {
    let (label, status) = lock.locked { (transfer?.label ?? "a request", reply.status) }
    let shown = status > 0 ? " (HTTP \(status))" : ""
    Log.info("\(label): \(reason)\(shown); next try in \(milliseconds) ms")
  }

  private func throwIfCancelled() throws(AhaError) {
    if cancellation.isWanted { throw AhaError(.cancelled, "cancelled by the host") }
  }

  /// True if the message is safe to repeat, or no byte of it was sent.
  private var mayTryAgain: Bool {
    guard canBegin else { return false }
    return isIdempotent || !hasLeft
  }

  /// True if a part of the last attempt was sent; it is unknown whether the message arrived.
  public var hasLeft: Bool { lock.locked { transfer }?.wasSent ?? false }

  private func rest(for milliseconds: Int64) throws(AhaError) {
    rests()
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while !cancellation.isWanted { if !changed.wait(until: deadline) { break } }
    lock.unlock()
    try throwIfCancelled()
  }

  /// Returns nil on success. If the token is refused, renews it and repeats the attempt once.
  private func attempt(mayRenew: inout Bool) -> Failure? {
    do throws(AhaError) {
      while true {
        var message = try message()
        if isSigned, let account {
          try account.authorize(&message, cancellation: cancellation)
        }
        let transfer = try begin(message)
        watch(transfer)
        let reply = try transfer.response()
        lock.locked { self.reply = reply }
        guard reply.status == 401, mayRenew, reply.isOf(message), refusesToken(reply), let account
        else {
          return try failure(of: transfer, reply: reply, message: message)
        }
        // The server refused the message, so it had no effect.
        lock.locked { self.transfer = nil }
        try account.renew(after401To: message, cancellation: cancellation)
        // Only now: after a temporary failure of the renewal, a retry may renew again.
        mayRenew = false
      }
    } catch {
      // Here only the token URL reports an HTTP status as an error: overload or a server fault.
      let isTokenURLs = error.code == .http || error.code == .rateLimited
      return Failure(error: error, isPassing: isTokenURLs || RetryPolicy.isPassing(error))
    }
  }

  private func begin(_ message: HTTPRequest) throws(AhaError) -> Transfer {
    lock.locked {
      (self.transfer, reply) = (nil, HTTPResponse())
      tries += 1
    }
    try begins()
    sends(message)
    let transfer = try client.transport.start(message, observer: self)
    lock.locked { self.transfer = transfer }
    if cancellation.isWanted { transfer.cancel() }
    return transfer
  }

  // MARK: Replies

  private func failure(
    of transfer: Transfer, reply: HTTPResponse, message: HTTPRequest
  ) throws(AhaError) -> Failure? {
    switch try judge(reply) {
    case .success: return nil
    case .again(let error, let wait): return Failure(error: error, isPassing: true, wait: wait)
    case .locked(let error):
      return Failure(
        error: error, isLock: true, wait: RetryPolicy.wait(after: reply, now: TokenTime.now().wall))
    case .failure(let error): return Failure(error: error)
    case nil: break
    }
    if (200..<300).contains(reply.status) { return nil }
    return Failure(
      error: refusal(of: reply, to: message, label: transfer.label),
      isPassing: RetryPolicy.isPassing(status: reply.status),
      wait: RetryPolicy.wait(after: reply, now: TokenTime.now().wall))
  }

  /// Builds the error for a failed reply, with the server's message.
  private func refusal(
    of reply: HTTPResponse, to message: HTTPRequest, label: String
  ) -> AhaError {
    var line = "\(label): HTTP \(reply.status)"
    // X-Request-Id, or a service's own header with that end.
    let end = "request-id".array[...]
    let id = reply.headers.first { $0.name.lowered.array.suffix(10) == end }?.value
    if let id, !isShown(in: id.array, by: message) { line += ", request \(ErrorText.line(id))" }
    let body = reply.body
    if !body.isEmpty && !isShown(in: body, by: message) {
      let reason = ReplyText.reason(in: body)
      if !reason.isEmpty { line += ": " + reason }
    }
    return AhaError(reply.status == 429 ? .rateLimited : .http, line)
  }

  private func isShown(in body: [UInt8], by message: HTTPRequest) -> Bool {
    message.isRepeated(in: body) || isRepeated(in: body)
  }
}
