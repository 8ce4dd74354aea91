import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct TempoTests {
  /// Frequency of the rising zero crossings.
  private func frequency(_ samples: ArraySlice<Float>) -> Double {
    var crossings: [Double] = []
    for frame in samples.indices.dropLast() where samples[frame] < 0 && samples[frame + 1] >= 0 {
      let (before, after) = (Double(samples[frame]), Double(samples[frame + 1]))
      crossings.append(Double(frame) - before / (after - before))
    }
    guard let first = crossings.first, let last = crossings.last else { return 0 }
    return Double(Rig.rate) * Double(crossings.count - 1) / (last - first)
  }

  @Test(arguments: [0.25, 0.92, 1.08, 4], [false, true])
  func theLengthChangesAndThePitchStays(ratio: Double, isStreamed: Bool) throws {
    let rig = try Rig()
    let sine = Signal.sine(frames: 48_000, frequency: 440)
    let sound = try isStreamed ? rig.streamed(sine, readAhead: 1000) : rig.sound(sine)
    let player = try rig.player(sound)
    try player.setTempoRatio(ratio)
    try player.start(at: 100)
    let output = rig.left(Int(48_000 / ratio) + 8000)
    let end = rig.events().first { $0.kind == .playerEnded }
    #expect(end?.frame == 100 + Int64((48_000 / ratio).rounded(.up)))
    let length = Int(48_000 / ratio)
    #expect(abs(frequency(output[length / 4..<length * 3 / 4]) - 440) < 1)
  }

  @Test(arguments: [0.92, 1.08])
  func aChangeWhileItPlaysKeepsThePitch(ratio: Double) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 240_000, frequency: 440)))
    try player.start()
    rig.render(24_000)
    try player.setTempoRatio(ratio)
    try player.setTempoRatio(1 / ratio, over: Fade(24_000), at: 72_000)
    let output = rig.left(96_000)
    let window = 2400
    for start in stride(from: 0, to: output.count - window, by: window / 2) {
      let found = frequency(output[start..<start + window])
      #expect(abs(1200 * log2(found / 440)) < 30, "\(found) Hz at frame \(24_000 + start)")
    }
  }

  @Test func aRampIsEvenInOctaves() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 480_000, frequency: 440)))
    try player.setTempoRatio(0.5)
    try player.start()
    rig.render(48_000)
    try player.setTempoRatio(2, over: Fade(48_000), at: 48_000 + 9600)
    let before = player.position
    rig.render(9600 + 48_000)
    // The mean of 2^x for x from -1 to 1.
    let mean: Double = 1.5 / (2 * log(2.0))
    let expected: Double = 4800 + 48_000 * mean
    #expect(abs(Double(player.position - before) - expected) < 2)
  }

  /// The loop is 24 000 frames long, and at the tempo 1.25 it lasts 19 200.
  @Test func aLoopStaysInPhase() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 24_000, frequency: 440))) {
      $0.loopCount = .max
    }
    try player.setTempoRatio(1.25)
    try player.start()
    rig.render(19_200 * 500, blocks: [4096])
    let jumps = rig.events().filter { $0.kind == .playerLooped }.map(\.frame)
    #expect(abs((jumps.last ?? 0) - 19_200 * 500) <= 1)
  }

  @Test func theSamplesDoNotDependOnTheBlockSize() throws {
    let outputs = try [[512], [1, 7, 64, 511]].map { blocks in
      let rig = try Rig()
      let player = try rig.player(rig.sound(Signal.sine(frames: 48_000, frequency: 440)))
      try player.setTempoRatio(1.3)
      try player.setTempoRatio(0.7, over: Fade(4000), at: 9001)
      try player.start(at: 33)
      return rig.left(30_000, blocks: blocks)
    }
    #expect(outputs[0] == outputs[1])
  }

  /// The new effect fills while the change waits for it.
  @Test(arguments: [false, true])
  func aChangeWhileItPlaysDoesNotDependOnTheBlockSize(follows: Bool) throws {
    let outputs = try [[512], [64], [1, 7, 300]].map { blocks in
      let rig = try Rig()
      let player = try rig.player(rig.sound(Signal.music(frames: 40_000, channels: 1)))
      try player.start()
      let before = rig.render(2853, blocks: blocks)
      if follows { try player.follow(100) } else { try player.setTempoRatio(1.1) }
      return before + rig.render(12_000, blocks: blocks)
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] == outputs[2])
  }

  @Test func theLatencyIsThatOfAPitchEffect() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 480, frequency: 440)))
    #expect(player.chain.latency == 0)
    try player.setTempoRatio(2)
    #expect(player.chain.latency == (try rig.engine.makeEffect(.pitch)).latency)
  }

  @Test func aPlayerThatNeverChangedItsTempoHasNoEffect() throws {
    let rig = try Rig { $0.maxEffects = 1 }
    let players = try (0..<2).map { _ in try rig.player(rig.sound([0, 0])) }
    for player in players { try player.setTempoRatio(1) }
    try players[0].setTempoRatio(2)
    #expect(throws: AhaError.self) { try players[1].setTempoRatio(2) }
    #expect(players[1].tempoRatio == 1)
  }

  @Test(arguments: [0, -1, 0.2, 4.1, 1e6, .nan, .infinity])
  func badRatiosAreRefused(ratio: Double) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0, 0]))
    #expect(throws: AhaError.self) { try player.setTempoRatio(ratio) }
  }

  @Test func aReleaseFreesTheEffect() throws {
    let rig = try Rig { $0.maxEffects = 1 }
    for _ in 0..<3 {
      let player = try rig.player(rig.sound(Signal.sine(frames: 4800, frequency: 440)))
      try player.setTempoRatio(1.5)
      try player.start()
      rig.render(2000)
      player.release()
      rig.render(24_000)
      rig.engine.collect()
    }
  }
}
