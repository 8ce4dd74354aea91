import AhaBase

/// Timeout for a host's answers.
final class AnswerLimit {
  private let deadline: Instant
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the property below is read and written under `lock`.
  private var isOver = false

  /// - Parameter body: Called at the deadline, on a thread of its own, unless `end` was called.
  /// Errors: `system` (no thread).
  init(milliseconds: Int64, whenOver body: @escaping () -> Void) throws(AhaError) {
    deadline = .after(milliseconds: milliseconds)
    changed = Condition(lock)
    try Thread.startDetached(name: "aha-drop-answer") { [self] in if isReached { body() } }
  }

  /// Waits for the deadline; false if `end` was called before it.
  private var isReached: Bool {
    lock.lock()
    defer { lock.unlock() }
    while !isOver { if !changed.wait(until: deadline) { break } }
    return !isOver
  }

  /// Milliseconds until the deadline.
  var left: Int64 { max(0, (deadline.nanoseconds - Instant.now().nanoseconds) / 1_000_000) }

  /// Does not wait for the thread.
  func end() {
    lock.locked {
      isOver = true
      changed.signalAll()
    }
  }
}

extension Drop {
  /// Starts the timeout when a committed drop begins to wait for its host, and ends it with the
  /// last answer. Invariant: caller holds `order`.
  func watchAnswers() {
    let (isRunning, limit) = lock.locked { (job != nil, answerLimit) }
    let isWaiting = isRunning && !data.state.awaited.isEmpty
    if isWaiting == (limit != nil) { return }
    if !isWaiting { return stopAnswerLimit() }
    do throws(AhaError) {
      let limit = try AnswerLimit(milliseconds: options.answerMilliseconds) { [self] in
        refuseUnanswered()
      }
      lock.locked { answerLimit = limit }
    } catch { Log.warning("the drop \(id) waits for its host without a timeout: \(error.line)") }
  }

  func stopAnswerLimit() {
    let limit = lock.locked { () -> AnswerLimit? in
      defer { answerLimit = nil }
      return answerLimit
    }
    limit?.end()
  }

  /// Ends the drop at the end of the time for answers.
  private func refuseUnanswered() {
    let roles = data.state.awaited
    guard let first = roles.first else { return }
    var names = ""
    for role in roles { names += (names.isEmpty ? "" : ", ") + role.title.text }
    try? refuse(
      first,
      with: AhaError(
        .timeout,
        "the host did not answer for the \(names) within "
          + "\(options.answerMilliseconds) ms of the commit"))
  }
}

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
