/// One value in memory that another owner frees. A copy refers to the same value.
public struct Reference<Value: ~Copyable>: Hashable {
  /// For C functions.
  public let base: UnsafeMutablePointer<Value>

  @inlinable @inline(__always)
  public init(_ base: UnsafeMutablePointer<Value>) { self.base = base }

  public var value: Value {
    @inlinable @inline(__always) unsafeAddress { UnsafePointer(base) }
    @inlinable @inline(__always) nonmutating unsafeMutableAddress { base }
  }

  @inlinable @inline(__always)
  public static func == (one: Reference, other: Reference) -> Bool { one.base == other.base }

  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension Reference {
  /// Allocates memory, which the caller frees with `deallocate`.
  @inlinable
  public init(holding value: Value) {
    self.init(.allocate(capacity: 1))
    base.initialize(to: value)
  }

  /// Frees memory of `init(holding:)`; the value has nothing to release.
  @inlinable
  public func deallocate() { base.deallocate() }
}
