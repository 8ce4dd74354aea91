import CShims

/// The address and count of elements that another owner frees. A copy refers to the same elements.
///
/// Indices are not checked: the code is that of a pointer. @_noLocks is checked where a buffer is
/// used, because an unspecialized generic cannot be checked.
public struct Buffer<Element: ~Copyable>: BitwiseCopyable {
  /// For C functions.
  public let base: UnsafeMutablePointer<Element>
  public let count: Int

  @inlinable @inline(__always)
  public init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    self.base = base
    self.count = count
  }

  /// Elements that the callee only reads. NULL is an empty buffer.
  @inlinable @inline(__always)
  public init(_ base: UnsafePointer<Element>?, count: Int) {
    self.init(
      base.map { UnsafeMutablePointer(mutating: $0) } ?? UnsafeMutablePointer(bitPattern: 64)!,
      count: count)
  }

  /// No elements.
  @inlinable @inline(__always)
  public init() { self.init(UnsafeMutablePointer(bitPattern: 64)!, count: 0) }

  public var isEmpty: Bool {
    @inlinable @inline(__always) get { count == 0 }
  }

  @inlinable @inline(__always)
  public subscript(index: Int) -> Element {
    unsafeAddress { UnsafePointer(base + index) }
    nonmutating unsafeMutableAddress { base + index }
  }

  /// The element at `index` alone.
  @inlinable @inline(__always)
  public func reference(_ index: Int) -> Reference<Element> { Reference(base + index) }

  /// The elements of `range`.
  @inlinable @inline(__always)
  public subscript(range: Range<Int>) -> Buffer {
    get { Buffer(base + range.lowerBound, count: range.upperBound &- range.lowerBound) }
  }

  /// The first `count` elements.
  @inlinable @inline(__always)
  public func prefix(_ count: Int) -> Buffer { Buffer(base, count: count) }

  /// The last `count` elements.
  @inlinable @inline(__always)
  public func suffix(_ count: Int) -> Buffer { self + (self.count &- count) }

  /// The elements from `offset` on. A negative offset leads back to elements before the first one.
  @inlinable @inline(__always)
  public static func + (buffer: Buffer, offset: Int) -> Buffer {
    Buffer(buffer.base + offset, count: buffer.count &- offset)
  }

  /// The elements from `offset` before the first one on.
  @inlinable @inline(__always)
  public static func - (buffer: Buffer, offset: Int) -> Buffer { buffer + (0 &- offset) }

  @inlinable @inline(__always)
  public static func += (buffer: inout Buffer, offset: Int) { buffer = buffer + offset }

  /// The memory as elements of another type.
  @inlinable @inline(__always)
  public func bound<Other>(to other: Other.Type, count: Int) -> Buffer<Other> {
    Buffer<Other>(UnsafeMutableRawPointer(base).assumingMemoryBound(to: other), count: count)
  }

  /// Allocates memory, which the caller initializes and frees with `deallocate`.
  @inlinable @inline(__always)
  public init(uninitialized count: Int) { self.init(.allocate(capacity: count), count: count) }

  /// Initializes the element at `index`.
  @inlinable @inline(__always)
  public func initialize(_ index: Int, to element: consuming Element) {
    (base + index).initialize(to: element)
  }

  /// Frees allocated memory; elements have nothing to release.
  @inlinable @inline(__always)
  public func deallocate() { base.deallocate() }
}

extension Buffer: Equatable where Element: ~Copyable {
  /// Whether both begin with the same element in memory.
  @inlinable @inline(__always)
  public static func == (one: Buffer, other: Buffer) -> Bool { one.base == other.base }
}

extension Buffer {
  /// Allocates memory, which the caller frees with `deallocate`.
  @inlinable
  public init(repeating element: Element, count: Int) {
    self.init(uninitialized: count)
    base.initialize(repeating: element, count: count)
  }

  @inlinable @inline(__always)
  public init(_ buffer: UnsafeMutableBufferPointer<Element>) {
    self.init(buffer.baseAddress, count: buffer.count)
  }

  /// Elements that the callee only reads.
  @inlinable @inline(__always)
  public init(_ buffer: UnsafeBufferPointer<Element>) {
    self.init(buffer.baseAddress, count: buffer.count)
  }

  public var array: [Element] {
    @inlinable get { Array(UnsafeBufferPointer(start: base, count: count)) }
  }
}

extension Buffer where Element: BitwiseCopyable {
  /// Sets the bytes of all elements to zero.
  @inlinable @inline(__always)
  public func clear() { shim_clear(base, count &* MemoryLayout<Element>.stride) }

  /// Copies all elements of `source`, which must not overlap.
  @inlinable @inline(__always)
  public func copy(_ source: Buffer) {
    shim_copy(base, source.base, source.count &* MemoryLayout<Element>.stride)
  }

  /// Copies all elements of `source`, which may overlap.
  @inlinable @inline(__always)
  public func move(from source: Buffer) {
    memmove(base, source.base, source.count &* MemoryLayout<Element>.stride)
  }
}

extension Buffer<Float> {
  /// Samples from `offset` on as one vector; their address may have any alignment.
  @inlinable @inline(__always)
  public func load<Vector: SIMD<Float> & BitwiseCopyable>(_ offset: Int = 0) -> Vector {
    UnsafeRawPointer(base + offset).loadUnaligned(as: Vector.self)
  }

  @inlinable @inline(__always)
  public func store<Vector: SIMD<Float> & BitwiseCopyable>(_ vector: Vector, at offset: Int = 0) {
    UnsafeMutableRawPointer(base + offset).storeBytes(of: vector, as: Vector.self)
  }
}

extension Array {
  /// The elements as a buffer, which `body` may only read.
  @inlinable @inline(__always)
  public func withBuffer<Result, Failure: Error>(
    _ body: (Buffer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { elements throws(Failure) in try body(Buffer(elements)) }
  }

  /// The elements as a buffer.
  @inlinable @inline(__always)
  public mutating func withMutableBuffer<Result, Failure: Error>(
    _ body: (Buffer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutableBufferPointer { elements throws(Failure) in try body(Buffer(elements)) }
  }
}

/// Samples or parameter values.
public typealias Floats = Buffer<Float>
