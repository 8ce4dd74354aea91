import Synchronization

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
