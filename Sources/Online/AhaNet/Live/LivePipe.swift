import AhaBase

/// Bounded pipe from a connection to the decoder of a live stream. Each side waits for the other.
///
/// Threads: `write` on the connection's thread, `read` on the decoder's, everything else on any.
final class LivePipe: ByteStream {
  private static let capacity = 128 << 10

  let name: String
  let canRead = false
  let canWrite = true
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`. `memory` is a ring buffer.
  private var memory = [UInt8](repeating: 0, count: LivePipe.capacity)
  private var start = 0
  private var count = 0
  private var isEnded = false
  private var isAbandoned = false

  init(name: String) {
    self.name = name
    changed = Condition(lock)
  }

  func length() -> Int64 { 0 }

  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int {
    throw AhaError(.access, "\(name) is live")
  }

  /// Errors: `cancelled` (abandoned, or ended).
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    var rest = bytes
    while !rest.isEmpty {
      let size = put(rest)
      if size == 0 { throw AhaError(.cancelled, "\(name) was left") }
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
  }

  private func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    lock.lock()
    defer { lock.unlock() }
    while count == memory.count && !isAbandoned && !isEnded { changed.wait() }
    // A transfer that succeeds ends after its last byte was put; bytes after a failure are dropped.
    if isAbandoned || isEnded { return 0 }
    let first = (start + count) % memory.count
    let size = min((first < start ? start : memory.count) - first, bytes.count)
    memory.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[first...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    count += size
    changed.signalAll()
    return size
  }

  /// Reads the bytes that have arrived, and waits for the first one. Returns 0 at the end.
  /// - Parameter isCancelled: Polled every 50 ms.
  func read(into bytes: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) -> Int {
    lock.lock()
    defer { lock.unlock() }
    while count == 0, !isEnded, !isAbandoned {
      if isCancelled() { return 0 }
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    if isAbandoned { return 0 }
    let size = min(bytes.count, count, memory.count - start)
    memory.withUnsafeBytes {
      bytes.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + size)]))
    }
    start = (start + size) % memory.count
    count -= size
    changed.signalAll()
    return size
  }

  /// No more bytes come.
  func end() {
    lock.locked {
      isEnded = true
      changed.signalAll()
    }
  }

  /// Discards all bytes; a waiting side stops.
  func abandon() {
    lock.locked {
      isAbandoned = true
      changed.signalAll()
    }
  }
}
