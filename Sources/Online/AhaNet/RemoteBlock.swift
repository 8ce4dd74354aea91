import AhaBase

/// One block of a remote stream: pending, in flight or loaded.
///
/// Threads: any. The first reader that needs the block waits for the network; other readers wait
/// for that reader.
final class RemoteBlock {
  let index: Int64
  /// Time of the last read. Invariant: caller holds the stream's lock.
  var lastUse: Int64 = 0
  private let lock = Lock()
  private let changed: Condition
  // Invariant: the properties below are read and written under `lock`.
  private var sent: RemoteRequest?
  private var bytes: [UInt8]?
  private var isAwaited = false

  init(index: Int64) {
    self.index = index
    changed = Condition(lock)
  }

  var isReady: Bool { lock.locked { bytes != nil } }

  /// Starts the request unless it is in flight or the block is loaded. A reader of the block gets
  /// the error of a failure.
  func begin(from source: RemoteSource, cancellation: Cancellation) {
    let isMine = lock.locked {
      if sent != nil || bytes != nil || isAwaited { return false }
      isAwaited = true
      return true
    }
    guard isMine else { return }
    // Outside the lock: signing a request can take long.
    if let made = try? source.start(at: index, cancellation: cancellation) {
      keep(made, source: source)
    }
    release()
  }

  private func keep(_ made: RemoteRequest, source: RemoteSource) {
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

  /// Waits until the bytes are loaded. Errors: those of `RemoteSource`; `cancelled` also when
  /// `cancellation` is set, and then the request stays in flight.
  func finish(with source: RemoteSource, cancellation: Cancellation) throws(AhaError) {
    guard try claim(from: source, cancellation: cancellation) else { return }
    defer { release() }
    var (attempt, mayRenew) = (1, true)
    while true {
      do throws(AhaError) {
        let fetched = try fetch(from: source, cancellation: cancellation, mayRenew: &mayRenew)
        lock.locked { bytes = fetched }
        return
      } catch {
        try source.check(cancellation)
        guard attempt < source.attempts(after: error) else { throw error }
        try source.rest(after: attempt, cancellation: cancellation)
        attempt += 1
      }
    }
  }

  /// Makes the caller the reader that waits for the network. Returns false if the bytes are loaded.
  /// Errors: `cancelled`.
  private func claim(
    from source: RemoteSource, cancellation: Cancellation
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

  /// If the server refuses the token, renews it and repeats the request once.
  private func fetch(
    from source: RemoteSource, cancellation: Cancellation, mayRenew: inout Bool
  ) throws(AhaError) -> [UInt8] {
    while true {
      let running = try running(from: source, cancellation: cancellation)
      while !running.transfer.wait(milliseconds: 50) { try source.check(cancellation) }
      lock.locked { sent = nil }
      guard mayRenew, try source.renew(after: running, cancellation: cancellation) else {
        return try source.bytes(of: running.transfer, at: index)
      }
      mayRenew = false
    }
  }

  private func running(
    from source: RemoteSource, cancellation: Cancellation
  ) throws(AhaError) -> RemoteRequest {
    if let running = lock.locked({ sent }) { return running }
    let made = try source.start(at: index, cancellation: cancellation)
    keep(made, source: source)
    return made
  }
}
