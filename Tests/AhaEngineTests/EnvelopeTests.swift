import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

/// A constant signal at the full level: the output is the level itself.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct EnvelopeTests {
  static let length = 60_000
  let ones = [Float](repeating: 1, count: 2 * EnvelopeTests.length)

  /// A stereo player, whose center is at 0 dB.
  private func player(
    _ rig: Rig, isStreamed: Bool = false, _ adjust: (inout Player.Options) -> Void = { _ in }
  ) throws -> Player {
    try rig.player(
      isStreamed ? rig.streamed(ones, channels: 2) : rig.sound(ones, channels: 2), adjust)
  }

  private func stages(_ adjust: (inout Player.Stages) -> Void) -> Player.Stages {
    var stages = Player.Stages()
    adjust(&stages)
    return stages
  }

  private func expectClose(_ found: Float, _ wanted: Float, db limit: Float = 0.1) {
    #expect(abs(20 * log10(found / wanted)) < limit, "\(found) in place of \(wanted)")
  }

  @Test(arguments: [false, true], [(1.0, false), (0.3, false), (1, true), (2.5, true)])
  func fourStagesFollowTheirCurves(isStreamed: Bool, motion: (Double, Bool)) throws {
    let rig = try Rig()
    let player = try player(rig, isStreamed: isStreamed) {
      ($0.speed, $0.isReversed) = motion
      $0.loopCount = Loop.forever
    }
    try player.setEnvelope(
      stages {
        $0.attack = Fade(4800, shape: .equalPower)
        $0.decay = Fade(9600, shape: .exponential)
        $0.sustainDb = -20
        $0.release = Fade(2400, shape: .smooth)
      })
    try player.start(at: 1000)
    try player.stop(at: 30_000)
    let output = rig.left(34_000)
    #expect(output[..<1000].allSatisfy { $0 == 0 })
    for frame in stride(from: 100, to: 4800, by: 100) {
      expectClose(output[999 + frame], sin(Float(frame) / 4800 * .pi / 2), db: 0.02)
    }
    for frame in stride(from: 100, to: 9600, by: 100) {
      expectClose(output[5799 + frame], pow(10, -Float(frame) / 9600), db: 0.02)
    }
    #expect(output[15_400..<30_000].allSatisfy { abs($0 - 0.1) < 1e-5 })
    for frame in stride(from: 100, to: 2300, by: 100) {
      let time = 1 - Float(frame) / 2400
      expectClose(output[29_999 + frame], 0.1 * time * time * (3 - 2 * time))
    }
    #expect(output[30_000] < output[29_999])
    #expect(output[32_400...].allSatisfy { $0 == 0 })
    #expect(player.state == .stopped)
    #expect(rig.events().last?.frame == 32_400)
  }

  /// The steady level goes through the batch of plain mixing.
  @Test func aSteadyLevelIsThatOfAGain() throws {
    let outputs = try [false, true].map { hasEnvelope in
      let rig = try Rig()
      let player = try rig.player(rig.sound(Signal.music(frames: 9000, channels: 1)))
      if hasEnvelope {
        try player.setEnvelope(stages { $0.sustainDb = -6.5 })
      } else {
        try player.setGain(db: -6.5)
      }
      try player.start()
      return rig.left(9000)
    }
    #expect(Measure.largestDifference(outputs[0][...], outputs[1][...]) < 1e-7)
  }

  @Test func aStopInTheAttackReleasesFromThePresentLevel() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.setEnvelope(
      stages {
        $0.attack = Fade(10_000)
        $0.release = Fade(5000)
      })
    try player.start(at: 0)
    try player.stop(at: 2500)
    let output = rig.left(9000)
    expectClose(output[2499], 0.25)
    expectClose(output[2500 + 2499], 0.125)
    #expect(output[7500...].allSatisfy { $0 == 0 })
    #expect(largestStep(output) < 1.01 * 0.0001)
    #expect(player.state == .stopped)
  }

  /// The release crossfades over the ramp to the new attack.
  @Test(arguments: [false, true])
  func aStartInTheReleaseBeginsTheAttack(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try player(rig, isStreamed: isStreamed)
    try player.setEnvelope(
      stages {
        $0.attack = Fade(2000)
        $0.release = Fade(20_000)
      })
    try player.start(at: 0)
    try player.stop(at: 4000)
    try player.start(at: 14_000)
    let output = rig.left(20_000)
    expectClose(output[13_999], 0.5)
    let begin = isStreamed ? 14_000 + Rig.ramp : 14_000
    expectClose(output[begin + 999], 0.5)
    #expect(output[(begin + 2000)...].allSatisfy { $0 == 1 })
    #expect(largestStep(output) < 1.1 / Float(Rig.ramp))
    #expect(player.state == .playing)
  }

  /// Three requests within one crossfade.
  @Test func aStartAfterARestartAndAStopIsHeard() throws {
    let rig = try Rig()
    let player = try player(rig)
    for frame in [0, 1000, 1100] { try player.start(at: Int64(frame)) }
    try player.stop(at: 1050)
    let output = rig.left(3000)
    #expect(largestStep(output) < 2.1 / Float(Rig.ramp))
    #expect(output.last == 1)
    #expect(player.state == .playing)
  }

  @Test func aPauseOrReleaseAfterTwoRestartsTakesEffect() throws {
    let rig = try Rig()
    let (paused, released) = (try player(rig), try player(rig))
    for player in [paused, released] {
      for frame in [0, 1000, 1100] { try player.start(at: Int64(frame)) }
    }
    rig.render(1150)
    try paused.pause()
    released.release()
    rig.render(1000)
    #expect(paused.state == .paused)
    #expect(rig.engine.stats.activePlayers == 0)
  }

  @Test(arguments: [false, true])
  func aStopTogetherWithARestartIsSmooth(isEnveloped: Bool) throws {
    for block in [1, 64, 512] {
      let rig = try Rig()
      let player = try player(rig)
      if isEnveloped { try player.setEnvelope(stages { $0.release = Fade(300) }) }
      try player.start()
      var output = rig.left(1000, blocks: [block])
      try player.start()
      try player.stop()
      output += rig.left(2000, blocks: [block])
      #expect(largestStep(output) < (isEnveloped ? 2.1 : 1.1) / Float(Rig.ramp))
      #expect(player.state == .stopped)
    }
  }

  @Test func aReleaseLongerThanTheSoundEndsWithIt() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.setEnvelope(stages { $0.release = Fade(1_000_000_000) })
    try player.start(at: 0)
    try player.stop(at: 50_000)
    let output = rig.left(Self.length + 1000)
    expectClose(output[Self.length - 1], 1)
    #expect(largestStep(output) < 1.1 / Float(Rig.ramp))
    #expect(output[(Self.length + Rig.ramp)...].allSatisfy { $0 == 0 })
    #expect(player.state == .stopped)
  }

  /// Stages of 0 and of one frame, with levels apart: all changes last at least the ramp.
  @Test(arguments: [0, 1, 239, 240, 241] as [Int64], [-Float.infinity, -12, 0])
  func shortStagesDoNotStep(frames: Int64, sustain: Float) throws {
    let rig = try Rig()
    let player = try player(rig)
    for (attack, decay) in [(frames, 0), (0, frames), (frames, frames)] as [(Int64, Int64)] {
      try player.setEnvelope(
        stages {
          $0.attack = Fade(attack)
          $0.decay = Fade(decay)
          $0.release = Fade(frames)
          $0.sustainDb = sustain
        })
      try player.start()
      var output = rig.left(2000)
      try player.stop()
      output += rig.left(1000)
      #expect(largestStep([0] + output) < 2.1 / Float(Rig.ramp))
      #expect(output.last == 0)
    }
  }

  @Test func aPauseHoldsTheStage() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.setEnvelope(stages { $0.attack = Fade(10_000) })
    try player.start()
    rig.render(2048)
    try player.pause()
    rig.render(2048)
    try player.resume()
    let output = rig.left(2048)
    expectClose(output[1023], Float(2048 + Rig.ramp + 1024) / 10_000)
  }

  @Test func aSeekKeepsTheStage() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.setEnvelope(stages { $0.attack = Fade(10_000) })
    try player.start()
    rig.render(2048)
    try player.seek(to: 30_000)
    let output = rig.left(2048)
    expectClose(output[1023], Float(2048 + 1024) / 10_000)
    #expect(largestStep(output) < 1.1 / Float(Rig.ramp))
  }

  /// A bus, a loop and effects may change during a release.
  @Test(arguments: [false, true])
  func changesDuringAReleaseDoNotEndIt(isStreamed: Bool) throws {
    let rig = try Rig()
    let bus = try rig.engine.makeBus(into: rig.master)
    let player = try player(rig, isStreamed: isStreamed)
    try player.setEnvelope(stages { $0.release = Fade(40_000) })
    try player.start()
    var output = rig.left(4096)
    try player.stop()
    output += rig.left(4096)
    try player.setBus(bus)
    try player.setLoop(begin: 0, end: 30_000, count: Loop.forever)
    output += rig.left(20_480)
    try player.add(.filter)
    output += rig.left(12_288)
    expectClose(output[4096 + 19_999], 0.5)
    #expect(output[40_000] > 0)
    #expect(largestStep(output) < 1.2 / Float(Rig.ramp))
    rig.render(4096)
    #expect(player.state == .stopped)
  }

  // MARK: Gain

  @Test(arguments: FadeShape.allCases, [false, true])
  func aGainFadesOnItsCurve(shape: FadeShape, hasEffect: Bool) throws {
    let rig = try Rig()
    let player = try player(rig)
    if hasEffect { try player.add(.filter) }
    try player.start()
    rig.render(4096)
    try player.setGain(db: -40, over: Fade(10_000, shape: shape))
    let output = rig.left(12_000)
    let middle: Float =
      switch shape {
      case .linear, .smooth: 0.505
      case .equalPower: 0.01 + 0.99 * cos(Float.pi / 4)
      case .exponential: 0.1
      }
    expectClose(output[4999], middle)
    expectClose(output[9999], 0.01)
    #expect(largestStep([1] + output) < 0.001)
    #expect(output[10_000...].allSatisfy { abs($0 - 0.01) < 1e-6 })
    #expect(player.gainDb == -40)
  }

  @Test func aGainThatFadesEndsWhenThePlayerIsSilent() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.setGain(db: -20, over: Fade(10_000))
    try player.start()
    expectClose(rig.left(1000).last!, 0.1)
    try player.setGain(db: 0, over: Fade(100_000))
    rig.render(1000)
    try player.stop()
    rig.render(1000)
    try player.start()
    expectClose(rig.left(1000).last!, 1)
    try player.setGain(db: -20, over: Fade(100_000))
    rig.render(1000)
    try player.setGain(db: -.infinity)
    #expect(rig.left(1000).last == 0)
  }

  // MARK: Velocity

  @Test(arguments: [false, true])
  func eachStartHasItsVelocity(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try player(rig, isStreamed: isStreamed)
    for (index, velocity) in [0.5, 1, 0.25].enumerated() {
      try player.start(at: Int64(3000 * index), velocity: Float(velocity))
    }
    try player.stop(at: 9000)
    let output = rig.left(10_000)
    for (index, gain) in [Float(0.25), 1, 0.0625].enumerated() {
      let steady = output[(3000 * index + 2 * Rig.ramp)..<(3000 * index + 3000)]
      #expect(steady.allSatisfy { $0 == gain })
    }
    #expect(largestStep(output) < 1.1 / Float(Rig.ramp))
    try player.start()
    #expect(rig.left(1000).last == 1)
  }

  @Test func badValuesAreRefused() throws {
    let rig = try Rig()
    let player = try player(rig)
    for velocity in [0, -1, 1.001, .nan, .infinity] as [Float] {
      #expect(throws: AhaError.self) { try player.start(at: 0, velocity: velocity) }
    }
    for sustain in [0.1, .nan, .infinity] as [Float] {
      #expect(throws: AhaError.self) { try player.setEnvelope(stages { $0.sustainDb = sustain }) }
    }
    for gain in [24.1, .nan] as [Float] {
      #expect(throws: AhaError.self) { try player.setGain(db: gain, over: Fade(500)) }
    }
    #expect(throws: AhaError.self) { try player.setChoke(group: 65_536, fade: 0) }
    #expect(player.state == .stopped)
  }

  // MARK: Released players

  /// With an effect, the voice is rendered along another way.
  @Test(arguments: [false, true], [false, true])
  func aReleaseOfTheHandleDoesNotCutTheReleaseOfTheEnvelope(
    isStreamed: Bool, hasChain: Bool
  ) throws {
    func perform(_ isReleased: Bool) throws -> (output: [Float], players: Int) {
      let rig = try Rig()
      let player = try player(rig, isStreamed: isStreamed)
      if hasChain { try player.add(.fader) }
      try player.setEnvelope(stages { $0.release = Fade(9600) })
      try player.start()
      rig.render(4800)
      try player.stop()
      rig.render(100)
      if isReleased { player.release() }
      return (rig.left(12_000), rig.engine.stats.activePlayers)
    }
    let (kept, released) = (try perform(false), try perform(true))
    #expect(released.output == kept.output)
    #expect(released.output[4800] > 0.4 && released.players == 0)
  }

  @Test func theTailOfAStoppedPlayerOutlivesItsHandle() throws {
    let rig = try Rig()
    let player = try player(rig)
    try player.add(.reverb)
    try player.start()
    rig.render(4800)
    try player.stop()
    rig.render(1000)
    player.release()
    #expect(Measure.energy(rig.left(4800)) > 0.01)
    rig.render(48_000 * 12)
    #expect(rig.engine.stats.activePlayers == 0)
  }

  /// 64 tails are heard; a further one fades the oldest out.
  @Test func theTailsOfReleasedPlayersDoNotUseUpTheEffects() throws {
    let rig = try Rig { ($0.maxPlayers, $0.maxEffects) = (68, 68) }
    for _ in 0..<200 {
      let player = try player(rig)
      try player.add(.reverb)
      try player.start()
      rig.render(512)
      try player.stop()
      rig.render(512)
      player.release()
    }
    rig.render(512)
    #expect((60...66).contains(rig.engine.stats.activePlayers))
  }

  @Test func aReleasedPlayerThatWaitsOrPausesEndsAtOnce() throws {
    let rig = try Rig()
    let (waiting, paused) = (try player(rig), try player(rig))
    try waiting.start(at: 100_000)
    try paused.start()
    rig.render(4800)
    try paused.pause()
    rig.render(4800)
    waiting.release()
    paused.release()
    #expect(rig.left(4800).allSatisfy { $0 == 0 })
    #expect(rig.engine.stats.activePlayers == 0)
  }
}
