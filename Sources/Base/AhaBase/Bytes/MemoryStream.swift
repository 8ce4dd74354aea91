import CShims

/// A byte stream in memory: read-only over given bytes, or writable over its own, which grow.
public final class MemoryStream: ByteStream {
  public let name = "memory"
  public let canRead = true
  public let isQuick = true
  public let canWrite: Bool
  private var bytes: UnsafeMutableRawPointer?
  private var count: Int
  private var capacity: Int
  private let release: (() -> Void)?
  private let lock = Lock()

  /// An empty stream to write to.
  public init() {
    canWrite = true
    (bytes, count, capacity, release) = (nil, 0, 0, nil)
  }

  /// A copy of `source`.
  public init(copying source: UnsafeRawBufferPointer) throws(AhaError) {
    canWrite = false
    guard let copy = malloc(max(source.count, 1)) else {
      throw AhaError(.outOfMemory, "no memory for \(source.count) bytes")
    }
    if let start = source.baseAddress { memcpy(copy, start, source.count) }
    (bytes, count, capacity, release) = (copy, source.count, source.count, nil)
  }

  /// The host's own bytes, which must stay valid until `release` is called.
  public init(borrowing source: UnsafeRawBufferPointer, release: @escaping () -> Void) {
    canWrite = false
    bytes = UnsafeMutableRawPointer(mutating: source.baseAddress)
    (count, capacity, self.release) = (source.count, source.count, release)
  }

  deinit {
    if let release { release() } else { free(bytes) }
  }

  public func length() -> Int64 { lock.locked { Int64(count) } }

  public func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    lock.locked {
      guard let bytes, offset >= 0, offset < Int64(count) else { return 0 }
      let size = min(target.count, count - Int(offset))
      if size > 0 { memcpy(target.baseAddress!, bytes + Int(offset), size) }
      return size
    }
  }

  public func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    let (end, overflow) = offset.addingReportingOverflow(Int64(source.count))
    guard offset >= 0, !overflow else { throw AhaError(.io, "write at offset \(offset)") }
    try reserve(Int(end))
    guard let bytes, let start = source.baseAddress else { return }
    if Int(offset) > count { memset(bytes + count, 0, Int(offset) - count) }
    memcpy(bytes + Int(offset), start, source.count)
    count = max(count, Int(end))
  }

  /// Grows by doubling, so that many small writes cost linear time.
  private func reserve(_ size: Int) throws(AhaError) {
    guard size > capacity else { return }
    let (doubled, overflow) = capacity.multipliedReportingOverflow(by: 2)
    let wanted = max(size, overflow ? size : doubled, 4096)
    guard let grown = realloc(bytes, wanted) else {
      throw AhaError(.outOfMemory, "no memory for \(wanted) bytes")
    }
    bytes = grown
    capacity = wanted
  }
}
