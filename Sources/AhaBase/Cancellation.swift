import Synchronization

/// Says that somebody does not want to wait any more. What waits for something that others wait for
/// too looks at it every 50 ms.
public final class Cancellation: Sendable {
  private let wanted = Atomic<Bool>(false)

  public init() {}

  public func cancel() { wanted.store(true, ordering: .releasing) }

  public var isWanted: Bool { wanted.load(ordering: .acquiring) }
}
