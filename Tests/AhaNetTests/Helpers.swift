import AhaBase

/// Counts from any thread.
final class Counter: @unchecked Sendable {
  private let lock = Lock()
  private var count = 0

  @discardableResult
  func next() -> Int {
    lock.locked {
      count += 1
      return count
    }
  }

  var value: Int { lock.locked { count } }
}
