import CShims

/// Uninitialized memory for `count` values on a 64-byte line; release it with `free`.
///
/// For every block of 64 KiB or more: Embedded Swift's own allocations end the process where there
/// is no memory (decision 0030). Errors: `outOfMemory`.
public func takeMemory<Value>(
  _ count: Int, of what: StaticString
) throws(AhaError) -> UnsafeMutablePointer<Value> {
  try takeBytes(count, of: MemoryLayout<Value>.stride, what)
    .bindMemory(to: Value.self, capacity: count)
}

/// Refuses an array whose bytes would not fit: Swift cannot report that. The size comes from a file
/// or a server; smaller ones than 64 KiB are not looked at. Errors: `outOfMemory`.
public func requireMemory(bytes count: Int) throws(AhaError) {
  if count >= 1 << 16 { free(try takeBytes(count, of: 1, "bytes")) }
}

/// Runs `body` with bytes on a 64-byte line. Errors: `outOfMemory`, those of `body`.
public func withMemory<Result>(
  bytes count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(AhaError) -> Result
) throws(AhaError) -> Result {
  let start = try takeBytes(count, of: 1, "bytes")
  defer { free(start) }
  return try body(UnsafeMutableRawBufferPointer(start: start, count: count))
}

private func takeBytes(
  _ count: Int, of size: Int, _ what: StaticString
) throws(AhaError) -> UnsafeMutableRawPointer {
  let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
  var pointer: UnsafeMutableRawPointer?
  guard count >= 0, !overflow, posix_memalign(&pointer, 64, max(bytes, 64)) == 0, let pointer
  else { throw AhaError(.outOfMemory, "no memory for \(count) \(what)") }
  return pointer
}

/// Blocks of memory with one owner, which releases all of them at once: an `init` that fails half
/// way leaks none.
///
/// Threads: one at a time.
public final class MemoryBlocks {
  /// Each block begins with the address of the one before it.
  private static let head = 64
  private var last: UnsafeMutableRawPointer?

  public init() {}

  deinit {
    while let block = last {
      last = block.load(as: UnsafeMutableRawPointer?.self)
      free(block)
    }
  }

  /// Uninitialized memory on a 64-byte line. Errors: `outOfMemory`.
  public func take<Value: ~Copyable>(
    _ count: Int, of what: StaticString
  ) throws(AhaError) -> UnsafeMutablePointer<Value> {
    let size = MemoryLayout<Value>.stride
    let lines = (MemoryBlocks.head + size - 1) / size
    let (wanted, overflow) = count.addingReportingOverflow(lines)
    guard !overflow else { throw AhaError(.outOfMemory, "no memory for \(count) \(what)") }
    let block = try takeBytes(wanted, of: size, what)
    block.initializeMemory(as: UnsafeMutableRawPointer?.self, to: last)
    last = block
    return (block + MemoryBlocks.head).bindMemory(to: Value.self, capacity: count)
  }
}
