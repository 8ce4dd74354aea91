import AhaBase

/// A block of a remote stream: wanted, on its way, or there.
///
/// Threads: any; whoever comes first to need it waits for the network, and others for that one.
final class RemoteBlock {
  let index: Int64
  /// Under the stream's lock: when it was read last.
  var lastUse: Int64 = 0
  private let lock = Lock()
  private let changed: Condition
  // Under the lock:
  private var transfer: Transfer?
  private var bytes: [UInt8]?
  private var isAwaited = false

  init(_ index: Int64) {
    self.index = index
    changed = Condition(lock)
  }

  var isReady: Bool { lock.locked { bytes != nil } }

  /// Sends for it, unless it is on its way or there. A failure is told to whoever needs it.
  func begin(_ source: RemoteSource) {
    let isMine = lock.locked {
      if transfer != nil || bytes != nil || isAwaited { return false }
      isAwaited = true
      return true
    }
    guard isMine else { return }
    // Outside of the lock: to sign a request can take long.
    if let made = try? source.start(index) { keep(made, source) }
    release()
  }

  private func keep(_ made: Transfer, _ source: RemoteSource) {
    lock.locked { transfer = made }
    if source.isClosed { made.cancel() }
  }

  func cancel() { lock.locked { transfer }?.cancel() }

  func cancelUnlessAwaited() { lock.locked { isAwaited ? nil : transfer }?.cancel() }

  func copy(to target: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    lock.locked {
      guard let bytes, offset < bytes.count else { return 0 }
      let size = min(target.count, bytes.count - offset)
      bytes.withUnsafeBytes {
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset...].prefix(size)))
      }
      return size
    }
  }

  /// Returns when the bytes are there. Errors: those of `RemoteSource`.
  func finish(_ source: RemoteSource) throws(AhaError) {
    guard claim() else { return }
    defer { release() }
    var attempt = 1
    while true {
      do throws(AhaError) {
        let fetched = try fetch(source)
        lock.locked { bytes = fetched }
        return
      } catch {
        guard attempt < RemoteStream.attempts, source.isWorthAnother(error) else { throw error }
        try source.rest(attempt)
        attempt += 1
      }
    }
  }

  /// Takes it on; false when the bytes are there.
  private func claim() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while isAwaited { changed.wait() }
    if bytes != nil { return false }
    isAwaited = true
    return true
  }

  private func release() {
    lock.locked {
      isAwaited = false
      changed.signalAll()
    }
  }

  private func fetch(_ source: RemoteSource) throws(AhaError) -> [UInt8] {
    var running = lock.locked { transfer }
    if running == nil {
      let made = try source.start(index)
      keep(made, source)
      running = made
    }
    defer { lock.locked { transfer = nil } }
    guard let running else { return [] }
    running.wait(milliseconds: -1)
    return try source.bytes(of: running, index)
  }
}
