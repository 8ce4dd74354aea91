import AhaBase

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
      report(transfer, job: job)
      guard sent &+ received != reported, Instant.now() >= next else { continue }
      reported = sent &+ received
      next = .after(milliseconds: 100)
      client.events.post(.requestProgress, of: tag.value, value: reported)
    }
    report(transfer, job: job)
  }

  private func report(_ transfer: Transfer, job: Job) {
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
