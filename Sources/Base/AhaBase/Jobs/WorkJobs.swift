/// Thread pool of all analyses and conversions; exists while one of them waits or runs.
public enum WorkJobs {
  private static let lock = StaticLock()
  nonisolated(unsafe) private static var queue: JobQueue?
  nonisolated(unsafe) private static var count = 0

  /// Held by a job until it has ended or failed to start.
  private final class Ticket {
    deinit { WorkJobs.leave() }
  }

  /// Errors: `system`, those of `prepare`.
  public static func start(
    _ work: @escaping JobQueue.Work, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let (queue, ticket) = (enter(), Ticket())
    try queue.start(
      { (job) throws(AhaError) in
        try withExtendedLifetime(ticket) { () throws(AhaError) in try work(job) }
      }, prepare: prepare)
  }

  private static func enter() -> JobQueue {
    lock.locked {
      count += 1
      let current = queue ?? JobQueue()
      queue = current
      return current
    }
  }

  private static func leave() {
    let idle: JobQueue? = lock.locked {
      count -= 1
      guard count == 0 else { return nil }
      defer { queue = nil }
      return queue
    }
    idle?.endWhenIdle()
  }
}
