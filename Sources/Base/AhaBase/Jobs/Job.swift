import Synchronization

/// Work on one of the engine's threads. Thread: any, for progress and cancelling.
public final class Job {
  /// Stage of a job, with its name in aha/job.h. Each module declares its own; here are the stages
  /// that modules share.
  public struct Stage: Sendable {
    public let name: StaticString

    public init(_ name: StaticString) { self.name = name }

    public static let waiting = Stage("waiting")
    public static let decoding = Stage("decoding")
    public static let verifying = Stage("verifying")
    public static let done = Stage("done")
    public static let failed = Stage("failed")
  }

  public struct Progress {
    public let framesDone: Int64
    /// 0 if unknown.
    public let framesTotal: Int64
    public let bytes: Int64
    /// 0 if unknown.
    public let bytesTotal: Int64
  }

  /// Handle of the job in the layer above; 0 after the host has released it.
  public let tag = Atomic<UInt>(0)
  /// Address of the name of the stage, which is static.
  private let stage = Atomic<UInt>(UInt(bitPattern: Stage.waiting.name.utf8Start))
  private let framesDone = Atomic<Int64>(0)
  private let framesTotal = Atomic<Int64>(0)
  private let bytesDone = Atomic<Int64>(0)
  private let bytesTotal = Atomic<Int64>(0)
  /// Units: ns on the monotonic clock; 0 before the start.
  private let beginning = Atomic<Int64>(0)
  private let end = Atomic<Int64>(0)
  /// For code that waits and does not know jobs.
  public let cancellation = Cancellation()
  private let lock = Lock()
  private let ended: Condition
  private var outcome: Outcome?
  private var cancelled: (() -> Void)?
  private var events = EventQueue(capacity: 1024)

  public enum Outcome {
    case success
    case failure(AhaError)
  }

  public init() { ended = Condition(lock) }

  /// Name of the stage; static.
  public var stageName: UnsafePointer<CChar> {
    UnsafePointer(bitPattern: stage.load(ordering: .acquiring))!
  }

  public var progress: Progress {
    Progress(
      framesDone: framesDone.load(ordering: .relaxed),
      framesTotal: framesTotal.load(ordering: .relaxed), bytes: bytesDone.load(ordering: .relaxed),
      bytesTotal: bytesTotal.load(ordering: .relaxed))
  }

  /// Working time. Units: microseconds.
  public var elapsed: Int64 {
    let began = beginning.load(ordering: .acquiring)
    if began == 0 { return 0 }
    let ended = end.load(ordering: .acquiring)
    return ((ended == 0 ? Instant.now().nanoseconds : ended) - began) / 1000
  }

  /// Nil until the job has ended.
  public var result: Outcome? { lock.locked { outcome } }

  public func cancel() {
    cancellation.cancel()
    lock.locked { cancelled }?()
  }

  public func nextEvent() -> HostEvent? { lock.locked { events.next() } }

  public var isCancelled: Bool { cancellation.isWanted }

  /// Waits for the end. Returns nil on timeout; a negative time waits without limit.
  public func wait(milliseconds: Int64) -> Outcome? {
    let deadline = milliseconds >= 0 ? Instant.after(milliseconds: milliseconds) : nil
    lock.lock()
    defer { lock.unlock() }
    while outcome == nil { if !ended.waitUnlessEnding(until: deadline) { break } }
    return outcome
  }

  // MARK: For the work itself

  public func enter(_ stage: Stage) {
    self.stage.store(UInt(bitPattern: stage.name.utf8Start), ordering: .releasing)
  }

  public func post(_ event: HostEvent) { lock.locked { _ = events.post(event) } }

  public func report(frames: Int64, of total: Int64) {
    framesDone.store(frames, ordering: .relaxed)
    framesTotal.store(total, ordering: .relaxed)
  }

  public func report(bytes: Int64, of total: Int64 = 0) {
    bytesDone.store(bytes, ordering: .relaxed)
    bytesTotal.store(total, ordering: .relaxed)
  }

  /// Sets the function that wakes waiting work. `cancel` calls it on its own thread, without a
  /// lock, maybe more than once. If the job is already cancelled, it is called at once. The end of
  /// the job releases it.
  public func whenCancelled(_ body: @escaping () -> Void) {
    lock.locked { cancelled = body }
    if isCancelled { body() }
  }

  public func throwIfCancelled() throws(AhaError) {
    if isCancelled { throw AhaError(.cancelled, "cancelled by the host") }
  }

  public func begin() { beginning.store(Instant.now().nanoseconds, ordering: .releasing) }

  /// Ends the job; an ended one stays as it is.
  /// - Parameter tell: Posts the event of the end. The result and the event are seen together, so
  ///   it is called with the lock held, and must not ask the job.
  public func finish(_ outcome: Outcome, tell: () -> Void = {}) {
    lock.lock()
    if self.outcome != nil { return lock.unlock() }
    end.store(Instant.now().nanoseconds, ordering: .releasing)
    if case .success = outcome { enter(.done) } else { enter(.failed) }
    self.outcome = outcome
    // Released outside the lock: the closure may hold the host's objects.
    let cancelled = self.cancelled
    self.cancelled = nil
    tell()
    ended.signalAll()
    lock.unlock()
    withExtendedLifetime(cancelled) {}
  }
}
