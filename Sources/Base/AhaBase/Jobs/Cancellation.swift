import CShims
import Synchronization

/// A flag that one waiter no longer wants a result. Code that waits for a shared result polls it
/// every 50 ms.
public final class Cancellation: Sendable {
  private let wanted = Atomic<Bool>(false)

  public init() {}

  public func cancel() { wanted.store(true, ordering: .releasing) }

  /// Also where a thread of libaha parks at the end of the process.
  public var isWanted: Bool {
    shim_park_at_end()
    return wanted.load(ordering: .acquiring)
  }
}
