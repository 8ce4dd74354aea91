import Synchronization

/// Work on a thread of the engine's. Progress and cancelling are free-threaded.
public final class Job {
  public enum Stage: UInt32 {
    case waiting, decoding, rendering, verifying, signingIn, sending, receiving, scanning
    case done, failed
  }

  public struct Progress {
    public let framesDone: Int64
    /// 0 while not known.
    public let framesTotal: Int64
    public let bytes: Int64
    /// 0 while not known.
    public let bytesTotal: Int64
  }

  /// What the layer above calls it; 0 when it does not any more.
  public let tag = Atomic<UInt>(0)
  private let stageNumber = Atomic<UInt32>(Stage.waiting.rawValue)
  private let framesDone = Atomic<Int64>(0)
  private let framesTotal = Atomic<Int64>(0)
  private let bytesDone = Atomic<Int64>(0)
  private let bytesTotal = Atomic<Int64>(0)
  /// On the monotonic clock, in ns; 0: not yet.
  private let beginning = Atomic<Int64>(0)
  private let end = Atomic<Int64>(0)
  /// For what waits without knowing of jobs.
  public let cancellation = Cancellation()
  private let lock = Lock()
  private let ended: Condition
  private var outcome: Outcome?
  private var cancelled: (() -> Void)?

  /// Success, or why not.
  public enum Outcome {
    case success
    case failure(AhaError)
  }

  public init() { ended = Condition(lock) }

  public var stage: Stage { Stage(rawValue: stageNumber.load(ordering: .acquiring)) ?? .failed }

  public var progress: Progress {
    Progress(
      framesDone: framesDone.load(ordering: .relaxed),
      framesTotal: framesTotal.load(ordering: .relaxed), bytes: bytesDone.load(ordering: .relaxed),
      bytesTotal: bytesTotal.load(ordering: .relaxed))
  }

  /// How long it has been working, in microseconds.
  public var elapsed: Int64 {
    let began = beginning.load(ordering: .acquiring)
    if began == 0 { return 0 }
    let ended = end.load(ordering: .acquiring)
    return ((ended == 0 ? Instant.now().nanoseconds : ended) - began) / 1000
  }

  /// Nil while it waits or runs.
  public var result: Outcome? { lock.locked { outcome } }

  public func cancel() {
    cancellation.cancel()
    lock.locked { cancelled }?()
  }

  public var isCancelled: Bool { cancellation.isWanted }

  /// Waits for the end. Returns nil when the time is up; negative waits for ever.
  public func wait(milliseconds: Int64) -> Outcome? {
    let deadline = milliseconds >= 0 ? Instant.after(milliseconds: milliseconds) : nil
    lock.lock()
    defer { lock.unlock() }
    while outcome == nil {
      if let deadline {
        if !ended.wait(until: deadline) { break }
      } else {
        ended.wait()
      }
    }
    return outcome
  }

  // MARK: For the work itself

  public func enter(_ stage: Stage) { stageNumber.store(stage.rawValue, ordering: .releasing) }

  public func report(frames: Int64, of total: Int64) {
    framesDone.store(frames, ordering: .relaxed)
    framesTotal.store(total, ordering: .relaxed)
  }

  public func report(bytes: Int64, of total: Int64 = 0) {
    bytesDone.store(bytes, ordering: .relaxed)
    bytesTotal.store(total, ordering: .relaxed)
  }

  /// What wakes work that waits: called by `cancel`, on its thread, without a lock, maybe more than
  /// once; at once when that has been before. It is let go when the job ends.
  public func whenCancelled(_ body: @escaping () -> Void) {
    lock.locked { cancelled = body }
    if isCancelled { body() }
  }

  public func throwIfCancelled() throws(AhaError) {
    if isCancelled { throw AhaError(.cancelled, "cancelled by the host") }
  }

  public func begin() { beginning.store(Instant.now().nanoseconds, ordering: .releasing) }

  public func finish(_ outcome: Outcome) {
    lock.lock()
    end.store(Instant.now().nanoseconds, ordering: .releasing)
    if case .success = outcome { enter(.done) } else { enter(.failed) }
    self.outcome = outcome
    // Let go outside of the lock: what it holds may be the host's.
    let cancelled = self.cancelled
    self.cancelled = nil
    ended.signalAll()
    lock.unlock()
    withExtendedLifetime(cancelled) {}
  }
}
