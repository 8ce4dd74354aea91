import AhaBase
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct LoopTests {
  /// Exactly 48 periods: the end continues at the beginning.
  static let seamless = Signal.sine(frames: 2400, channels: 2, frequency: 960)

  @Test(arguments: [false, true])
  func aSeamlessLoopIsExact(isStreamed: Bool) throws {
    let rig = try Rig()
    let sound =
      try isStreamed
      ? rig.streamed(Self.seamless, channels: 2) : rig.sound(Self.seamless, channels: 2)
    let player = try rig.player(sound) { $0.loopCount = .max }
    try player.start()
    let output = rig.render(24_000)
    for repetition in 0..<10 {
      #expect(Array(output[(repetition * 4800)..<((repetition + 1) * 4800)]) == Self.seamless)
    }
  }

  @Test(arguments: [false, true])
  func aLoopThatStepsIsSmoothed(isStreamed: Bool) throws {
    let rig = try Rig()
    // From -0.5 up to 0.5, then a jump back.
    let saw = (0..<4000).map { Float($0) / 4000 - 0.5 }
    let sound = try isStreamed ? rig.streamed(saw) : rig.sound(saw)
    let player = try rig.player(sound) { $0.loopCount = .max }
    try player.start()
    #expect(largestStep(rig.left(20_000)) < 1.1 / Float(Rig.ramp))
  }

  @Test(arguments: [false, true])
  func countsItsJumps(isStreamed: Bool) throws {
    let rig = try Rig()
    let samples = Signal.sine(frames: 3000, frequency: 480)
    let sound = try isStreamed ? rig.streamed(samples) : rig.sound(samples)
    let player = try rig.player(sound) { $0.pan = -1 }
    try player.setLoop(begin: 1000, end: 2000, count: 3)
    try player.start()
    let output = rig.left(8000)
    // 0…2000, three times 1000…2000, 2000…3000
    let expected =
      samples[..<2000] + samples[1000..<2000] + samples[1000..<2000]
      + samples[1000..<2000] + samples[2000...]
    #expect(Measure.largestDifference(output[..<6000], expected) < 1e-6)
    #expect(player.state == .ended)
    let loops = rig.events().filter { $0.kind == .playerLooped }
    #expect(loops.last?.value == 3)
  }

  @Test func aSeekRightAfterKeepsTheNewLoop() throws {
    let rig = try Rig()
    let player = try rig.player(rig.streamed(Signal.sine(frames: 20_000))) { $0.loopCount = .max }
    try player.start()
    rig.render(2000)
    try player.setLoop(begin: 5000, end: 10_000, count: 2)
    try player.seek(to: 6000)
    rig.render(4000)
    try player.pause()
    rig.render(1000)
    #expect(player.state == .paused)
    try player.resume()
    rig.render(40_000)
    #expect(player.state == .ended)
    #expect(rig.events().map(\.kind).contains(.playerPaused))
  }

  @Test func aTinyLoopIsNoTrouble() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2, 0.3]))
    try player.setLoop(begin: 1, end: 2, count: Loop.forever)
    try player.start()
    let output = rig.left(10_000)
    #expect(output.allSatisfy { $0.isFinite && abs($0) < 1 })
    #expect(player.state == .playing)
  }

  @Test(arguments: [false, true])
  func aLoopCanBeSetAndEndedWhileItPlays(isStreamed: Bool) throws {
    let rig = try Rig()
    let samples = Signal.sine(frames: 48_000, channels: 2, frequency: 100)
    let sound =
      try isStreamed
      ? rig.streamed(samples, channels: 2) : rig.sound(samples, channels: 2)
    let player = try rig.player(sound)
    try player.start()
    rig.render(4800)
    try player.setLoop(begin: 4800, end: 9600, count: Loop.forever)
    let output = rig.render(48_000)
    #expect(player.state == .playing)
    let expected = Array(samples[9600..<19_200])
    for repetition in 0..<10 {
      let part = output[(repetition * 9600)..<((repetition + 1) * 9600)]
      #expect(Measure.largestDifference(part, expected) < 1e-6)
    }
    try player.setLoop(begin: 4800, end: 9600, count: 0)
    rig.render(48_000)
    #expect(player.state == .ended)
  }
}
