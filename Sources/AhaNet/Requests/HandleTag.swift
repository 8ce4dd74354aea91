import Synchronization

/// What the host calls something that events tell of; 0 while it does not.
public final class HandleTag {
  private let number = Atomic<UInt>(0)

  public init() {}

  public var value: UInt {
    get { number.load(ordering: .relaxed) }
    set { number.store(newValue, ordering: .relaxed) }
  }

  /// Whether it was that, and is 0 now.
  func clear(_ value: UInt) -> Bool {
    number.compareExchange(expected: value, desired: 0, ordering: .relaxed).exchanged
  }
}
