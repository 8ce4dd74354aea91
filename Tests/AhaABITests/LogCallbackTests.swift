import AhaBase
import AhaTestSupport
import CAha
import Synchronization
import Testing

/// The log is global to the process. These tests run one at a time with others that use it, and
/// recognize their lines by an unusual sample rate.
@Suite("The log sink")
struct LogCallbackTests {
  private static let rate: UInt32 = 12_347

  private final class Sink: @unchecked Sendable {
    private let lock = Lock()
    private var kept: [String] = []
    private let onLine: () -> Void
    private let onDestroy: () -> Void
    private let destructions = Atomic<Int>(0)
    private let isGone = Event()

    init(onLine: @escaping () -> Void = {}, onDestroy: @escaping () -> Void = {}) {
      (self.onLine, self.onDestroy) = (onLine, onDestroy)
    }

    var lines: [String] { lock.locked { kept } }
    var destroyed: Int { destructions.load(ordering: .acquiring) }

    /// A line of another test may be in the sink while it is replaced.
    var isDestroyed: Bool {
      isGone.wait()
      return destroyed == 1
    }

    func set(_ level: Int) -> aha_result {
      aha_log_set_sink(
        aha_log_level(level),
        { userData, level, line in
          let sink = Unmanaged<Sink>.fromOpaque(userData!).takeUnretainedValue()
          let line = "\(level) \(String(cString: line!))"
          guard line.contains("\(LogCallbackTests.rate)") else { return }
          sink.lock.locked { sink.kept.append(line) }
          sink.onLine()
        }, Unmanaged.passRetained(self).toOpaque(),
        { userData in
          let sink = Unmanaged<Sink>.fromOpaque(userData!).takeUnretainedValue()
          sink.onDestroy()
          let before = sink.destructions.add(1, ordering: .acquiringAndReleasing).oldValue
          sink.isGone.set()
          if before == 0 { Unmanaged.passUnretained(sink).release() }
        })
    }
  }

  private func sayOnce() throws { aha_engine_release(try newEngine(sampleRate: Self.rate)) }

  private func end() { _ = aha_log_set_sink(0, nil, nil, nil) }

  @Test func takesLinesUntilItIsReplaced() throws {
    let (first, second) = (Sink(), Sink())
    try exclusively {
      #expect(first.set(4) == aha_result(AHA_OK))
      try sayOnce()
      #expect(first.destroyed == 0 && second.set(4) == aha_result(AHA_OK) && first.isDestroyed)
      try sayOnce()
      #expect(aha_log_set_sink(3, nil, nil, nil) == aha_result(AHA_OK) && second.isDestroyed)
      try sayOnce()
    }
    #expect(first.lines == ["4 engine at 12347 Hz"] && second.lines == first.lines)
    #expect(first.isDestroyed && second.isDestroyed)
  }

  /// Without a sink, no lines are formatted.
  @Test func endsWithoutAFunction() throws {
    var isMade = false
    func line() -> String {
      isMade = true
      return ""
    }
    let sink = Sink()
    exclusively {
      #expect(sink.set(4) == aha_result(AHA_OK))
      #expect(aha_log_set_sink(4, nil, nil, nil) == aha_result(AHA_OK))
      Log.error(line())
    }
    #expect(!isMade && sink.isDestroyed)
  }

  @Test(arguments: [0, 1, 2, 3])
  func takesNothingAboveItsLevel(level: Int) throws {
    let sink = Sink()
    try exclusively {
      #expect(sink.set(level) == aha_result(AHA_OK))
      try sayOnce()
      end()
    }
    #expect(sink.lines == [] && sink.isDestroyed)
  }

  @Test func isNotDestroyedWhenItCannotBeSet() {
    let sink = Sink()
    #expect(name(sink.set(5)) == "AHA_ERROR_INVALID_ARGUMENT" && lastError.contains("5"))
    #expect(sink.destroyed == 0)
    Unmanaged.passUnretained(sink).release()  // the call failed, so libaha did not take it over
  }

  /// Calls every function inside the sink, on a thread that is abandoned if it gets stuck.
  @Test func everyCallIsRefused() throws {
    nonisolated(unsafe) var codes: [String: aha_result] = [:]
    let sink = Sink(onLine: {
      for function in fallible { codes[function.name] = function.call(nil) }
    })
    try exclusively {
      #expect(sink.set(4) == aha_result(AHA_OK))
      let caller = try Background { try? sayOnce() }
      try #require(caller.result() != nil, "a call inside the sink is stuck")
      end()
    }
    #expect(codes.count == fallible.count)
    for (function, code) in codes { #expect(name(code) == "AHA_ERROR_REENTRANT", "\(function)") }
  }

  @Test func namesAndVersionsAreAllowed() throws {
    nonisolated(unsafe) var found: [String] = []
    let sink = Sink(onLine: {
      found = [String(cString: aha_result_name(-1)), String(cString: aha_version_text())]
    })
    try exclusively {
      #expect(sink.set(4) == aha_result(AHA_OK))
      try sayOnce()
      end()
    }
    #expect(found == ["AHA_ERROR_INVALID_ARGUMENT", AHA_VERSION_TEXT])
  }

  @Test func destroyMayNotCallEither() throws {
    nonisolated(unsafe) var codes: [aha_result] = []
    let sink = Sink(onDestroy: {
      codes.append(aha_log_set_sink(4, nil, nil, nil))
      codes.append(aha_engine_create(nil, nil))
    })
    try exclusively {
      #expect(sink.set(4) == aha_result(AHA_OK))
      let caller = try Background { end() }
      try #require(caller.result() != nil, "a call inside destroy is stuck")
    }
    #expect(codes.map(name) == ["AHA_ERROR_REENTRANT", "AHA_ERROR_REENTRANT"])
    #expect(sink.isDestroyed)
  }

  /// After the sink returns, the thread can call functions again.
  @Test func theThreadIsFreeAgain() throws {
    let sink = Sink(onLine: { _ = aha_engine_create(nil, nil) })
    try exclusively {
      #expect(sink.set(4) == aha_result(AHA_OK))
      try sayOnce()
      try sayOnce()
      end()
    }
    #expect(sink.lines.count == 2)
  }
}
