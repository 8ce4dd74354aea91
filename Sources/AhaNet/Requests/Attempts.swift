import AhaBase

/// A message that is sent again where that may help: after a lost connection, after overload, and
/// once after a token that was refused. A class to override.
///
/// Threads: `run` on one that may wait; `cancel` and what can be asked, on any.
open class Attempts: TransferObserver {
  /// What a reply is taken for.
  public enum Verdict {
    case success
    /// It may be a success the next time; after so many milliseconds, where the server says.
    case again(AhaError, milliseconds: Int64? = nil)
    case failure(AhaError)
  }

  /// What a try came to, when that was no success.
  private struct Failure {
    let error: AhaError
    var isPassing = false
    /// How long the server asks to wait, in milliseconds.
    var wait: Int64?
  }

  public let client: Client
  public let account: ClientAccount?
  /// Tries after the first.
  public var retries = RetryPolicy.usualRetries
  let cancellation = Cancellation()
  let lock = Lock()
  let changed: Condition
  // Under the lock.
  /// The last try's.
  var transfer: Transfer?
  var tries = 0
  var reply = HTTPResponse()

  public init(_ client: Client, _ account: ClientAccount?) {
    (self.client, self.account) = (client, account)
    changed = Condition(lock)
  }

  // MARK: To override

  /// What is sent, made anew for each try, without a token.
  open func message() throws(AhaError) -> HTTPRequest { HTTPRequest("GET", "") }

  /// Whether a message is to carry the account's token.
  open var isSigned: Bool { account != nil }

  /// Whether it may be sent again although it has arrived.
  open var isIdempotent: Bool { true }

  /// Whether what came of it has not gone where it cannot be taken back from.
  open var canBegin: Bool { true }

  /// Before each try.
  open func begins() throws(AhaError) {}

  /// Waits until a transfer is over.
  open func watch(_ transfer: Transfer) { transfer.wait(milliseconds: -1) }

  /// A try begins with this message, signed.
  open func sends(_ message: HTTPRequest) {}

  /// Before it waits for the next try.
  open func rests() {}

  /// Nil: by its status.
  open func judge(_ reply: HTTPResponse) throws(AhaError) -> Verdict? { nil }

  /// Secrets that an error line must not repeat, besides those of the message.
  open func isRepeated(in body: [UInt8]) -> Bool { false }

  // MARK: The tries

  /// From any thread, at any time.
  open func cancel() {
    cancellation.cancel()
    let transfer = lock.locked { () -> Transfer? in
      changed.signalAll()
      return self.transfer
    }
    transfer?.cancel()
  }

  /// Returns the reply of the try that was a success. Errors: what the last try came to.
  @discardableResult
  public func run() throws(AhaError) -> HTTPResponse {
    var done = 0
    var mayRenew = isSigned
    while let failure = attempt(mayRenew: &mayRenew) {
      try throwIfCancelled()
      guard failure.isPassing, done < retries, mayTryAgain else { throw failure.error }
      if let wait = failure.wait, wait > RetryPolicy.patienceMilliseconds {
        throw AhaError(
          .rateLimited, "\(failure.error.line); it asks to wait \(wait / 1000) seconds")
      }
      let random = UInt64.random(in: 0 ... .max)
      let backoff = RetryPolicy.backoff(done, random: random)
      // Not all of those that were told one moment come at that.
      let wait = failure.wait.map { $0 + Int64(random % UInt64($0 / 10 + 1)) }
      done += 1
      try rest(wait.map { $0 > 0 ? $0 : backoff } ?? backoff)
    }
    return lock.locked { reply }
  }

  private func throwIfCancelled() throws(AhaError) {
    if cancellation.isWanted { throw AhaError(.cancelled, "cancelled by the host") }
  }

  /// It can be repeated, or nothing of it has left.
  private var mayTryAgain: Bool {
    guard canBegin else { return false }
    return isIdempotent || !hasLeft
  }

  /// Something of the last try has left: nobody knows whether it arrived.
  public var hasLeft: Bool { lock.locked { transfer }?.wasSent ?? false }

  private func rest(_ milliseconds: Int64) throws(AhaError) {
    rests()
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while !cancellation.isWanted { if !changed.wait(until: deadline) { break } }
    lock.unlock()
    try throwIfCancelled()
  }

  /// Nil: a success. A token that is refused is renewed, and the try made once more, one time.
  private func attempt(mayRenew: inout Bool) -> Failure? {
    do throws(AhaError) {
      while true {
        var message = try message()
        if isSigned, let account {
          try account.account.authorize(&message, cancellation: cancellation)
        }
        let transfer = try begin(message)
        watch(transfer)
        let reply = try transfer.response()
        lock.locked { self.reply = reply }
        guard reply.status == 401, mayRenew, reply.isOf(message), let account else {
          return try failure(of: transfer, reply, message)
        }
        // It was refused: nothing has come of it.
        lock.locked { self.transfer = nil }
        try account.account.renew(after401To: message, cancellation: cancellation)
        // Only now: one that failed for the moment is tried again with the request.
        mayRenew = false
      }
    } catch {
      // A status is an error here only where it is the token URL's: overload, or a fault.
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
    let transfer = try client.transport.start(message, self)
    lock.locked { self.transfer = transfer }
    if cancellation.isWanted { transfer.cancel() }
    return transfer
  }

  // MARK: Replies

  private func failure(
    of transfer: Transfer, _ reply: HTTPResponse, _ message: HTTPRequest
  ) throws(AhaError) -> Failure? {
    switch try judge(reply) {
    case .success: return nil
    case .again(let error, let wait): return Failure(error: error, isPassing: true, wait: wait)
    case .failure(let error): return Failure(error: error)
    case nil: break
    }
    if (200..<300).contains(reply.status) { return nil }
    return Failure(
      error: refusal(of: reply, to: message, transfer.label),
      isPassing: RetryPolicy.isPassing(status: reply.status),
      wait: RetryPolicy.wait(told: reply, now: TokenTime.now().wall))
  }

  /// A reply that is no success, as an error that tells what the server said.
  private func refusal(
    of reply: HTTPResponse, to message: HTTPRequest, _ label: String
  ) -> AhaError {
    var line = "\(label): HTTP \(reply.status)"
    for name in ["x-request-id", "x-amz-request-id", "x-dropbox-request-id"] {
      if let id = reply.header(name), !isShown(in: id.array, by: message) {
        line += ", request \(Told.line(id))"
      }
    }
    let body = reply.body
    if !body.isEmpty && !isShown(in: body, by: message) { line += ": \(Told.line(body[...]))" }
    return AhaError(reply.status == 429 ? .rateLimited : .http, line)
  }

  private func isShown(in body: [UInt8], by message: HTTPRequest) -> Bool {
    message.isRepeated(in: body) || isRepeated(in: body)
  }
}
