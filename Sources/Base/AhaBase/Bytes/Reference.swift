/// One value in memory that another owner frees. A copy refers to the same value.
public struct Reference<Value: ~Copyable>: Hashable, BitwiseCopyable {
  /// For C functions.
  public let base: UnsafeMutablePointer<Value>

  @inlinable @inline(__always)
  public init(_ base: UnsafeMutablePointer<Value>) { self.base = base }

  /// Of the context that a C function passes on.
  @inlinable @inline(__always)
  public init(_ context: UnsafeMutableRawPointer) {
    self.init(context.assumingMemoryBound(to: Value.self))
  }

  /// For a C function that passes it on.
  public var context: UnsafeMutableRawPointer {
    @inlinable @inline(__always) get { UnsafeMutableRawPointer(base) }
  }

  public var value: Value {
    @inlinable @inline(__always) unsafeAddress { UnsafePointer(base) }
    @inlinable @inline(__always) nonmutating unsafeMutableAddress { base }
  }

  @inlinable @inline(__always)
  public static func == (one: Reference, other: Reference) -> Bool { one.base == other.base }

  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension Reference where Value: ~Copyable {
  /// Initializes the value again without releasing the former one.
  @inlinable @inline(__always)
  public func initialize(to value: consuming Value) { base.initialize(to: value) }
}

extension Reference where Value: ~Copyable {
  /// Allocates memory, which the caller frees with `deallocate`.
  @inlinable
  public init(holding value: consuming Value) {
    self.init(.allocate(capacity: 1))
    base.initialize(to: value)
  }

  /// Releases the value and frees memory of `init(holding:)`.
  @inlinable
  public func deallocate() {
    base.deinitialize(count: 1)
    base.deallocate()
  }
}
