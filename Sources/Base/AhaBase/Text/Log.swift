import CShims
import Synchronization

/// Lines for the host's log; silent until the host sets a sink, unless the environment has AHA_LOG.
/// Thread: any but the audio thread.
public enum Log {
  public enum Level: UInt32 {
    case error = 1
    case warning, info, debug
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

  /// The environment was not read yet.
  private static let unread = UInt32.max
  private static let level = Atomic<UInt32>(unread)
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
      self.level.store(sink == nil ? 0 : min(level, Level.debug.rawValue), ordering: .relaxed)
    }
    _ = former  // ends here, outside the lock: its destroy belongs to the host
    former = nil
  }

  public static func error(_ line: @autoclosure () -> String) { emit(at: .error, line: line) }
  public static func warning(_ line: @autoclosure () -> String) { emit(at: .warning, line: line) }
  public static func info(_ line: @autoclosure () -> String) { emit(at: .info, line: line) }
  public static func debug(_ line: @autoclosure () -> String) { emit(at: .debug, line: line) }

  private static func emit(at level: Level, line: () -> String) {
    var max = self.level.load(ordering: .relaxed)
    if max == unread { max = readEnvironment() }
    guard level.rawValue <= max else { return }
    let sink = sinkLock.locked { self.sink }
    guard let sink, !shim_has_ended() else { return }
    lineLock.locked { sink.write(level, line().shownLine) }
  }

  /// Sets the sink of AHA_LOG, unless the host has set one. Returns the level.
  private static func readEnvironment() -> UInt32 {
    sinkLock.locked {
      let known = self.level.load(ordering: .relaxed)
      if known != unread { return known }
      let level = getenv("AHA_LOG").flatMap { Level(named: String(cString: $0)) }
      if level != nil { sink = Sink(write: writeToStandardError, destroy: {}) }
      self.level.store(level?.rawValue ?? 0, ordering: .relaxed)
      return level?.rawValue ?? 0
    }
  }

  private static func writeToStandardError(_ level: Level, line: String) {
    let bytes = "aha: \(level.name): \(line)\n".array
    _ = write(2, bytes, bytes.count)
  }
}

extension Log.Level {
  public var name: StaticString {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    case .debug: "debug"
    }
  }

  init?(named text: String) {
    switch text.lowered {
    case "error": self = .error
    case "warning": self = .warning
    case "info": self = .info
    case "debug": self = .debug
    default: return nil
    }
  }
}
