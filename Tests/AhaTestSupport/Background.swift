import AhaBase
import Glibc

/// A one-time event that threads wait for. Every wait has a timeout, so that no test hangs; it is
/// far longer than a busy machine takes.
public final class Event: @unchecked Sendable {
  private let lock = Lock()
  private let changed: Condition
  private var isSet = false

  public init() { changed = Condition(lock) }

  public func set() {
    lock.locked {
      isSet = true
      changed.signalAll()
    }
  }

  public var hasHappened: Bool { lock.locked { isSet } }

  /// Returns false after the timeout.
  @discardableResult
  public func wait(seconds: Int64 = 60) -> Bool {
    let deadline = Instant.after(milliseconds: seconds * 1000)
    lock.lock()
    defer { lock.unlock() }
    while !isSet { if !changed.wait(until: deadline) { break } }
    return isSet
  }
}

/// Runs work on its own thread and keeps the result.
public final class Background<Value>: @unchecked Sendable {
  private let ended = Event()
  private var value: Value?
  private var thread: Thread?

  public init(_ body: @escaping () -> Value) throws {
    thread = try Thread(name: "aha-test") { [self] in
      value = body()
      ended.set()
    }
  }

  public var hasEnded: Bool { ended.hasHappened }

  /// Result of the work; nil after the timeout.
  public func result(seconds: Int64 = 60) -> Value? {
    guard ended.wait(seconds: seconds) else { return nil }
    thread?.join()
    return value
  }
}

/// Runs the same work on several threads at once; false after the timeout.
public func concurrently(
  _ threads: Int, seconds: Int64 = 120, _ body: @escaping (Int) -> Void
) throws -> Bool {
  let start = Event()
  let all = try (0..<threads).map { number in
    try Background {
      start.wait()
      body(number)
    }
  }
  start.set()
  return all.allSatisfy { $0.result(seconds: seconds) != nil }
}

@_silgen_name("setfsuid") private func setfsuid(_ user: uid_t) -> Int32

/// Runs the body on a thread that respects file permissions, even if the tests run as root.
public func asOrdinaryUser<T>(_ body: @escaping () -> T) throws -> T? {
  try Background {
    if geteuid() == 0 { _ = setfsuid(65_534) }
    return body()
  }.result()
}

private let processWide = Lock()

/// Runs one body at a time: for global state of the process, such as the log.
public func exclusively<T>(_ body: () throws -> T) rethrows -> T {
  processWide.lock()
  defer { processWide.unlock() }
  return try body()
}
