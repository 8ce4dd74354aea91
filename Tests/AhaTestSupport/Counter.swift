import AhaBase

/// Counts from any thread.
public final class Counter: @unchecked Sendable {
  private let lock = Lock()
  private var count = 0

  public init() {}

  @discardableResult
  public func next() -> Int {
    lock.locked {
      count += 1
      return count
    }
  }

  public var value: Int { lock.locked { count } }
}
