import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Players that wait for a distant start leave the lists that blocks visit.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct DeferredTests {
  static let tone = Signal.sine(frames: 3000, frequency: 220, amplitude: 0.5)

  private func starts(_ rig: Rig) -> [Int64] {
    rig.events().filter { $0.kind == .playerStarted }.map(\.frame)
  }

  struct Result: Equatable {
    var samples: [Float] = []
    var events: [String] = []
  }

  /// Players whose starts are not in the order of their creation, on two buses, some with latency,
  /// some in a choke group.
  /// - Parameter stays: Keeps the players without effects in the lists: a pending stop, which does
  ///   not change a player that waits, is always near.
  func performance(_ blocks: [Int], stays: Bool) throws -> Result {
    let rig = try Rig()
    let music = try rig.sound(Signal.music(frames: 9000, channels: 2), channels: 2)
    let stream = try rig.streamed(Signal.music(frames: 9000, channels: 1))
    let bus = try rig.engine.makeBus(into: rig.master)
    var result = Result()
    for number in 0..<16 {
      let sound = number % 5 == 4 ? stream : music
      let player = try rig.player(sound, on: number % 3 == 0 ? bus : nil) {
        $0.gainDb = Float(-number)
      }
      let hasEffect = number % 4 == 1
      if hasEffect { try player.add(.pitch) }
      if number % 4 == 2 { try player.setChoke(group: 3, fade: 100) }
      let start = Int64(3000 + number * 7919 % 17_000)
      try player.start(at: start)
      try player.start(at: start + 9300)
      if !stays || hasEffect { continue }
      for frame in stride(from: 400, to: start, by: 400) { try player.stop(at: frame) }
    }
    result.samples = rig.render(36_000, blocks: blocks)
    // Those of one block are in the order of the players.
    result.events = rig.events().map { "\($0.frame) \($0.kind.number)" }.sorted()
    return result
  }

  @Test(arguments: [[512], [64], [4096], [1, 512, 17, 300]])
  func deferredPlayersSoundAsIfTheyHadStayedInTheirLists(blocks: [Int]) throws {
    let stayed = try performance([512], stays: true)
    #expect(Measure.energy(stayed.samples) > 100)
    #expect(try performance(blocks, stays: false) == stayed)
  }

  @Test func aBlockVisitsOnlyPlayersWhoseStartIsNear() throws {
    let rig = try Rig { ($0.maxPlayers, $0.eventCapacity) = (2000, 8192) }
    let sound = try rig.sound(Self.tone)
    for number in 0..<2000 { try rig.player(sound).start(at: Int64(100_000 - 40 * number)) }
    rig.render(1024)
    let voices = { rig.engine.renderer.voices }
    #expect(voices().first(on: 0) < 0)
    #expect(voices().deferred.count == 2000)
    #expect(rig.engine.stats.activePlayers == 2000)
    rig.render(30_000)
    let limit = 30_000 / 40
    #expect(2000 - voices().deferred.count < limit)
    rig.render(100_000)
    #expect(voices().deferred.count == 0)
    #expect(starts(rig).count == 2000)
  }

  @Test func anEarlierStartAStopAndAMoveReachADeferredPlayer() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let players = try (0..<4).map { _ in try rig.player(rig.sound(Self.tone)) }
    for player in players { try player.start(at: 50_000) }
    rig.render(1024)
    try players[0].start(at: 2000)
    try players[1].stop()
    try players[2].setBus(bus)
    try players[3].start()
    rig.render(512)
    #expect(players.map(\.state) == [.waiting, .stopped, .waiting, .playing])
    rig.render(60_000 - 1536)
    #expect(starts(rig) == [1024, 2000, 50_000, 50_000, 50_000])
    #expect(rig.engine.stats.activePlayers == 0)
  }

  @Test func aPauseOfTheBusMovesADeferredStart() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let player = try rig.player(rig.sound(Self.tone), on: bus)
    try player.start(at: 20_000)
    rig.render(1024)
    try bus.pause(at: 2048)
    try bus.resume(at: 30_000)
    rig.render(60_000)
    #expect(starts(rig) == [20_000 + 30_000 - 2048 - Int64(Rig.ramp)])
  }

  @Test func aFasterTempoMovesADeferredStart() throws {
    let rig = try Rig()
    let metronome = try rig.engine.makeMetronome(into: rig.master)
    try metronome.start(at: 90_000)
    rig.render(1024)
    #expect(rig.engine.renderer.voices.deferred.count == 1)
    try rig.engine.setTempo(240, over: Fade())
    rig.render(60_000)
    // Beat 4 was at frame 96 000; the tempo doubles at frame 1024, where 94 976 frames are left.
    #expect(starts(rig).prefix(1) == [1024 + 47_488])
  }
}
