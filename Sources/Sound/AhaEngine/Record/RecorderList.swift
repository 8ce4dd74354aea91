import AhaBase
import Synchronization

/// Recorders of an engine with running threads.
final class RecorderList {
  private let lock = Lock()
  /// Copy on write, because readers iterate without the lock. The thread sanitizer cannot see the
  /// reference count that ends their access.
  private var recorders: [Recorder] = []
  /// Threads that have ended or are about to end.
  private var ended: [Thread] = []
  // Last engine frame, and the time since it stopped.
  private var idleFrame: Int64 = -1
  private var idleSince = Instant.now()

  /// Starts the recorder's thread. Errors: `system`; the recorder's file is then deleted.
  func start(_ recorder: Recorder) throws(AhaError) {
    let threads = lock.locked {
      recorders = recorders + [recorder]
      defer { ended = [] }
      return ended
    }
    for thread in threads { thread.join() }
    do throws(AhaError) {
      try recorder.startThread()
    } catch {
      lock.locked { recorders = recorders.filter { $0 !== recorder } }
      recorder.drainLock.locked { recorder.file?.discard() }
      throw error
    }
  }

  /// Called on the recorder's thread at its end.
  func leave(_ recorder: Recorder) {
    let thread = recorder.lock.locked { recorder.thread }
    lock.locked {
      recorders = recorders.filter { $0 !== recorder }
      if let thread { ended.append(thread) }
    }
  }

  private var all: [Recorder] { lock.locked { recorders } }

  /// Bytes per second that all recorders on the same disk write.
  func bytesPerSecond(onDeviceOf recorder: Recorder) -> Double {
    var sum = 0.0
    for other in all where other.device == recorder.device { sum += other.bytesPerSecond }
    return max(1, sum)
  }

  /// Makes space in rings that are nearly full; for offline rendering, which may wait.
  func drainFull() {
    for recorder in all {
      let used =
        recorder.tap.value.written.load(ordering: .relaxed)
        - recorder.tap.value.read.load(ordering: .relaxed)
      guard used > recorder.capacity / 2 else { continue }
      recorder.drainLock.locked { recorder.drain() }
    }
  }

  /// True if no thread has rendered for a while.
  func isIdle(at frame: Int64) -> Bool {
    let now = Instant.now()
    return lock.locked {
      if frame != idleFrame {
        idleFrame = frame
        idleSince = now
      }
      return now.nanoseconds - idleSince.nanoseconds > RecorderList.idleNanoseconds
    }
  }

  private static let idleNanoseconds: Int64 = 250_000_000

  /// Ends all takes and waits until they are written. Invariant: no thread renders.
  func close() {
    let leaving = all
    for recorder in leaving {
      recorder.lock.locked {
        recorder.isClosing = true
        recorder.changed.signalAll()
      }
    }
    var threads: [Thread] = []
    for recorder in leaving {
      recorder.lock.lock()
      if let thread = recorder.thread { threads.append(thread) }
      recorder.lock.unlock()
    }
    for thread in lock.locked({ ended }) where !threads.contains(where: { $0 === thread }) {
      threads.append(thread)
    }
    for thread in threads { thread.join() }
  }
}
