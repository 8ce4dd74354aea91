import AhaBase
import AhaTestSupport
import Synchronization
import Testing

@Suite("The log")
struct LogTests {
  /// Lines that a sink received, and the count of its destructions.
  final class Record: @unchecked Sendable {
    private let lock = Lock()
    private var kept: [String] = []
    let endings = Atomic<Int>(0)
    private let end = Event()
    var lines: [String] { lock.locked { kept } }

    func sink(_ onLine: @escaping (String) -> Void = { _ in }) -> Log.Sink {
      Log.Sink(
        write: { [self] level, line in
          guard line.hasPrefix("LogTests") else { return }  // other tests write to the log too
          lock.locked { kept.append("\(level) \(line)") }
          onLine(line)
        },
        destroy: { [self] in
          endings.add(1, ordering: .relaxed)
          end.set()
        })
    }

    var ended: Int { endings.load(ordering: .relaxed) }
    /// A line of another test may keep a sink for a moment after its removal.
    var hasEndedOnce: Bool { end.wait() && ended == 1 }
  }

  /// Lines that a sink of this level receives.
  private func lines(level: UInt32, _ body: () -> Void) -> [String] {
    let record = Record()
    exclusively {
      Log.set(record.sink(), level: level)
      body()
      Log.set(nil, level: 0)
    }
    return record.lines
  }

  @Test(arguments: [UInt32(0), 1, 2, 3, 4, 5, .max])
  func hasLevels(level: UInt32) {
    let lines = lines(level: level) {
      Log.error("LogTests 1")
      Log.warning("LogTests 2")
      Log.info("LogTests 3")
      Log.debug("LogTests 4")
    }
    let all = ["error LogTests 1", "warning LogTests 2", "info LogTests 3", "debug LogTests 4"]
    #expect(lines == Array(all.prefix(Int(min(level, 4)))))
  }

  @Test func doesNotFormatUnreadLines() {
    var made = 0
    func line() -> String {
      made += 1
      return "LogTests"
    }
    let record = Record()
    exclusively {
      Log.error(line())
      Log.set(record.sink(), level: 2)
      Log.info(line())
      Log.warning(line())
      Log.set(nil, level: 4)
      Log.error(line())
    }
    #expect(made == 1 && record.lines.count == 1)
  }

  @Test func aLineIsOneLineWithoutSecrets() {
    let lines = lines(level: 4) { Log.warning("LogTests GET http://u:SECRET@host/\r") }
    #expect(lines == ["warning LogTests GET http://...@host/\\x0D"])
  }

  @Test func endsEverySinkOnce() {
    let (first, second) = (Record(), Record())
    exclusively {
      Log.set(first.sink(), level: 4)
      Log.error("LogTests a")
      #expect(first.ended == 0)
      Log.set(second.sink(), level: 4)
      #expect(first.hasEndedOnce && second.ended == 0)
      Log.error("LogTests b")
      Log.set(nil, level: 4)
      #expect(second.hasEndedOnce)
      Log.error("LogTests c")
      Log.set(nil, level: 4)
    }
    #expect(first.ended == 1 && second.ended == 1)
    #expect(first.lines == ["error LogTests a"] && second.lines == ["error LogTests b"])
  }

  /// A sink that is replaced during a line ends after that line.
  @Test func sinkLivesUntilItsLineEnds() throws {
    let record = Record()
    let (isInside, mayLeave) = (Event(), Event())
    try exclusively {
      let sink = record.sink { _ in
        isInside.set()
        mayLeave.wait()
      }
      Log.set(consume sink, level: 4)
      let writer = try Background { Log.error("LogTests slow") }
      isInside.wait()
      Log.set(nil, level: 0)
      #expect(record.ended == 0)
      mayLeave.set()
      #expect(writer.result() != nil)
      #expect(record.hasEndedOnce)
    }
  }

  /// A sink receives one line at a time, even while sinks are replaced.
  @Test func takesOneLineAtATime() throws {
    let record = Record()
    let inside = Atomic<Int>(0)
    let peak = Atomic<Int>(0)
    try exclusively {
      func newSink() -> Log.Sink {
        record.sink { _ in
          peak.max(inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
          Instant.pause(milliseconds: 0)  // gives a second call time to enter
          inside.subtract(1, ordering: .relaxed)
        }
      }
      Log.set(newSink(), level: 4)
      let allEnded = try concurrently(3) { number in
        for _ in 0..<200 {
          if number == 0 { Log.set(newSink(), level: 4) } else { Log.info("LogTests") }
        }
      }
      #expect(allEnded)
      Log.set(nil, level: 0)
    }
    #expect(peak.load(ordering: .relaxed) == 1)
    // A line of another test may keep a sink for a moment after its removal.
    let deadline = Instant.after(milliseconds: 60_000)
    while record.ended < 201, Instant.now() < deadline { Instant.pause(milliseconds: 1) }
    #expect(record.ended == 201 && record.lines.count == 400)
  }
}
