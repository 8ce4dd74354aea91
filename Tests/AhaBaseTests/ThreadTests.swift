import AhaBase
import AhaTestSupport
import Glibc
import Testing

@Suite("Threads")
struct ThreadTests {
  /// Signals that the calling thread does not block, without those of the threads library and the
  /// two that cannot be blocked.
  private static func unblocked() -> Set<Int32> {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    let own: Set<Int32> = [SIGKILL, SIGSTOP, 32, 33]
    return Set((Int32(1)...64).filter { sigismember(&mask, $0) == 0 }).subtracting(own)
  }

  @Test func leaveSignalsToTheHost() throws {
    var (none, mine) = (sigset_t(), sigset_t())
    pthread_sigmask(SIG_SETMASK, &none, &mine)
    defer { pthread_sigmask(SIG_SETMASK, &mine, nil) }
    let before = ThreadTests.unblocked()
    #expect(before.contains(SIGTERM) && before.contains(SIGINT))
    nonisolated(unsafe) var inside: Set<Int32> = [SIGTERM]
    let thread = try Thread(name: "aha-test") { inside = ThreadTests.unblocked() }
    thread.join()
    // Faults of the thread itself, for the host's crash reporter.
    #expect(inside == [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS])
    #expect(ThreadTests.unblocked() == before)
  }

  @Test func haveAName() throws {
    nonisolated(unsafe) var name = ""
    let isNamed = Event()
    let thread = try Thread(name: "aha-fifteen-cha") {
      isNamed.wait()
      let file = open("/proc/thread-self/comm", O_RDONLY)
      defer { close(file) }
      var text = [UInt8](repeating: 0, count: 16)
      let count = read(file, &text, text.count)
      name = String(decoding: text.prefix(count), as: UTF8.self)
    }
    isNamed.set()
    thread.join()
    #expect(name == "aha-fifteen-cha\n")
  }

  @Test func joinWaitsForTheEnd() throws {
    let mayEnd = Event()
    nonisolated(unsafe) var hasEnded = false
    let thread = try Thread(name: "aha-test") {
      mayEnd.wait()
      hasEnded = true
    }
    #expect(!hasEnded)
    mayEnd.set()
    thread.join()
    #expect(hasEnded)
    thread.join()
  }

  private final class Payload: @unchecked Sendable {}

  /// Objects that the body holds are released after it ran.
  @Test func keepNothing() throws {
    weak var payload: Payload?
    do {
      let held = Payload()
      payload = held
      try Thread(name: "aha-test") { withExtendedLifetime(held) {} }.join()
    }
    #expect(payload == nil)
  }

  @Test func runAtOnce() throws {
    let arrived = (0..<8).map { _ in Event() }
    let threads = try (0..<8).map { number in
      try Thread(name: "aha-test") {
        arrived[number].set()
        for other in arrived { other.wait() }
      }
    }
    for thread in threads { thread.join() }
    #expect(arrived.allSatisfy { $0.hasHappened })
  }
}
