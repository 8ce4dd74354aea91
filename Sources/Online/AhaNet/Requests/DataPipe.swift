import AhaBase

/// Bounded pipe of reply data to one reader. The writer waits while the pipe is full. A decoder
/// waits for data, and a host is notified of it.
///
/// Threads: `write` and a `read` that waits on threads that may wait; everything else on any.
final class DataPipe: ByteStream {
  let name: String
  let canRead = false
  let canWrite = true
  private let capacity: Int
  private let tell: (Int) -> Void
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`. `memory` is a ring buffer.
  private var memory: [UInt8] = []
  private var start = 0
  private var count = 0
  private var total: Int64 = 0
  private var isEnded = false
  /// The reader has gone; data is discarded.
  private var isAbandoned = false
  /// The host was notified of the current data.
  private var isReported = false

  /// - Parameter tell: Called with the count of available bytes when new data arrives.
  init(name: String, capacity: Int, tell: @escaping (Int) -> Void = { _ in }) {
    (self.name, self.capacity, self.tell) = (name, capacity, tell)
    changed = Condition(lock)
  }

  func length() -> Int64 { lock.locked { total } }

  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int {
    throw AhaError(.access, "\(name) can only be read in order")
  }

  /// True once data has arrived: the reply cannot be restarted then.
  var hasData: Bool { lock.locked { total > 0 } }

  /// Errors: `cancelled`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    var rest = bytes
    while !rest.isEmpty {
      let (size, news) = put(rest)
      if size == 0 { throw AhaError(.cancelled, "the reader of \(name) has closed it") }
      if news > 0 { tell(news) }
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
  }

  /// Returns the count of bytes stored (0 after the end), and the count to notify the host of.
  private func put(_ bytes: UnsafeRawBufferPointer) -> (Int, Int) {
    lock.lock()
    defer { lock.unlock() }
    if memory.isEmpty { memory = [UInt8](repeating: 0, count: capacity) }
    while count == memory.count && !isEnded && !isAbandoned { changed.wait() }
    if isEnded { return (0, 0) }
    if isAbandoned {
      total += Int64(bytes.count)
      return (bytes.count, 0)
    }
    let first = (start + count) % memory.count
    let free = (first < start ? start : memory.count) - first
    let size = min(free, bytes.count)
    memory.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[first...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    count += size
    total += Int64(size)
    changed.signalAll()
    defer { isReported = true }
    return (size, isReported ? 0 : count)
  }

  /// Reads the available bytes. Returns nil at the end: all bytes were read and none will follow.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    lock.locked { drain(into: bytes) }
  }

  /// Reads the available bytes, and waits for the first one. Returns 0 at the end, on cancellation,
  /// and after `abandon`.
  /// - Parameter isCancelled: Polled every 50 ms.
  func read(into bytes: UnsafeMutableRawBufferPointer, isCancelled: () -> Bool) -> Int {
    lock.lock()
    defer { lock.unlock() }
    while count == 0, !isEnded, !isAbandoned {
      if isCancelled() { return 0 }
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    return isAbandoned ? 0 : drain(into: bytes) ?? 0
  }

  /// Invariant: caller holds lock.
  private func drain(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    isReported = false
    var done = 0
    while done < bytes.count && count > 0 {
      let size = min(bytes.count - done, count, memory.count - start)
      memory.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: bytes[done...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + size)]))
      }
      start = (start + size) % memory.count
      count -= size
      done += size
    }
    changed.signalAll()
    return done == 0 && isEnded && !bytes.isEmpty ? nil : done
  }

  /// Ends the pipe: no more data comes, and a waiting writer stops.
  func end() {
    lock.locked {
      isEnded = true
      changed.signalAll()
    }
  }

  /// Discards all further data.
  func abandon() {
    lock.locked {
      isAbandoned = true
      changed.signalAll()
    }
  }
}
