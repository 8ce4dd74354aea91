import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// The open hi-hat is on the left side alone, the closed one on the right side.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct ChokeTests {
  static let frames = 60_000
  let open = (0..<2 * ChokeTests.frames).map { Float(1 - $0 % 2) }
  let closed = (0..<2 * ChokeTests.frames).map { Float($0 % 2) }

  /// A rig with both hi-hats in one group, the closed one on a bus.
  private func hats(
    isStreamed: Bool = false, fade: Int64 = 0, _ adjust: (inout EngineSettings) -> Void = { _ in }
  ) throws -> (rig: Rig, open: Player, closed: Player) {
    let rig = try Rig(adjust)
    let bus = try rig.engine.makeBus(into: rig.master)
    let make = { isStreamed ? try rig.streamed($0, channels: 2) : try rig.sound($0, channels: 2) }
    let first = try rig.player(make(open))
    let second = try rig.player(make(closed), on: bus)
    for player in [first, second] { try player.setChoke(group: 7, fade: fade) }
    return (rig, first, second)
  }

  private func sides(_ samples: [Float]) -> (left: [Float], right: [Float]) {
    (
      stride(from: 0, to: samples.count, by: 2).map { samples[$0] },
      stride(from: 1, to: samples.count, by: 2).map { samples[$0] }
    )
  }

  /// Expects a fade from 1 to 0 that begins at a frame.
  private func expectFade(_ samples: [Float], at frame: Int, over length: Int = Rig.ramp) {
    #expect(samples[frame - 1] == 1)
    for step in 0..<length {
      let wanted = 1 - Float(step + 1) / Float(length)
      #expect(abs(samples[frame + step] - wanted) < 1e-3)
    }
    #expect(samples[frame + length] == 0)
  }

  @Test(arguments: [false, true], [Int64(0), 2400])
  func aStartChokesTheOthersAtItsFrame(isStreamed: Bool, fade: Int64) throws {
    let (rig, open, closed) = try hats(isStreamed: isStreamed, fade: fade)
    try open.start(at: 100)
    try closed.start(at: 5000)
    try open.start(at: 10_000)
    let output = sides(rig.render(16_000))
    let length = max(Rig.ramp, Int(fade))
    expectFade(output.left, at: 5000, over: length)
    expectFade(output.right, at: 10_000, over: length)
    #expect(output.left[(5000 + length)..<10_000].allSatisfy { $0 == 0 })
    #expect(output.left.last == 1)
    #expect(
      rig.events().filter { $0.kind == .playerStopped }.map(\.frame)
        == [5000, 10_000].map { $0 + Int64(length) })
  }

  @Test func aStartWithTheNextFrameChokesThere() throws {
    let (rig, open, closed) = try hats()
    try open.start()
    rig.render(1000)
    try closed.start()
    expectFade([1] + sides(rig.render(1000)).left, at: 1)
    #expect(open.state == .stopped && closed.state == .playing)
  }

  @Test func startsAtOneFrameDoNotChokeEachOther() throws {
    let (rig, open, closed) = try hats()
    try open.start(at: 700)
    try closed.start(at: 700)
    rig.render(4000)
    #expect(open.state == .playing && closed.state == .playing)
    try open.start()
    try closed.start()
    rig.render(4000)
    #expect(open.state == .playing && closed.state == .playing)
  }

  @Test func membersOfOtherGroupsPlayOn() throws {
    let (rig, open, closed) = try hats()
    for group in [0, 8] as [UInt32] {
      try closed.setChoke(group: group, fade: 0)
      try open.start()
      try closed.start(at: 300)
      rig.render(4000)
      #expect(open.state == .playing && closed.state == .playing)
      try open.start()
      rig.render(4000)
      #expect(open.state == .playing)
    }
  }

  /// Several starts in one block, closer together than a fade.
  @Test(arguments: [false, true])
  func aRollEndsWithItsLastStart(startsWithOpen: Bool) throws {
    let (rig, open, closed) = try hats()
    let players = startsWithOpen ? [open, closed] : [closed, open]
    for turn in 0..<8 { try players[turn % 2].start(at: Int64(20 + 45 * turn)) }
    rig.render(3000)
    #expect(players[1].state == .playing)
    #expect(players[0].state == .stopped)
  }

  @Test func aChokeShortensARelease() throws {
    let (rig, open, closed) = try hats(fade: 1000)
    var stages = Player.Stages()
    stages.release = Fade(40_000)
    try open.setEnvelope(stages)
    try open.start(at: 0)
    try open.stop(at: 1000)
    try closed.start(at: 2000)
    let output = sides(rig.render(5000)).left
    #expect(output[1999] > 0.97)
    #expect(abs(output[2499] - output[1999] / 2) < 1e-3)
    #expect(output[3000...].allSatisfy { $0 == 0 })
  }

  /// Effects with latency: the choke is audible at the frame of the start, whichever player has
  /// them.
  @Test(arguments: [[], [0], [1], [0, 1]])
  func latencyDoesNotMoveTheChoke(delayed: [Int]) throws {
    let (rig, open, closed) = try hats()
    for index in delayed { try [open, closed][index].add(.limiter) }
    try open.start(at: 0)
    try closed.start(at: 9000)
    let output = sides(rig.render(12_000)).left
    let level = output[8990]
    #expect(level > 0.8)
    #expect(output[9020] < 0.95 * level)
    #expect(output[9000 + Rig.ramp + 10] < 1e-3)
  }

  @Test func aMemberThatWaitsIsNotWarmedUpByAChoke() throws {
    let (rig, open, closed) = try hats()
    try open.add(.pitch)
    try open.start(at: 50_000)
    for turn in 0..<20 { try closed.start(at: Int64(1000 * turn)) }
    rig.render(30_000)
    #expect(rig.engine.renderer.voices[open.index].isHot == false)
    #expect(open.state == .waiting)
  }

  @Test func aCancelledStartDoesNotChoke() throws {
    let (rig, open, closed) = try hats()
    try open.start()
    try closed.start(at: 2000)
    rig.render(1536)
    try closed.stop()
    rig.render(2000)
    #expect(open.state == .playing)
  }

  @Test func releasedMembersLeaveTheGroup() throws {
    let (rig, open, closed) = try hats { $0.maxPlayers = 3 }
    for turn in 0..<20 {
      let extra = try rig.player(rig.sound(self.closed, channels: 2))
      try extra.setChoke(group: turn % 3 == 0 ? 9 : 7, fade: 0)
      try extra.start()
      rig.render(64)
      extra.release()
      rig.render(512)
    }
    try open.start()
    rig.render(512)
    try closed.start()
    rig.render(512)
    #expect(open.state == .stopped)
  }

  /// Random starts and stops of twelve members in three groups, with envelopes. Streamed ones only
  /// in blocks of at most 512 frames: longer ones differ after two restarts within one fade.
  private func drums(_ blocks: [Int], threads: Int = 0) throws -> [Float] {
    let rig = try Rig { if threads > 0 { ($0.threads, $0.pieceNanoseconds) = (threads, 0) } }
    let bus = try rig.engine.makeBus(into: rig.master)
    var random = Random(seed: 7)
    let players = try (0..<12).map { number in
      let samples = Signal.music(frames: 3000 + 997 * number, channels: 1, seed: UInt64(number))
      let isStreamed = number % 5 == 4 && blocks.max()! <= 512
      let sound = try isStreamed ? rig.streamed(samples) : rig.sound(samples)
      let player = try rig.player(sound, on: number % 2 == 0 ? bus : nil) {
        if number % 4 == 3 { ($0.speed, $0.isReversed) = (1.3, number == 3) }
      }
      if threads > 0 || number % 6 == 1 { try player.add(number == 1 ? .pitch : .filter) }
      try player.setChoke(group: UInt32(number % 3), fade: number % 2 == 0 ? 0 : 900)
      var stages = Player.Stages()
      stages.attack = Fade(number % 4 == 1 ? 700 : 0, shape: .equalPower)
      stages.decay = Fade(Int64(400 * number), shape: .exponential)
      stages.sustainDb = Float(-number)
      stages.release = Fade(Int64(300 * number), shape: .smooth)
      try player.setEnvelope(stages)
      return player
    }
    for _ in 0..<150 {
      let player = players.randomElement(using: &random)!
      let frame = Int64.random(in: 0..<20_000, using: &random)
      try player.start(at: frame, velocity: Float.random(in: 0.2...1, using: &random))
      if Bool.random(using: &random) { try player.stop(at: frame + 800) }
    }
    var output = rig.render(6000, blocks: blocks)
    try players[2].start()
    try players[5].setGain(db: -18, over: Fade(3000, shape: .exponential))
    try players[6].stop()
    output += rig.render(6000, blocks: blocks)
    try players[0].setChoke(group: 2, fade: 100)
    try players[1].stop()
    return output + rig.render(12_000, blocks: blocks)
  }

  @Test(arguments: [[1], [7], [64], [511], [1, 512, 17, 300]])
  func drumsAreTheSameBitsInAnyBlocks(blocks: [Int]) throws {
    let whole = try drums([512])
    #expect(try drums(blocks) == whole)
    #expect(Measure.energy(whole) > 10)
  }

  @Test func residentDrumsAreTheSameBitsInLongBlocks() throws {
    #expect(try drums([3000]) == drums([513]))
  }

  @Test func drumsAreTheSameBitsWithTeams() throws {
    let alone = try drums([4096], threads: 1)
    #expect(try drums([4096], threads: 3) == alone)
    #expect(try drums([513], threads: 2) == alone)
  }
}
