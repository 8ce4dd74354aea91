import AhaBase
import CShims
import Synchronization

/// Queue of a client's events for its host. It holds no reference to the client.
///
/// Threads: any.
public final class ClientEvents {
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var queue: EventQueue
  private var receiver: URLReceiver?
  private var polled: PollSet?
  /// Called when the host has read the end event of a source.
  private var ends: [(source: UInt, isRead: () -> Void)] = []
  /// Of the event that the host read last.
  private var isRead: (() -> Void)?

  init(capacity: Int) { queue = EventQueue(capacity: capacity) }

  public func next() -> HostEvent? {
    if let event = removeFirst() { return event }
    guard let receiver = lock.locked({ receiver }) else { return nil }
    receiver.receive()
    lock.locked { polled?.add(receiver.descriptor) }
    return removeFirst()
  }

  private func removeFirst() -> HostEvent? {
    // Called outside the lock: it releases a request.
    var done: (() -> Void)?
    defer { done?() }
    lock.lock()
    defer { lock.unlock() }
    (done, isRead) = (isRead, nil)
    guard let event = queue.next() else { return nil }
    if event.kind == .requestFinished || event.kind == .requestFailed,
      let index = ends.firstIndex(where: { $0.source == event.source })
    {
      isRead = ends.remove(at: index).isRead
    }
    return event
  }

  /// Descriptor that polls readable while events are queued. Errors: `system`.
  public func descriptor() throws(AhaError) -> Int32 {
    lock.lock()
    defer { lock.unlock() }
    if let polled { return polled.descriptor }
    let set = try PollSet(first: queue.openDescriptor())
    if let receiver { set.add(receiver.descriptor) }
    polled = set
    return set.descriptor
  }

  /// Sets the source of events from other processes.
  func receive(from receiver: URLReceiver?) { lock.locked { self.receiver = receiver } }

  public func post(
    _ kind: EventKind, of source: UInt, value: Int64 = 0, line: String = "",
    result: ResultCode = .ok
  ) {
    let event = HostEvent(
      kind: kind, result: result, source: source, value: value, line: line)
    lock.locked { _ = queue.post(event) }
  }

  public func post(_ kind: EventKind, of source: UInt, value: Int64 = 0, with failure: AhaError) {
    post(kind, of: source, value: value, line: failure.line, result: failure.code)
  }

  /// Posts the end event of a source, and calls `isRead` once the host asks for the event after it.
  func postEnd(
    _ kind: EventKind, of source: UInt, value: Int64, line: String, result: ResultCode,
    isRead: (() -> Void)?
  ) {
    let event = HostEvent(kind: kind, result: result, source: source, value: value, line: line)
    let isLost = lock.locked { () -> Bool in
      guard queue.post(event) else { return true }
      if let isRead { ends.append((source, isRead)) }
      return false
    }
    if isLost { isRead?() }
  }

  /// Ends a job, with an event if it has a host tag.
  public func end(_ job: Job, outcome: Job.Outcome) {
    let tag = job.tag.load(ordering: .relaxed)
    job.finish(outcome) {
      if tag == 0 { return }
      if case .failure(let error) = outcome { return post(.jobFinished, of: tag, with: error) }
      post(.jobFinished, of: tag)
    }
  }
}

/// The host's tag for an object, carried by its events; 0 when the host has no handle.
public final class HandleTag {
  private let number = Atomic<UInt>(0)

  public init() {}

  public var value: UInt {
    get { number.load(ordering: .relaxed) }
    set { number.store(newValue, ordering: .relaxed) }
  }

  /// Clears the tag if it still equals `value`. Returns whether it did.
  public func clear(_ value: UInt) -> Bool {
    number.compareExchange(expected: value, desired: 0, ordering: .relaxed).exchanged
  }
}

/// A descriptor that polls readable while one of its members does.
final class PollSet {
  let descriptor: Int32
  private var members: [Int32] = []

  /// Errors: `system`.
  init(first: Int32) throws(AhaError) {
    descriptor = shim_poll_set()
    if descriptor < 0 { throw AhaError.system(shim_errno(), "make an event descriptor") }
    add(first)
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Ignores -1, and a member that it has.
  func add(_ member: Int32) {
    if member < 0 || members.contains(member) { return }
    if shim_add_to_poll_set(descriptor, member) == 0 { members.append(member) }
  }
}
