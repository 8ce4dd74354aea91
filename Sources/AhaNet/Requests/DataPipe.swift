import AhaBase

/// The data of a reply on its way to the host: a bounded pipe, whose writer waits when the host
/// does not take enough.
///
/// Threads: `write` is called on a thread that may wait; all else on any.
final class DataPipe: ByteStream {
  private static let capacity = 1 << 20

  let name = "the request's data"
  let canRead = false
  let canWrite = true
  private let tell: (Int) -> Void
  private let lock = Lock()
  private let changed: Condition
  // Under the lock. A ring.
  private var memory: [UInt8] = []
  private var start = 0
  private var count = 0
  private var total: Int64 = 0
  private var isEnded = false
  /// Nobody can take anything any more.
  private var isAbandoned = false
  /// The host knows that there is something.
  private var isTold = false

  /// - Parameter tell: Told how much there is, when there is something new.
  init(_ tell: @escaping (Int) -> Void) {
    self.tell = tell
    changed = Condition(lock)
  }

  func length() -> Int64 { lock.locked { total } }

  func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int64) throws(AhaError) -> Int {
    throw AhaError(.access, "\(name) is taken in order")
  }

  /// Something has come out of it, or will: it cannot begin anew.
  var hasData: Bool { lock.locked { total > 0 } }

  /// Errors: `cancelled`, `outOfMemory`.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(AhaError) {
    var rest = bytes
    while !rest.isEmpty {
      let (size, news) = put(rest)
      if size == 0 { throw AhaError(.cancelled, "nobody takes \(name)") }
      if news > 0 { tell(news) }
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
  }

  /// How much found room, 0 when it has ended; and how much the host is to be told of.
  private func put(_ bytes: UnsafeRawBufferPointer) -> (Int, Int) {
    lock.lock()
    defer { lock.unlock() }
    if memory.isEmpty { memory = [UInt8](repeating: 0, count: DataPipe.capacity) }
    while count == memory.count && !isEnded && !isAbandoned { changed.wait() }
    if isEnded { return (0, 0) }
    if isAbandoned {
      total += Int64(bytes.count)
      return (bytes.count, 0)
    }
    let first = (start + count) % memory.count
    let room = (first < start ? start : memory.count) - first
    let size = min(room, bytes.count)
    memory.withUnsafeMutableBytes {
      UnsafeMutableRawBufferPointer(rebasing: $0[first...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    count += size
    total += Int64(size)
    defer { isTold = true }
    return (size, isTold ? 0 : count)
  }

  /// Takes what there is. Nil at the end: all was taken, and no more comes.
  func take(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    isTold = false
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

  /// No more comes; whoever writes is told to stop.
  func end() {
    lock.locked {
      isEnded = true
      changed.signalAll()
    }
  }

  /// What comes from now on is thrown away.
  func abandon() {
    lock.locked {
      isAbandoned = true
      changed.signalAll()
    }
  }
}
