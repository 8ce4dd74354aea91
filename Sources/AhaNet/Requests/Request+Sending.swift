import AhaBase

/// What sends a request, on a thread of the client's: again where that may help.
extension Request {
  /// What a try came to, when that was no success.
  private final class Failure {
    let error: AhaError
    let isPassing: Bool
    /// How long the server asks to wait, in milliseconds.
    let wait: Int64?

    init(_ error: AhaError, isPassing: Bool, wait: Int64? = nil) {
      (self.error, self.isPassing, self.wait) = (error, isPassing, wait)
    }
  }

  /// Errors: what the last try came to.
  func send(_ job: Job) throws(AhaError) {
    var retries = 0
    var mayRenew = resource.isSigned
    while let failure = attempt(job, mayRenew: &mayRenew) {
      try throwIfCancelled(job)
      guard failure.isPassing, retries < options.retries, maySendAgain else {
        tellRefusal()
        throw failure.error
      }
      if let wait = failure.wait, wait > RetryPolicy.patienceMilliseconds {
        tellRefusal()
        throw AhaError(
          .rateLimited, "\(failure.error.line); it asks to wait \(wait / 1000) seconds")
      }
      let random = UInt64.random(in: 0 ... .max)
      let backoff = RetryPolicy.backoff(retries, random: random)
      // Not all of those that were told one moment come at that.
      let wait = failure.wait.map { $0 + Int64(random % UInt64($0 / 10 + 1)) }
      retries += 1
      try rest(wait.map { $0 > 0 ? $0 : backoff } ?? backoff, job)
    }
  }

  private func throwIfCancelled(_ job: Job) throws(AhaError) {
    if job.isCancelled { throw AhaError(.cancelled, "\(method): cancelled by the host") }
  }

  /// A method that can be repeated, or nothing of it has left; and nothing of a reply is at the host.
  private var maySendAgain: Bool {
    if pipe?.hasData ?? false { return false }
    if options.isIdempotent || HTTPRequest(method, "").isIdempotent { return true }
    return !(lock.locked { transfer }?.wasSent ?? false)
  }

  private func rest(_ milliseconds: Int64, _ job: Job) throws(AhaError) {
    job.enter(.waiting)
    let deadline = Instant.after(milliseconds: milliseconds)
    lock.lock()
    while !cancellation.isWanted { if !changed.wait(until: deadline) { break } }
    lock.unlock()
    try throwIfCancelled(job)
  }

  // MARK: One try

  /// Nil: a success. A token that is refused is renewed, and the try made once more, one time.
  private func attempt(_ job: Job, mayRenew: inout Bool) -> Failure? {
    do throws(AhaError) {
      while true {
        var message = try message()
        if resource.isSigned, let account {
          try account.account.authorize(&message, cancellation: cancellation)
        }
        let transfer = try begin(message)
        watch(transfer, job)
        let reply = try transfer.response()
        lock.locked { self.reply = reply }
        if (200..<300).contains(reply.status) {
          try file?.commit()
          return nil
        }
        guard reply.status == 401, mayRenew, reply.isOf(message), let account else {
          return refusal(of: transfer, reply, message)
        }
        // It was refused: nothing has come of it.
        forgetTransfer()
        try account.account.renew(after401To: message, cancellation: cancellation)
        // Only now: one that failed for the moment is tried again with the request.
        mayRenew = false
      }
    } catch {
      // A status is an error here only where it is the token URL's: overload, or a fault.
      let isTokenURLs = error.code == .http || error.code == .rateLimited
      return Failure(error, isPassing: isTokenURLs || RetryPolicy.isPassing(error))
    }
  }

  private func begin(_ message: HTTPRequest) throws(AhaError) -> Transfer {
    lock.locked {
      (self.transfer, reply) = (nil, HTTPResponse())
      tries += 1
    }
    // What an earlier try has left may be longer than what comes.
    try file?.stream.truncate(to: 0)
    let transfer = try client.transport.start(message, self)
    lock.locked { self.transfer = transfer }
    if cancellation.isWanted { transfer.cancel() }
    return transfer
  }

  private func forgetTransfer() { lock.locked { transfer = nil } }

  /// Returns when it is over, and tells how far it is until then.
  private func watch(_ transfer: Transfer, _ job: Job) {
    job.enter(transfer.bytesToSend > 0 ? .sending : .receiving)
    var told: Int64 = 0
    var next = Instant.after(milliseconds: 100)
    while !transfer.wait(milliseconds: 50) {
      let (sent, received) = (transfer.bytesSent, transfer.bytesReceived)
      if sent >= transfer.bytesToSend { job.enter(.receiving) }
      report(transfer, job)
      guard sent &+ received != told, Instant.now() >= next else { continue }
      told = sent &+ received
      next = .after(milliseconds: 100)
      client.events.post(.requestProgress, of: tag.value, value: told)
    }
    report(transfer, job)
  }

  private func report(_ transfer: Transfer, _ job: Job) {
    // Either may be the larger part, and what comes is not known in the beginning.
    let isSending = transfer.bytesToSend > transfer.bytesToReceive
    job.report(
      bytes: isSending ? transfer.bytesSent : transfer.bytesReceived,
      of: max(0, isSending ? transfer.bytesToSend : transfer.bytesToReceive))
  }

  private func tellRefusal() {
    let status = status
    if status == 0 || (200..<300).contains(status) { return }
    client.events.post(.requestResponse, of: tag.value, value: Int64(status))
  }

  // MARK: Replies that are no success

  private func refusal(
    of transfer: Transfer, _ reply: HTTPResponse, _ message: HTTPRequest
  ) -> Failure {
    var line = "\(transfer.label): HTTP \(reply.status)"
    for name in ["x-request-id", "x-amz-request-id", "x-dropbox-request-id"] {
      if let id = reply.header(name), !isRepeated(in: id.array, by: message) {
        line += ", request \(Told.line(id))"
      }
    }
    let body = reply.body
    if !body.isEmpty && !isRepeated(in: body, by: message) {
      line += ": \(Told.line(body[...]))"
    }
    return Failure(
      AhaError(reply.status == 429 ? .rateLimited : .http, line),
      isPassing: RetryPolicy.isPassing(status: reply.status),
      wait: RetryPolicy.wait(told: reply, now: TokenTime.now().wall))
  }
}
