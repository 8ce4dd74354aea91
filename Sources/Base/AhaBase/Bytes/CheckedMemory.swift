import CShims

/// Allocates uninitialized memory for `count` values, 64-byte aligned; free its base with `free`.
///
/// For every block of 64 KiB or more: Embedded Swift's own allocations end the process if memory
/// runs out (decision 0030). Errors: `outOfMemory`.
public func claimMemory<Value>(
  _ count: Int, of what: StaticString
) throws(AhaError) -> Buffer<Value> {
  let bytes = try claimBytes(count, of: MemoryLayout<Value>.stride, what: what)
  return Buffer(bytes.bindMemory(to: Value.self, capacity: count), count: count)
}

/// `claimMemory` for one value; free its base with `free`. Errors: `outOfMemory`.
public func claimMemory<Value>(
  holding value: Value, of what: StaticString
) throws(AhaError) -> Reference<Value> {
  let memory: Buffer<Value> = try claimMemory(1, of: what)
  memory.initialize(0, to: value)
  return memory.reference(0)
}

/// Throws if an array of `count` bytes would not fit in memory, because Swift's arrays cannot
/// report that. For sizes from a file or a server; sizes below 64 KiB are not checked.
/// Errors: `outOfMemory`.
public func requireMemory(bytes count: Int) throws(AhaError) {
  if count >= 1 << 16 { free(try claimBytes(count, of: 1, what: "bytes")) }
}

/// Runs `body` with 64-byte aligned bytes. Errors: `outOfMemory`, those of `body`.
public func withMemory<Result>(
  bytes count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(AhaError) -> Result
) throws(AhaError) -> Result {
  let start = try claimBytes(count, of: 1, what: "bytes")
  defer { free(start) }
  return try body(UnsafeMutableRawBufferPointer(start: start, count: count))
}

private func claimBytes(
  _ count: Int, of size: Int, what: StaticString
) throws(AhaError) -> UnsafeMutableRawPointer {
  let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
  var pointer: UnsafeMutableRawPointer?
  guard count >= 0, !overflow, posix_memalign(&pointer, 64, max(bytes, 64)) == 0, let pointer
  else { throw AhaError(.outOfMemory, "no memory for \(count) \(what)") }
  return pointer
}

/// Blocks of memory with one owner, which releases all of them at once, so that an `init` that
/// fails in the middle leaks nothing.
///
/// Threads: one at a time.
public final class MemoryBlocks {
  /// Bytes before each block, which hold the address of the previous block.
  private static let head = 64
  private var last: UnsafeMutableRawPointer?

  public init() {}

  deinit {
    while let block = last {
      last = block.load(as: UnsafeMutableRawPointer?.self)
      free(block)
    }
  }

  /// Uninitialized, 64-byte aligned memory. Errors: `outOfMemory`.
  public func claim<Value: ~Copyable>(
    _ count: Int, of what: StaticString
  ) throws(AhaError) -> Buffer<Value> {
    let size = MemoryLayout<Value>.stride
    let lines = (MemoryBlocks.head + size - 1) / size
    let (wanted, overflow) = count.addingReportingOverflow(lines)
    guard !overflow else { throw AhaError(.outOfMemory, "no memory for \(count) \(what)") }
    let block = try claimBytes(wanted, of: size, what: what)
    block.initializeMemory(as: UnsafeMutableRawPointer?.self, to: last)
    last = block
    let values = (block + MemoryBlocks.head).bindMemory(to: Value.self, capacity: count)
    return Buffer(values, count: count)
  }

  /// Memory that holds a value. Errors: `outOfMemory`.
  public func claim<Value: ~Copyable>(
    holding value: consuming Value, of what: StaticString
  ) throws(AhaError) -> Reference<Value> {
    let memory: Buffer<Value> = try claim(1, of: what)
    memory.initialize(0, to: value)
    return memory.reference(0)
  }

  /// Memory whose elements are all `element`. Errors: `outOfMemory`.
  public func claim<Value>(
    repeating element: Value, count: Int, of what: StaticString
  ) throws(AhaError) -> Buffer<Value> {
    let memory: Buffer<Value> = try claim(count, of: what)
    for index in 0..<count { memory.initialize(index, to: element) }
    return memory
  }
}
