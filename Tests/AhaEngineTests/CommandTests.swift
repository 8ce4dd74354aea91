import AhaBase
import AhaTestSupport
import Glibc
import Synchronization
import Testing

@testable import AhaEngine

@Suite struct CommandTests {
  @Test func commandsMayPileUpWithoutARender() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 9000)))
    for step in 0..<20_000 { try player.setGain(db: Float(step % 20) - 20) }
    try player.setGain(db: 0)
    try player.start()
    #expect(abs(rig.left(2000).last! - 0.5) < 1e-5)
  }

  /// Count of the sleeps of the calling thread so far.
  private func sleeps() -> Int {
    let thisThread: Int32 = 1
    var usage = rusage()
    getrusage(thisThread, &usage)
    return usage.ru_nvcsw
  }

  @Test func aFullQueueWaitsForARenderOnceOnly() throws {
    let rig = try Rig { $0.isOffline = false }
    let player = try rig.player(rig.sound([Float](repeating: 0.5, count: 9000)))
    rig.render(512)
    let before = sleeps()
    for step in 0..<40_000 { try player.setGain(db: Float(step % 20) - 20) }
    // A wait is up to 50 sleeps; the queue was full nine times.
    #expect(sleeps() - before < 400)
  }

  @Test func controlFromManyThreadsWhileItRenders() throws {
    let rig = try Rig { $0.isOffline = false }
    let sound = try rig.sound(Signal.noise(count: 5000, amplitude: 0.01))
    let isOver = Flag()
    let threads = try (0..<3).map { number in
      try Thread(name: "control") {
        var random = Random(seed: UInt64(number))
        while !isOver.isSet {
          guard let player = try? rig.player(sound) else { continue }
          try? player.start()
          try? player.seek(to: Int64.random(in: 0...5000, using: &random))
          try? player.setGain(db: -6)
          if Bool.random(using: &random) { try? player.stop() }
          _ = player.position
          player.release()
        }
      }
    }
    var sum: Float = 0
    for _ in 0..<3000 { sum += rig.render(64).reduce(0) { max($0, abs($1)) } }
    isOver.set()
    for thread in threads { thread.join() }
    #expect(sum.isFinite)
    for _ in 0..<20 { rig.render(512) }
    #expect(rig.engine.stats.activePlayers == 0)
    rig.engine.close()
  }

  @Test func eventsAreBounded() throws {
    let rig = try Rig { $0.eventCapacity = 16 }
    let player = try rig.player(rig.sound(Signal.sine(frames: 10)))
    for _ in 0..<100 {
      try player.start()
      rig.render(512)
    }
    let events = rig.events()
    #expect(events.last?.kind == .lost)
    let told = events.dropLast().count
    #expect(Int64(told) + events.last!.value == 200)
    #expect(rig.engine.stats.lostEvents == events.last!.value)
  }

  @Test func playersCanBeMadeAndReleasedWithoutLimit() throws {
    let rig = try Rig { $0.maxPlayers = 4 }
    let sound = try rig.sound(Signal.sine(frames: 1000))
    for _ in 0..<1000 {
      let player = try rig.player(sound)
      try player.start()
      rig.render(16)
      player.release()
      rig.render(512)
    }
    #expect(rig.engine.stats.activePlayers == 0)
  }
}

final class Flag: Sendable {
  private let value = Atomic<Bool>(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
