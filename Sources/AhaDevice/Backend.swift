import AhaBase

/// What makes a device's calls: a sound system, a clock, or the host.
protocol Backend: AnyObject {
  var id: String { get }
  /// Frames of a block; 0: not known before the first.
  var blockFrames: Int { get }
  var latencySeconds: Double { get }
  /// Nothing can happen to it.
  var isClock: Bool { get }
  /// False once the stream has ended by itself.
  var isAlive: Bool { get }

  func start() throws(AhaError)
  /// No call is made afterwards.
  func stop()
  /// Lets go of everything; `isLost`: the server may be gone, so nothing may wait for it.
  func close(isLost: Bool)
}

/// That something is over.
private final class Ending {
  let lock = Lock()
  let changed: Condition
  var isOver = false

  init() { changed = Condition(lock) }
}

/// Runs something that may never come back on a thread of its own. Returns whether it did in time;
/// if not, the thread is left alone with it. Errors: `system` (no thread; it does not run).
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
