import AhaBase
import Synchronization

/// Queue of a client's events for its host. It holds no reference to the client.
///
/// Threads: any.
public final class ClientEvents {
  private let lock = Lock()
  // Invariant: `queue` is read and written under `lock`.
  private var queue: EventQueue

  init(capacity: Int) { queue = EventQueue(capacity: capacity) }

  public func next() -> EngineEvent? { lock.locked { queue.next() } }

  /// Descriptor that polls readable while events are queued. Errors: `system`.
  public func descriptor() throws(AhaError) -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    return try queue.openDescriptor()
  }

  public func post(
    _ kind: EventKind, of source: UInt, value: Int64 = 0, line: String = "",
    result: ResultCode = .ok
  ) {
    let event = EngineEvent(
      kind: kind, result: result, source: source, value: value, line: line)
    lock.locked { _ = queue.post(event) }
  }

  public func post(_ kind: EventKind, of source: UInt, value: Int64 = 0, _ failure: AhaError) {
    post(kind, of: source, value: value, line: failure.line, result: failure.code)
  }

  /// Ends a job, with an event if it has a host tag.
  public func end(_ job: Job, _ outcome: Job.Outcome) {
    let tag = job.tag.load(ordering: .relaxed)
    job.finish(outcome) {
      if tag == 0 { return }
      if case .failure(let error) = outcome { return post(.jobFinished, of: tag, error) }
      post(.jobFinished, of: tag)
    }
  }
}
