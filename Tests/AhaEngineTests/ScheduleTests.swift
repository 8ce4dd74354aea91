import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Scheduled starts and stops.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct ScheduleTests {
  /// One loud frame, the second.
  let click: [Float] = [0, 0.5] + [Float](repeating: 0, count: 98)
  let tone = Signal.sine(frames: 30_000, frequency: 220, amplitude: 0.5)

  func clicks(_ samples: [Float]) -> [Int] {
    samples.indices.filter { samples[$0].magnitude > 0.1 }
  }

  @Test(arguments: [false, true])
  func everyStartIsHeardAtItsFrame(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(isStreamed ? rig.streamed(click) : rig.sound(click))
    for frame in [12_000, 36_000, 0, 24_000] { try player.start(at: Int64(frame)) }
    let output = rig.left(48_000)
    #expect(clicks(output) == [1, 12_001, 24_001, 36_001])
    let kinds = rig.events().map(\.kind)
    #expect(kinds.filter { $0 == .playerStarted }.count == 4)
    #expect(player.state == .ended)
  }

  @Test func aStartWhileItPlaysStartsOver() throws {
    let rig = try Rig()
    let long = [0, 0.5] + [Float](repeating: 0, count: 5000)
    let player = try rig.player(rig.sound(long))
    for frame in [0, 1000, 2000] { try player.start(at: Int64(frame)) }
    #expect(clicks(rig.left(10_000)) == [1, 1001, 2001])
  }

  @Test func startsAndStopsTakeTurns() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(tone)) { $0.loopCount = Loop.forever }
    for frame in [5000, 3000, 1000] { try player.stop(at: Int64(frame)) }
    for frame in [0, 2000, 4000] { try player.start(at: Int64(frame)) }
    let output = rig.left(6000)
    for turn in 0..<3 {
      let (begin, end) = (2000 * turn, 2000 * turn + 1000)
      #expect(Measure.energy(Array(output[begin..<end])) > 50)
      #expect(output[(end + Rig.ramp)..<(begin + 2000)].allSatisfy { $0 == 0 })
    }
    #expect(player.state == .stopped)
  }

  @Test func aStartWinsOverAStopAtItsFrame() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(tone))
    try player.start(at: 0)
    try player.start(at: 1000)
    try player.stop(at: 1000)
    rig.render(3000)
    #expect(player.state == .playing)
    #expect(player.position == 2000)
  }

  @Test func ofThoseThatHavePassedTheLatestCounts() throws {
    let rig = try Rig()
    rig.render(5000)
    let (playing, stopped) = (try rig.player(rig.sound(tone)), try rig.player(rig.sound(tone)))
    for player in [playing, stopped] {
      try player.start(at: 1000)
      try player.stop(at: 2000)
    }
    try playing.start(at: 3000)
    rig.render(1000)
    #expect(playing.state == .playing)
    #expect(playing.position == 1000)
    #expect(stopped.state == .stopped)
  }

  @Test func twoHundredFiftySixOfEachWait() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(click))
    for index in 0..<256 {
      try player.start(at: Int64(200 * index + 50))
      try player.stop(at: Int64(200 * index + 150))
    }
    #expect(isRefused { () throws(AhaError) in try player.start(at: 60_000) })
    #expect(isRefused { () throws(AhaError) in try player.stop(at: 60_000) })
    #expect(clicks(rig.left(256 * 200)).count == 256)
    for index in 300..<556 { try player.start(at: Int64(200 * index)) }
    try player.stop()
    rig.render(512)
    for index in 600..<856 { try player.start(at: Int64(200 * index)) }
  }

  func isRefused(_ body: () throws(AhaError) -> Void) -> Bool {
    do throws(AhaError) { try body() } catch { return error.code == .limit }
    return false
  }

  @Test func aStopRemovesAllThatWait() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(click))
    try player.start(at: 1000)
    try player.start(at: 2000)
    rig.render(512)
    try player.stop()
    #expect(clicks(rig.left(3000)) == [])
    #expect(rig.engine.stats.activePlayers == 0)
  }

  @Test func aPauseRemovesTheStartsAndKeepsTheStops() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(tone))
    try player.start()
    try player.start(at: 2000)
    try player.stop(at: 4096)
    rig.render(512)
    try player.pause()
    rig.render(2048)
    #expect(player.state == .paused)
    try player.resume()
    rig.render(512)
    #expect(player.state == .playing)
    #expect(player.position > 1000)
    rig.render(2048)
    #expect(player.state == .stopped)
  }

  @Test func aStartAndASeekLeaveThoseThatWait() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(click))
    try player.start(at: 1000)
    try player.start(at: 2000)
    try player.start()
    var output = rig.left(512)
    try player.seek(to: 50)
    output += rig.left(2500)
    #expect(clicks(output) == [1, 2001])
  }

  @Test func aStartThatWaitsIsHeardAfterTheLastEffectLeft() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(click))
    let reverb = try player.add(.reverb)
    for frame in [0, 48_000] { try player.start(at: Int64(frame)) }
    rig.render(20_000)
    try player.editChain { (chain) throws(AhaError) in try chain.remove(reverb, engine: rig.engine)
    }
    rig.render(1000)
    #expect(player.state == .waiting)
    #expect(clicks(rig.left(30_000)) == [27_001])
  }

  @Test func aClipIsHeardAfterTheLastEffectLeft() throws {
    let t = try TimelineRig()
    let (player, effects) = try t.clip(t.rig.sound(tone), at: 20_000, [.reverb])
    try t.timeline.start(from: 20_000)
    t.rig.render(4000)
    try t.timeline.seek(to: 0)
    t.rig.render(4000)
    try player.editChain { (chain) throws(AhaError) in
      try chain.remove(effects[0], engine: t.engine)
    }
    t.rig.render(1000)
    let output = t.left(20_000)
    #expect(output[..<15_000].allSatisfy { $0 == 0 })
    #expect(Measure.energy(Array(output[15_000...])) > 50)
  }

  @Test func aPlayerThatWaitsForAStartIsReleased() throws {
    let rig = try Rig { $0.maxPlayers = 1 }
    for _ in 0..<3 {
      let player = try rig.player(rig.sound(click))
      try player.start(at: 100_000)
      rig.render(512)
      player.release()
      rig.render(512)
    }
    #expect(rig.engine.stats.activePlayers == 0)
  }

  @Test(arguments: [[1], [7], [64], [511], [3000], [1, 512, 17, 300]])
  func theSameBitsInAnyBlocks(blocks: [Int]) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      let rig = try Rig()
      let bus = try rig.engine.makeBus(into: rig.master)
      let players = try [
        rig.player(rig.sound(Array(tone.prefix(700)))), rig.player(rig.sound(tone), on: bus),
        rig.player(rig.sound(Array(tone.prefix(1500))), on: bus),
        rig.player(rig.streamed(Array(tone.prefix(300)))), rig.player(rig.streamed(tone)),
      ]
      try players[1].add(.delay)
      try players[2].add(.pitch)
      for (index, player) in players.enumerated() {
        for turn in 0..<9 {
          try player.start(at: Int64(turn * 1013 + 37 * index))
          if index < 3 { try player.stop(at: Int64(turn * 1013 + 37 * index + 600 + turn * 70)) }
        }
      }
      return rig.render(12_000, blocks: blocks)
    }
    let whole = try perform([512])
    #expect(try perform(blocks) == whole)
    #expect(Measure.energy(whole) > 10)
  }
}
