import AhaBase

/// Life cycle of a request: start, wait for sign-in, end.
extension Request: SignInWaiter {
  /// Sends the request, or queues it until its account is signed in. The job ends with it. Errors:
  /// `state` (sent before), `notSignedIn`, `released`, `system`, and those of `prepare`.
  public func start(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    let job = Job()
    try claim(job)
    do throws(AhaError) {
      let waits = try mustWait()
      try prepare(job)
      job.whenCancelled { [self] in cancel() }
      if waits { try wait() } else { try enqueue() }
    } catch {
      lock.locked { self.job = nil }
      throw error
    }
  }

  private func claim(_ job: Job) throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      if self.job != nil { return false }
      self.job = job
      return true
    }
    if !isFirst { throw AhaError(.state, "the request was sent before") }
  }

  private func mustWait() throws(AhaError) -> Bool {
    guard resource.isSigned, let account, !account.isSignedIn else { return false }
    let why = account.notSignedIn()
    if options.waitsForSignIn { return true }
    throw why
  }

  private func wait() throws(AhaError) {
    account?.add(self)
    // The account or client may have changed before the request was in the list.
    if client.closed, account?.remove(self) ?? false { throw Client.releasedError }
    // The job may have been cancelled before that, too.
    if cancellation.isWanted { return cancel() }
    _ = account?.isSignedIn
  }

  private func enqueue() throws(AhaError) {
    guard let job = lock.locked({ job }) else { return }
    try client.jobs.run(
      job, work: { [self] (job) throws(AhaError) in try send(job) },
      afterwards: { [self] outcome in finish(job, outcome: outcome) })
  }

  /// The account is signed in.
  public func accountSignedIn() { do throws(AhaError) { try enqueue() } catch { end(with: error) } }

  /// Ends a request that waited for a sign-in.
  public func end(with error: AhaError) {
    guard let job = lock.locked({ job }) else { return }
    finish(job, outcome: .failure(error))
  }

  /// Reports the end. The host's streams are released before that.
  private func finish(_ job: Job, outcome: Job.Outcome) {
    pipe?.end()
    releaseBorrowed()
    let status = lock.locked { () -> Int64 in
      isOver = true
      return Int64(reply.status)
    }
    let isRead = lock.locked { () -> (() -> Void)? in
      defer { isEndRead = nil }
      return isEndRead
    }
    var (kind, line, result) = (EventKind.requestFinished, "", ResultCode.ok)
    if case .failure(let error) = outcome {
      (kind, line, result) = (.requestFailed, error.line, error.code)
    }
    client.events.postEnd(
      kind, of: tag.value, value: status, line: line, result: result, isRead: isRead)
    client.events.end(job, outcome: outcome)
  }

  /// Releases the host's streams outside the lock, because their end may call the host.
  private func releaseBorrowed() {
    let borrowed = lock.locked {
      defer { (parts, body, sink, file) = ([], nil, nil, nil) }
      return (parts, body, sink, file)
    }
    withExtendedLifetime(borrowed) {}
  }

  // MARK: Queries

  /// Byte counts before, during and after the transfer.
  public struct Progress {
    public let sentBytes, sentTotal, receivedBytes, receivedTotal: Int64
    public let tries: Int
    public let status: Int
  }

  /// Unknown values are 0.
  public var progress: Progress {
    let (transfer, tries) = lock.locked { (self.transfer, self.tries) }
    return Progress(
      sentBytes: transfer?.bytesSent ?? 0, sentTotal: transfer?.bytesToSend ?? 0,
      receivedBytes: transfer?.bytesReceived ?? 0,
      receivedTotal: max(0, transfer?.bytesToReceive ?? 0), tries: tries, status: status)
  }

  /// HTTP status; 0 before a reply.
  public var status: Int { lock.locked { reply.status } }

  /// Errors: `state` (no reply yet), `notFound`.
  public func header(_ name: String) throws(AhaError) -> String {
    let reply = lock.locked { self.reply }
    if reply.status == 0 { throw AhaError(.state, "the request has no reply yet") }
    guard let value = reply.header(name) else {
      throw AhaError(.notFound, "the reply has no header \(name.cut)")
    }
    return value
  }

  /// The whole body, or the start of a failed reply's body. Errors: `state`.
  public func replyBody() throws(AhaError) -> [UInt8] {
    let (isOver, body) = lock.locked { (self.isOver, reply.body) }
    if !isOver { throw AhaError(.state, "the request is not over") }
    return body
  }

  /// Takes reply data; nil at its end. Errors: `state` (the request does not report data).
  public func read(into bytes: UnsafeMutableRawBufferPointer) throws(AhaError) -> Int? {
    guard let pipe else {
      throw AhaError(.state, "the request does not report its data to the host")
    }
    return pipe.read(into: bytes)
  }

  /// The host released its handle; the request continues.
  public func letGo() {
    tag.value = 0
    abandonData()
  }

  /// Discards further reply data, which the host will not read.
  public func abandonData() { pipe?.abandon() }

  /// True from the start on.
  public var hasBegun: Bool { lock.locked { job != nil } }

  /// True while `whenEndIsRead` waits for the end.
  public var holdsItself: Bool { lock.locked { isEndRead != nil } }

  /// Sets a function that is called when the host has read the end event, or the event is lost.
  /// Returns false after the end.
  public func whenEndIsRead(_ isRead: (() -> Void)?) -> Bool {
    lock.locked {
      if isOver { return false }
      isEndRead = isRead
      return true
    }
  }

  /// Returns the credential header without sending the request. Blocking. Errors: `invalidArgument`
  /// (no account, or not one of its hosts), `notSignedIn`, and those of renewing.
  public func sign() throws(AhaError) -> HTTPHeader {
    guard let account else { throw AhaError(.invalidArgument, "the request has no account") }
    var message = HTTPRequest(method, resource.url)
    try account.authorize(&message)
    guard let credential = message.credential else {
      throw AhaError(.notSignedIn, "there is no token")
    }
    return credential
  }
}

/// Sends a request on a thread of the client.
extension Request {
  /// Errors: those of the last attempt.
  func send(_ job: Job) throws(AhaError) {
    do throws(AhaError) {
      try run()
      try file?.commit()
    } catch {
      if job.isCancelled { throw AhaError(.cancelled, "\(method): cancelled by the host") }
      tellRefusal()
      throw error
    }
  }

  /// Sink for the body of a successful reply.
  var target: HTTPSink {
    if let pipe { return .stream(pipe, offset: 0) }
    return sink.map { .stream($0, offset: 0) } ?? .memory
  }

  /// Waits for the end of the transfer and reports progress until then.
  func watch(_ transfer: Transfer, job: Job) {
    job.enter(transfer.bytesToSend > 0 ? .sending : .receiving)
    var reported: Int64 = 0
    var next = Instant.after(milliseconds: 100)
    while !transfer.wait(milliseconds: 50) {
      let (sent, received) = (transfer.bytesSent, transfer.bytesReceived)
      if sent >= transfer.bytesToSend { job.enter(.receiving) }
      report(of: transfer, job: job)
      guard sent &+ received != reported, Instant.now() >= next else { continue }
      reported = sent &+ received
      next = .after(milliseconds: 100)
      client.events.post(.requestProgress, of: tag.value, value: reported)
    }
    report(of: transfer, job: job)
  }

  private func report(of transfer: Transfer, job: Job) {
    // Either direction can be the larger one, and the reply's length is unknown at first.
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
}

extension Job.Stage {
  public static let sending = Job.Stage("sending")
  public static let receiving = Job.Stage("receiving")
}
