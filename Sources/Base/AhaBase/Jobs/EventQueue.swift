import CShims

/// Kind of an event: a number of aha/event.h. Each module declares the kinds that it posts.
public struct EventKind: Equatable, Sendable {
  public let number: UInt32

  public init(_ number: UInt32) { self.number = number }

  public static let none = EventKind(0)
  public static let jobFinished = EventKind(9)
  public static let lost = EventKind(10)
}

/// One event for the host, of an engine, a client or a job.
public struct HostEvent {
  public var kind: EventKind
  public var result = ResultCode.ok
  public var frame: Int64 = 0
  /// Handle of the player, bus or job; 0 after the host has released it.
  public var source: UInt = 0
  public var value: Int64 = 0
  public var line = ""

  public init(
    kind: EventKind, result: ResultCode = .ok, frame: Int64 = 0, source: UInt = 0, value: Int64 = 0,
    line: String = ""
  ) {
    (self.kind, self.result, self.frame) = (kind, result, frame)
    (self.source, self.value, self.line) = (source, value, line.escapingControls)
  }
}

/// A bounded queue of events, with an eventfd that is readable while the queue is not empty.
/// Invariant: the caller holds the owner's lock.
public struct EventQueue: ~Copyable {
  private var events: [HostEvent] = []
  private var first = 0
  private let capacity: Int
  private var lost: Int64 = 0
  public private(set) var descriptor: Int32 = -1

  public init(capacity: Int) { self.capacity = capacity }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  private var count: Int { events.count - first }

  /// Returns false if the queue is full; the event is then counted as lost.
  public mutating func post(_ event: HostEvent) -> Bool {
    guard count < capacity else {
      lost += 1
      return false
    }
    events.append(event)
    if count == 1 { raise() }
    return true
  }

  /// Adds events that were lost before they reached the queue.
  public mutating func add(lost more: Int64) { lost += more }

  public mutating func next() -> HostEvent? {
    if count == 0 {
      guard lost > 0 else { return nil }
      defer { lost = 0 }
      return HostEvent(kind: .lost, value: lost)
    }
    let event = events[first]
    first += 1
    compact()
    if count == 0 && lost == 0 { lower() }
    return event
  }

  /// Creates the eventfd at the first call. Errors: `system`.
  public mutating func openDescriptor() throws(AhaError) -> Int32 {
    if descriptor >= 0 { return descriptor }
    descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    if descriptor < 0 { throw AhaError(.system, "no event descriptor: error \(shim_errno())") }
    if count > 0 { raise() }
    return descriptor
  }

  private mutating func compact() {
    guard first == events.count || first >= 1024 else { return }
    events.removeFirst(first)
    first = 0
  }

  private func raise() {
    if descriptor >= 0 { _ = eventfd_write(descriptor, 1) }
  }

  private func lower() {
    var value: eventfd_t = 0
    if descriptor >= 0 { _ = eventfd_read(descriptor, &value) }
  }
}
