import AhaBase

/// The driver of a device's callback: a sound system, a clock, or the host.
protocol Backend: AnyObject {
  var id: String { get }
  /// Frames of a block; 0: unknown before the first block.
  var blockFrames: Int { get }
  var latencySeconds: Double { get }
  /// Channels of the stream.
  var channels: Int { get }
  /// A software device, which cannot be lost.
  var isClock: Bool { get }
  /// False after the stream has ended without `stop`.
  var isAlive: Bool { get }

  func start() throws(AhaError)
  /// Stops the stream; no callback runs after the return.
  func stop()
  /// Releases everything. `isLost`: the server may be dead, so nothing may wait for it.
  func close(isLost: Bool)
}

/// Completion flag that a thread can wait for.
private final class Ending {
  let lock = Lock()
  let changed: Condition
  var isOver = false

  init() { changed = Condition(lock) }
}

/// Runs a call that may never return on its own thread. Returns whether it ended in time; if not,
/// the thread is abandoned. Errors: `system` (no thread; the call does not run).
func returnsInTime(
  milliseconds: Int64, _ body: @escaping () -> Void
) throws(AhaError) -> Bool {
  let ending = Ending()
  let thread = try Thread(name: "aha-device-call") {
    body()
    ending.lock.locked {
      ending.isOver = true
      ending.changed.signalAll()
    }
  }
  let deadline = Instant.after(milliseconds: milliseconds)
  ending.lock.lock()
  while !ending.isOver { if !ending.changed.wait(until: deadline) { break } }
  let isOver = ending.isOver
  ending.lock.unlock()
  if isOver { thread.join() }
  return isOver
}
