import AhaBase
import AhaTestSupport
import Testing

@Suite("Locks, conditions, instants")
struct LockTests {
  /// State shared by the threads of a test.
  final class Shared: @unchecked Sendable {
    let lock = Lock()
    let condition: Condition
    var count = 0
    var isOpen = false

    init() { condition = Condition(lock) }
  }

  let shared = Shared()

  @Test func onlyOneIsInside() throws {
    let shared = shared
    let allEnded = try concurrently(4) { _ in
      for _ in 0..<5000 { shared.lock.locked { shared.count += 1 } }
    }
    #expect(allEnded && shared.count == 20_000)
  }

  @Test(arguments: [0, 1, 30])
  func waitingEndsWithTheDeadline(milliseconds: Int64) {
    let deadline = Instant.after(milliseconds: milliseconds)
    shared.lock.lock()
    defer { shared.lock.unlock() }
    while shared.condition.wait(until: deadline) {}
    #expect(Instant.now() >= deadline)
  }

  @Test func aDeadlineThatHasPassedIsNotWaitedFor() {
    shared.lock.lock()
    defer { shared.lock.unlock() }
    #expect(!shared.condition.wait(until: Instant(nanoseconds: 0)))
  }

  /// With any deadline, the wait lasts until the signal and does not return at once.
  @Test(arguments: [nil, 60_000, Int64.max / 1_000_000, Int64.max / 1_000_000 + 1, Int64.max])
  func aSignalWakes(milliseconds: Int64?) throws {
    let shared = shared
    let isWaiting = Event()
    let waiter = try Background {
      var wakes = 0
      shared.lock.lock()
      defer { shared.lock.unlock() }
      isWaiting.set()
      while !shared.isOpen {
        if let milliseconds {
          guard shared.condition.wait(until: .after(milliseconds: milliseconds)) else { return -1 }
        } else {
          shared.condition.wait()
        }
        wakes += 1
      }
      return wakes
    }
    isWaiting.wait()
    Instant.pause(milliseconds: 5)  // long enough to count a wait that returns at once
    shared.lock.locked {
      shared.isOpen = true
      shared.condition.signalAll()
    }
    let wakes = try #require(waiter.result())
    #expect((1...10).contains(wakes))
  }

  /// All threads wake, and each holds the lock when it does.
  @Test func aSignalWakesAll() throws {
    let shared = shared
    let all = try (0..<4).map { _ in
      try Background {
        shared.lock.lock()
        while !shared.isOpen { shared.condition.wait() }
        shared.count += 1
        shared.lock.unlock()
      }
    }
    shared.lock.locked {
      shared.isOpen = true
      shared.condition.signalAll()
    }
    #expect(all.allSatisfy { $0.result() != nil } && shared.count == 4)
  }

  @Test func timeAdvances() {
    let begin = Instant.now()
    Instant.pause(milliseconds: 3)
    let end = Instant.now()
    #expect(end.nanoseconds - begin.nanoseconds >= 3_000_000)
    #expect(begin < end && !(end < begin) && begin == Instant(nanoseconds: begin.nanoseconds))
  }

  @Test(arguments: [0, 1, 1000, 86_400_000])
  func afterIsThatMuchLater(milliseconds: Int64) {
    let before = Instant.now().nanoseconds
    let later = Instant.after(milliseconds: milliseconds).nanoseconds
    let after = Instant.now().nanoseconds
    #expect((before...after).contains(later - milliseconds * 1_000_000))
  }

  @Test(arguments: [Int64.max, Int64.max - 1, Int64.max / 1_000_000 + 1, Int64.max / 1_000_000])
  func tooFarDeadlinesAreClamped(milliseconds: Int64) {
    #expect(Instant.after(milliseconds: milliseconds).nanoseconds == .max)
  }
}
