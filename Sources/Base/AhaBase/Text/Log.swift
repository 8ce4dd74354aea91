import Synchronization

/// Lines for the host's log; silent until the host sets a sink. Thread: any but the audio thread.
public enum Log {
  public enum Level: UInt32 {
    case error = 1, warning, info, debug
  }

  /// Receives the lines. Its release calls the host's `destroy`.
  public final class Sink {
    let write: (Level, String) -> Void
    private let destroy: () -> Void

    public init(write: @escaping (Level, String) -> Void, destroy: @escaping () -> Void) {
      self.write = write
      self.destroy = destroy
    }

    deinit { destroy() }
  }

  private static let level = Atomic<UInt32>(0)
  private static let sinkLock = StaticLock()
  /// Held while the sink writes: lines do not mix.
  private static let lineLock = StaticLock()
  /// Invariant: access holds `sinkLock`.
  nonisolated(unsafe) private static var sink: Sink?

  /// Replaces the sink; nil ends logging.
  public static func set(_ sink: Sink?, level: UInt32) {
    var former: Sink?
    sinkLock.locked {
      former = self.sink
      self.sink = sink
      self.level.store(sink == nil ? 0 : level, ordering: .relaxed)
    }
    _ = former  // ends here, outside the lock: its destroy belongs to the host
    former = nil
  }

  public static func error(_ line: @autoclosure () -> String) { emit(.error, line) }
  public static func warning(_ line: @autoclosure () -> String) { emit(.warning, line) }
  public static func info(_ line: @autoclosure () -> String) { emit(.info, line) }
  public static func debug(_ line: @autoclosure () -> String) { emit(.debug, line) }

  private static func emit(_ level: Level, _ line: () -> String) {
    guard level.rawValue <= self.level.load(ordering: .relaxed) else { return }
    let sink = sinkLock.locked { self.sink }
    guard let sink else { return }
    lineLock.locked { sink.write(level, line()) }
  }
}
