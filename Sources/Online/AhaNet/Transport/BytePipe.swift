import AhaBase

/// Buffer between a host's functions, which may block, and the network thread, which must not. Each
/// such transfer has a thread that calls the host's functions.
///
/// Transfers of files or memory need no pipe. A shared thread pool is not possible: one host
/// function that blocks forever would block the transfers of others.
/// Threads: `feed` and `drain` run on the pipe's own thread, everything else on the network thread.
final class BytePipe {
  private static let capacity = 512 << 10
  /// Min free bytes before the network thread is woken.
  private static let worthWaking = 128 << 10

  private let blocks = MemoryBlocks()
  private let memory: UnsafeMutableRawBufferPointer
  private let lock = Lock()
  private let changed: Condition
  private let notify: () -> Void
  // Invariant: the properties below are read and written under `lock`.
  private var thread: Thread?
  private var start = 0
  private var count = 0
  /// The network thread found no data or room and needs a wake-up.
  private var isAwaited = false
  /// End of input: no more bytes will be added.
  private var isClosed = false
  private var isAbandoned = false
  private var isDone = false
  private var error: AhaError?

  private init(notify: @escaping () -> Void) throws(AhaError) {
    let bytes: Buffer<UInt8> = try blocks.claim(BytePipe.capacity, of: "bytes")
    memory = UnsafeMutableRawBufferPointer(start: bytes.base, count: BytePipe.capacity)
    changed = Condition(lock)
    self.notify = notify
  }

  /// Creates a pipe filled from a body. Errors: `system`.
  /// - Parameter notify: Called on the pipe's thread when data is available again.
  static func reading(
    _ source: BodySource, at offset: Int64, notify: @escaping () -> Void
  ) throws(AhaError) -> BytePipe {
    let pipe = try BytePipe(notify: notify)
    try pipe.begin { pipe.feed(from: source, at: offset) }
    return pipe
  }

  /// Creates a pipe emptied into a stream. Errors: `system`.
  static func writing(
    _ stream: any ByteStream, at offset: Int64, notify: @escaping () -> Void
  ) throws(AhaError) -> BytePipe {
    let pipe = try BytePipe(notify: notify)
    try pipe.begin { pipe.drain(into: stream, at: offset) }
    return pipe
  }

  private func begin(_ body: @escaping () -> Void) throws(AhaError) {
    lock.lock()
    defer { lock.unlock() }
    thread = try Thread(name: "aha-net-stream") { [self] in
      body()
      let thread = lock.locked { self.thread }
      notify()
      thread?.leave()
    }
  }

  // MARK: The network thread

  /// Error of the host's function.
  var failure: AhaError? { lock.locked { error } }

  /// Takes the available bytes. Returns nil if none are available yet, 0 at the end.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    lock.lock()
    defer { lock.unlock() }
    if count == 0 {
      if isClosed { return 0 }
      isAwaited = true
      return nil
    }
    let size = min(bytes.count, count, memory.count - start)
    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<(start + size)]))
    consume(size)
    return size
  }

  /// Stores all of the bytes, or returns false and stores none.
  func put(_ bytes: UnsafeRawBufferPointer) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard memory.count - count >= bytes.count else {
      isAwaited = true
      return false
    }
    var rest = bytes
    while !rest.isEmpty {
      let region = freeRegion()
      let size = min(region.count, rest.count)
      region.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<size]))
      count += size
      rest = UnsafeRawBufferPointer(rebasing: rest[size...])
    }
    changed.signalAll()
    return true
  }

  /// End of input: the thread writes the remaining bytes, then ends.
  func close() {
    lock.locked {
      isClosed = true
      changed.signalAll()
    }
  }

  /// True if all bytes are written or writing has failed.
  var isDrained: Bool { lock.locked { isDone } }

  /// Ends the pipe early. Does not wait for a host function that is still running.
  func abandon() {
    lock.locked {
      isAbandoned = true
      changed.signalAll()
    }
  }

  // MARK: The pipe's thread

  private func feed(from source: BodySource, at offset: Int64) {
    var position = offset
    while let region = nextRegion() {
      do throws(AhaError) {
        let got = try source.read(into: region, at: position)
        position += Int64(got)
        added(got)
        if got == 0 { return }
      } catch {
        return fail(with: error)
      }
    }
  }

  private func drain(into stream: any ByteStream, at offset: Int64) {
    var position = offset
    while let bytes = nextBytes() {
      do throws(AhaError) {
        try stream.write(bytes, at: position)
        position += Int64(bytes.count)
        removed(bytes.count)
      } catch {
        return fail(with: error)
      }
    }
    lock.locked { isDone = true }
  }

  private func nextRegion() -> UnsafeMutableRawBufferPointer? {
    lock.lock()
    defer { lock.unlock() }
    while count == memory.count && !isAbandoned { changed.wait() }
    return isAbandoned ? nil : freeRegion()
  }

  private func nextBytes() -> UnsafeRawBufferPointer? {
    lock.lock()
    defer { lock.unlock() }
    while count == 0 && !isClosed && !isAbandoned { changed.wait() }
    if count == 0 || isAbandoned { return nil }
    let end = min(start + count, memory.count)
    return UnsafeRawBufferPointer(rebasing: memory[start..<end])
  }

  private func added(_ size: Int) {
    let isWanted = lock.locked {
      count += size
      if size == 0 { isClosed = true }
      return wakes(if: true)
    }
    if isWanted { notify() }
  }

  private func removed(_ size: Int) {
    let isWanted = lock.locked {
      consume(size)
      return wakes(if: memory.count - count >= BytePipe.worthWaking)
    }
    if isWanted { notify() }
  }

  private func fail(with error: AhaError) {
    lock.locked { (self.error, isClosed, isDone) = (error, true, true) }
  }

  // MARK: Invariant: caller holds lock

  private func freeRegion() -> UnsafeMutableRawBufferPointer {
    let first = (start + count) % memory.count
    let end = first < start ? start : memory.count
    return UnsafeMutableRawBufferPointer(rebasing: memory[first..<end])
  }

  private func consume(_ size: Int) {
    start = (start + size) % memory.count
    count -= size
    changed.signalAll()
  }

  private func wakes(if isWorthIt: Bool) -> Bool {
    guard isAwaited && isWorthIt else { return false }
    isAwaited = false
    return true
  }
}
