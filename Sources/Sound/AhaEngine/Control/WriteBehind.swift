import AhaBase
import AhaCodec

/// Writes frames on a thread of its own while the caller makes the next ones. If no thread can
/// start, it writes on the caller's.
///
/// Threads: one caller at a time.
final class WriteBehind {
  typealias Write = (_ frames: Floats, _ count: Int) throws(AhaError) -> Void

  private let channels: Int
  private let body: Write
  private let queue: SlotQueue
  private let thread: Thread?

  /// - Parameter body: Writes interleaved frames. Errors: `outOfMemory`.
  init(channels: Int, _ body: @escaping Write) throws(AhaError) {
    (self.channels, self.body) = (channels, body)
    let queue = try SlotQueue(channels: channels)
    self.queue = queue
    thread = try? Thread(name: "aha-encode") { queue.serve(body) }
  }

  /// Drops queued frames, and waits for the end of a write.
  deinit {
    queue.end(failure: AhaError(.cancelled, "not finished"))
    thread?.join()
  }

  /// Queues interleaved frames; waits for space. Errors: of a former write.
  func write(_ frames: Floats, count: Int) throws(AhaError) {
    guard thread != nil else { return try body(frames, count) }
    var done = 0
    while done < count {
      let part = min(count - done, SlotQueue.portion)
      try queue.add(frames + done * channels, count: part)
      done += part
    }
  }

  /// Waits until all frames are written. Errors: of the writes.
  func finish() throws(AhaError) {
    queue.end(failure: nil)
    thread?.join()
    try queue.throwFailure()
  }
}

/// A bounded queue of interleaved frames, in slots.
///
/// Threads: one adds and ends, one serves. Invariant: at most one waits, as the queue is full or
/// empty.
final class SlotQueue {
  private static let slots = 8
  /// Max frames in a slot.
  static let portion = 4096

  private let channels: Int
  private let buffer: SampleBuffer
  private let lock = Lock()
  private let changed: Condition
  // Invariant: accessed with the lock held.
  private var counts = [Int](repeating: 0, count: SlotQueue.slots)
  /// Counts of slots since the start.
  private var filled = 0
  private var written = 0
  private var failure: AhaError?
  private var isEnding = false

  init(channels: Int) throws(AhaError) {
    self.channels = channels
    changed = Condition(lock)
    buffer = try SampleBuffer(
      channels: 1, frames: SlotQueue.slots * SlotQueue.portion * channels, isTouched: false)
  }

  private func memory(of slot: Int) -> Floats {
    buffer.plane(0) + slot * SlotQueue.portion * channels
  }

  func add(_ frames: Floats, count: Int) throws(AhaError) {
    let slot = try waitForSlot()
    memory(of: slot).copy(frames.prefix(count * channels))
    lock.locked {
      counts[slot] = count
      filled += 1
      changed.signal()
    }
  }

  private func waitForSlot() throws(AhaError) -> Int {
    lock.lock()
    defer { lock.unlock() }
    while filled - written == SlotQueue.slots, failure == nil { changed.wait() }
    if let failure { throw failure }
    return filled % SlotQueue.slots
  }

  /// - Parameter failure: Nil: queued frames are still written.
  func end(failure: AhaError?) {
    lock.locked {
      isEnding = true
      self.failure = self.failure ?? failure
      changed.signal()
    }
  }

  func throwFailure() throws(AhaError) {
    if let failure = lock.locked({ failure }) { throw failure }
  }

  /// Writes until the end or a failure.
  func serve(_ body: WriteBehind.Write) {
    while let (slot, count) = next() {
      var outcome: AhaError?
      do throws(AhaError) { try body(memory(of: slot), count) } catch { outcome = error }
      lock.locked {
        written += 1
        failure = failure ?? outcome
        changed.signal()
      }
    }
  }

  private func next() -> (slot: Int, count: Int)? {
    lock.lock()
    defer { lock.unlock() }
    while filled == written, !isEnding, failure == nil { changed.wait() }
    if filled == written || failure != nil { return nil }
    let slot = written % SlotQueue.slots
    return (slot, counts[slot])
  }
}
