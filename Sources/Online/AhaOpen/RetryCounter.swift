import AhaBase
import AhaNet

/// Retry counter for temporary failures.
struct RetryCounter {
  private let retries: Int
  private var made = 0

  init(_ settings: OpenSettings) { retries = settings.retries }

  /// Resets the counter after progress.
  mutating func succeed() { made = 0 }

  func mayRepeat(_ error: AhaError) -> Bool { made < retries && RetryPolicy.isPassing(error) }

  func mayRepeat(_ reply: HTTPResponse) -> Bool {
    made < retries && RetryPolicy.isPassing(status: reply.status)
  }

  /// Waits before the next attempt: the server's requested delay, or the backoff.
  /// Errors: `cancelled`, `rateLimited` (the requested delay is over the limit).
  mutating func rest(after reply: HTTPResponse?, job: Job) throws(AhaError) {
    let wanted = reply.flatMap { RetryPolicy.wait(after: $0) }
    if let wanted, wanted > RetryPolicy.maxWaitMilliseconds {
      throw AhaError(.rateLimited, "the server asks to wait \(wanted / 1000) s")
    }
    let wait = wanted ?? RetryPolicy.backoff(after: made, random: UInt64.random(in: .min ... .max))
    made += 1
    try job.rest(milliseconds: wait)
  }
}

extension Job {
  /// Waits. Errors: `cancelled`.
  public func rest(milliseconds: Int64) throws(AhaError) {
    let end = Instant.after(milliseconds: milliseconds)
    while true {
      try throwIfCancelled()
      let left = (end.nanoseconds - Instant.now().nanoseconds) / 1_000_000
      if left <= 0 { return }
      Instant.pause(milliseconds: min(left, 20))
    }
  }
}
