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
  private var sent: RemoteRequest?
  private var bytes: [UInt8]?
  private var isAwaited = false

  init(_ index: Int64) {
    self.index = index
    changed = Condition(lock)
  }

  var isReady: Bool { lock.locked { bytes != nil } }

  /// Sends for it, unless it is on its way or there. A failure is told to whoever needs it.
  func begin(_ source: RemoteSource, _ cancellation: Cancellation) {
    let isMine = lock.locked {
      if sent != nil || bytes != nil || isAwaited { return false }
      isAwaited = true
      return true
    }
    guard isMine else { return }
    // Outside of the lock: to sign a request can take long.
    if let made = try? source.start(index, cancellation) { keep(made, source) }
    release()
  }

  private func keep(_ made: RemoteRequest, _ source: RemoteSource) {
    lock.locked { sent = made }
    if source.isClosed { made.transfer.cancel() }
  }

  func cancel() { lock.locked { sent }?.transfer.cancel() }

  func cancelUnlessAwaited() { lock.locked { isAwaited ? nil : sent }?.transfer.cancel() }

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

  /// Returns when the bytes are there. Errors: those of `RemoteSource`; `cancelled` also when that
  /// is wanted, and what is on its way stays so.
  func finish(_ source: RemoteSource, _ cancellation: Cancellation) throws(AhaError) {
    guard try claim(source, cancellation) else { return }
    defer { release() }
    var (attempt, mayRenew) = (1, true)
    while true {
      do throws(AhaError) {
        let fetched = try fetch(source, cancellation, &mayRenew)
        lock.locked { bytes = fetched }
        return
      } catch {
        try source.check(cancellation)
        guard attempt < source.attempts(after: error) else { throw error }
        try source.rest(attempt, cancellation)
        attempt += 1
      }
    }
  }

  /// Takes it on; false when the bytes are there. Errors: `cancelled`.
  private func claim(
    _ source: RemoteSource, _ cancellation: Cancellation
  ) throws(AhaError) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while isAwaited {
      try source.check(cancellation)
      _ = changed.wait(until: .after(milliseconds: 50))
    }
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

  /// A token that is refused is renewed, and the block asked for once more, one time.
  private func fetch(
    _ source: RemoteSource, _ cancellation: Cancellation, _ mayRenew: inout Bool
  ) throws(AhaError) -> [UInt8] {
    while true {
      let running = try running(source, cancellation)
      while !running.transfer.wait(milliseconds: 50) { try source.check(cancellation) }
      lock.locked { sent = nil }
      guard mayRenew, try source.renew(after: running, cancellation) else {
        return try source.bytes(of: running.transfer, index)
      }
      mayRenew = false
    }
  }

  private func running(
    _ source: RemoteSource, _ cancellation: Cancellation
  ) throws(AhaError) -> RemoteRequest {
    if let running = lock.locked({ sent }) { return running }
    let made = try source.start(index, cancellation)
    keep(made, source)
    return made
  }
}
