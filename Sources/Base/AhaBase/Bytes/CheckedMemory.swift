import CShims

/// Allocates uninitialized memory for `count` values, 64-byte aligned; release it with `free`.
///
/// For every block of 64 KiB or more: Embedded Swift's own allocations end the process if memory
/// runs out (decision 0030). Errors: `outOfMemory`.
public func claimMemory<Value>(
  _ count: Int, of what: StaticString
) throws(AhaError) -> UnsafeMutablePointer<Value> {
  try claimBytes(count, of: MemoryLayout<Value>.stride, what: what)
    .bindMemory(to: Value.self, capacity: count)
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
  ) throws(AhaError) -> UnsafeMutablePointer<Value> {
    let size = MemoryLayout<Value>.stride
    let lines = (MemoryBlocks.head + size - 1) / size
    let (wanted, overflow) = count.addingReportingOverflow(lines)
    guard !overflow else { throw AhaError(.outOfMemory, "no memory for \(count) \(what)") }
    let block = try claimBytes(wanted, of: size, what: what)
    block.initializeMemory(as: UnsafeMutableRawPointer?.self, to: last)
    last = block
    return (block + MemoryBlocks.head).bindMemory(to: Value.self, capacity: count)
  }
}
