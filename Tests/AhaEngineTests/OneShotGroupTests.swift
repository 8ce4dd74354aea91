import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Envelopes, stops and choke groups of one-shots.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct OneShotGroupTests {
  private let ones = [Float](repeating: 1, count: 60_000)

  private func stages(attack: Int64 = 3000, release: Int64 = 5000) -> Player.Stages {
    var stages = Player.Stages()
    stages.attack = Fade(attack, shape: .equalPower)
    stages.decay = Fade(4000, shape: .exponential)
    stages.sustainDb = -12
    stages.release = Fade(release, shape: .smooth)
    return stages
  }

  /// Expects a linear fade from a level to 0 that begins at a frame.
  private func expectFade(
    _ samples: [Float], at frame: Int, from level: Float = 1, over length: Int
  ) {
    #expect(abs(samples[frame - 1] - level) < 1e-3)
    for step in 0..<length {
      let wanted = level * (1 - Float(step + 1) / Float(length))
      guard abs(samples[frame + step] - wanted) < 2e-3 else {
        Issue.record("\(samples[frame + step]) at step \(step), not \(wanted)")
        return
      }
    }
    #expect(samples[(frame + length)..<(frame + length + 200)].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [1.0, 0.7], [Int64(900), 5000, 20_000])
  func anEnvelopeHasTheSamplesOfAPlayers(speed: Double, stop: Int64) throws {
    func output(_ start: (Rig, Sound) throws -> Void) throws -> [Float] {
      let rig = try Rig()
      try start(rig, rig.sound(ones))
      return rig.render(30_000)
    }
    let wanted = try output { rig, sound in
      let player = try rig.player(sound) { $0.speed = speed }
      try player.setEnvelope(stages())
      try player.start(at: 100)
      try player.stop(at: 100 + stop)
    }
    let found = try output { rig, sound in
      try rig.play(sound) {
        ($0.start, $0.stop, $0.speed, $0.stages) = (100, 100 + stop, speed, stages())
      }
    }
    #expect(wanted.contains { $0 > 0.1 })
    let isSame = found == wanted
    #expect(isSame)
  }

  /// It returns during the attack, the decay, the sustain, and the release.
  @Test(arguments: [1300, 4000, 9000, 13_500])
  func aVirtualOneReturnsAtItsLevel(end: Int) throws {
    func output(_ limit: Int) throws -> [Float] {
      let rig = try Rig { $0.maxHeard = limit }
      try rig.play(rig.sound(ones)) {
        ($0.pan, $0.stop, $0.stages) = (-1, 12_000, stages())
      }
      let loud = try rig.sound([Float](repeating: 0, count: end - 400))
      try rig.play(loud) { ($0.start, $0.gainDb) = (400, 6) }
      return rig.left(20_000)
    }
    let (alone, found) = (try output(2), try output(1))
    let back = (end + 511) / 512 * 512
    #expect(found[(400 + Rig.ramp)..<back].allSatisfy { $0 == 0 })
    #expect(alone[back] > 0.05)
    #expect(zip(found, alone).dropFirst(back + Rig.ramp).allSatisfy { abs($0 - $1) < 1e-6 })
    #expect(largestStep(found) < 0.01)
  }

  @Test(arguments: [Int64(0), 2400], ["shots", "shot, player", "player, shot"])
  func aStartChokesTheOthersAtItsFrame(fade: Int64, who: String) throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let sounds = try [1, 0].map { side in
      try rig.sound((0..<120_000).map { Float(($0 + side) % 2) }, channels: 2)
    }
    func play(_ sound: Sound, on bus: Bus, at frame: Int64, asPlayer: Bool) throws {
      if !asPlayer {
        return try rig.play(sound, on: bus) {
          ($0.start, $0.chokeGroup, $0.chokeFade) = (frame, 7, fade)
        }
      }
      let player = try rig.player(sound, on: bus)
      try player.setChoke(group: 7, fade: fade)
      try player.start(at: frame)
    }
    try play(sounds[0], on: rig.master, at: 100, asPlayer: who == "player, shot")
    try play(sounds[1], on: bus, at: 5001, asPlayer: who == "shot, player")
    let output = rig.render(9000)
    let left = stride(from: 0, to: output.count, by: 2).map { output[$0] }
    expectFade(left, at: 5001, over: max(Rig.ramp, Int(fade)))
    #expect(output.last == 1)
  }

  @Test func onlyLaterStartsOfTheGroupChoke() throws {
    let rig = try Rig()
    let sound = try rig.sound(ones)
    for group in [7, 7, 0, 71, 8] as [UInt32] {
      try rig.play(sound) { ($0.pan, $0.start, $0.chokeGroup) = (-1, 300, group) }
    }
    #expect(abs(rig.left(2000)[1900] - 5) < 1e-3)
    try rig.play(sound) { ($0.pan, $0.chokeGroup) = (-1, 7) }
    #expect(abs(rig.left(2000)[1900] - 4) < 1e-3)
  }

  @Test func aRollLeavesItsLastStart() throws {
    let rig = try Rig { $0.maxOneShots = 400 }
    let sound = try rig.sound(ones)
    for turn in 0..<300 {
      try rig.play(sound) {
        ($0.pan, $0.start, $0.chokeGroup) = (-1, Int64(20 + 45 * turn), UInt32(turn % 3 + 1))
      }
    }
    let output = rig.left(16_000)
    #expect(output[14_500...].allSatisfy { abs($0 - 3) < 1e-3 })
    #expect(rig.heard == 3)
  }

  @Test func aChokedVirtualOneDoesNotReturn() throws {
    let rig = try Rig { ($0.maxHeard, $0.maxOneShots) = (1, 3) }
    let (sound, silence) = (try rig.sound(ones), try rig.sound([0, 0, 0, 0]))
    try rig.play(sound) { $0.chokeGroup = 2 }
    try rig.play(rig.sound([Float](repeating: 0, count: 9000))) { $0.priority = 1 }
    try rig.play(silence) { ($0.start, $0.chokeGroup) = (5000, 2) }
    #expect(rig.left(12_000)[400...].allSatisfy { $0 == 0 })
    #expect((rig.heard, rig.virtual) == (0, 0))
    for _ in 0..<3 { try rig.play(sound) }
  }

  private func addLatency(to bus: Bus) throws {
    let pitch = try bus.engine.makeEffect(.pitch)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(pitch, at: 0, engine: bus.engine)
    }
    try pitch.setBypassed(true)
  }

  @Test(arguments: [0, 1])
  func latencyDoesNotMoveTheChoke(delayed: Int) throws {
    let rig = try Rig()
    let buses = try (0..<2).map { _ in try rig.engine.makeBus(into: rig.master) }
    try addLatency(to: buses[delayed])
    rig.render(512)
    try rig.play(rig.sound(ones), on: buses[0]) {
      ($0.pan, $0.start, $0.chokeGroup) = (-1, 1000, 3)
    }
    try rig.play(rig.sound([0, 0]), on: buses[1]) { ($0.start, $0.chokeGroup) = (9000, 3) }
    expectFade(rig.left(12_000), at: 9000 - 512, over: Rig.ramp)
  }

  @Test func aCancelledStartOfAPlayerDoesNotChoke() throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    try addLatency(to: bus)
    let sound = try rig.sound(ones)
    let player = try rig.player(sound)
    try player.setChoke(group: 1, fade: 0)
    try rig.play(sound) { ($0.pan, $0.chokeGroup) = (-1, 1) }
    // A member on the bus with latency: starts are announced early.
    try rig.play(rig.sound([Float](repeating: 0, count: 9000)), on: bus) { $0.chokeGroup = 2 }
    try player.start(at: 4000)
    rig.render(3072)
    try player.stop()
    #expect(rig.left(3000).allSatisfy { abs($0 - 1) < 1e-6 })
  }

  /// Random one-shots and players in three groups, on three buses, one of them with latency.
  private func drums(_ blocks: [Int], threads: Int = 1) throws -> [Float] {
    let rig = try Rig {
      ($0.maxHeard, $0.threads, $0.hasLimiter) = (6, threads, true)
      $0.pieceNanoseconds = 0
    }
    let buses = try [rig.master] + (0..<2).map { _ in try rig.engine.makeBus(into: rig.master) }
    try addLatency(to: buses[1])
    var random = Random(seed: 3)
    let sounds = try (0..<4).map {
      try rig.sound(Signal.music(frames: 2000 + 1997 * $0, channels: 1, seed: UInt64($0)))
    }
    let players = try (0..<3).map { number in
      let player = try rig.player(sounds[number], on: buses[number])
      try player.setChoke(group: UInt32(number + 1), fade: 300)
      return player
    }
    func play(_ number: Int, from first: Int64) throws {
      let start = first + Int64.random(in: 0..<20_000, using: &random)
      if number % 4 == 0 { try players[number % 3].start(at: start) }
      try rig.play(sounds[number % 4], on: buses[number % 7 % 3]) {
        ($0.start, $0.gainDb, $0.priority) = (start, -Float(number % 20), UInt8(number % 4))
        ($0.chokeGroup, $0.chokeFade) = (UInt32(number % 5), Int64(number % 3) * 700)
        if number % 3 == 1 { $0.speed = 0.5 + Double(number % 11) / 4 }
        if number % 2 == 0 { $0.stages = stages(attack: Int64(number * 13), release: 900) }
        if number % 6 < 3 { $0.stop = start + Int64(number * 31 + 1) }
      }
    }
    for number in 0..<120 { try play(number, from: 0) }
    var output = rig.render(7777, blocks: blocks)
    try players[1].stop()
    for number in 120..<200 { try play(number, from: 7000) }
    output += rig.render(32_000, blocks: blocks)
    #expect((rig.heard, rig.virtual) == (0, 0))
    return output
  }

  @Test(arguments: [[1], [7], [64], [511], [3000], [1, 512, 17, 300]])
  func drumsAreTheSameBitsInAnyBlocks(blocks: [Int]) throws {
    let whole = try drums([512])
    #expect(Measure.energy(whole) > 10)
    let isSame = try drums(blocks) == whole
    #expect(isSame)
  }

  @Test func drumsAreTheSameBitsWithTeams() throws {
    let isSame = try drums([4096], threads: 3) == drums([4096])
    #expect(isSame)
  }

  /// Of the virtual ones, a bounded count ends in a block.
  @Test func tenThousandAtOneFrameAreAllChoked() throws {
    let rig = try Rig { ($0.maxHeard, $0.maxOneShots) = (64, 10_001) }
    let sound = try rig.sound(ones)
    for _ in 0..<10_000 {
      try rig.play(sound) { ($0.start, $0.chokeGroup, $0.loopCount) = (100, 5, 9) }
    }
    rig.render(1024)
    #expect(rig.heard + rig.virtual == 10_000)
    try rig.play(sound) { ($0.pan, $0.chokeGroup, $0.loopCount) = (-1, 5, 9) }
    #expect(rig.left(2048)[2000...].allSatisfy { abs($0 - 1) < 1e-6 })
    let bound = 4 * Renderer.chokedAtOnce
    #expect(rig.heard == 1 && (1...bound).contains(10_000 - 64 - rig.virtual))
    rig.render(Renderer.block * 10_000 / Renderer.chokedAtOnce)
    #expect((rig.heard, rig.virtual) == (1, 0))
    for _ in 0..<10_000 { try rig.play(sound) }
  }

  @Test func badInputIsRefused() throws {
    let rig = try Rig()
    let sound = try rig.sound([1, 0])
    func code(_ adjust: (inout OneShot.Options) -> Void) -> ResultCode? {
      do { try rig.play(sound, on: nil, adjust) } catch { return (error as? AhaError)?.code }
      return nil
    }
    #expect(code { $0.chokeGroup = 65_536 } == .invalidArgument)
    #expect(code { $0.stages.sustainDb = .nan } == .invalidArgument)
    #expect(code { $0.stages.sustainDb = 1 } == .invalidArgument)
    #expect(code { ($0.start, $0.stop) = (50, 50) } == .invalidArgument)
    rig.render(1024)
    // Both frames are past.
    #expect(code { ($0.start, $0.stop, $0.chokeGroup) = (10, 20, 1) } == nil)
    #expect(rig.left(2048).allSatisfy { $0 == 0 })
    #expect(
      code {
        ($0.chokeGroup, $0.chokeFade, $0.stop) = (65_535, .max, .max)
        ($0.stages.attack, $0.stages.decay) = (Fade(.max), Fade(.max, shape: .exponential))
        $0.stages.release = Fade(.max, shape: .smooth)
      } == nil)
    #expect(rig.render(4096).allSatisfy { $0.isFinite })
  }
}
