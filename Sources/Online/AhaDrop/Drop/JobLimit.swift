import AhaBase

/// Timeout for a job: cancels it at the deadline.
final class JobLimit {
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var (isOver, wasReached) = (false, false)
  private var thread: Thread?

  /// Errors: `system` (no thread).
  init(job: Job, milliseconds: Int64) throws(AhaError) {
    changed = Condition(lock)
    thread = try Thread(name: "aha-drop-limit") { [self] in
      if reaches(Instant.after(milliseconds: milliseconds)) { job.cancel() }
    }
  }

  private func reaches(_ deadline: Instant) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while !isOver {
      if changed.wait(until: deadline) { continue }
      wasReached = !isOver
      return wasReached
    }
    return false
  }

  /// The work has ended; returns true if the timeout cancelled it. Call it once.
  func end() -> Bool {
    lock.locked {
      isOver = true
      changed.signalAll()
    }
    thread?.join()
    return lock.locked { wasReached }
  }
}
