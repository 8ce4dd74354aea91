import AhaBase
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Sounds without players.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct OneShotTests {
  private func error(_ body: () throws -> Void) -> ResultCode? {
    do { try body() } catch { return (error as? AhaError)?.code }
    return nil
  }

  @Test(arguments: [1.0, 0.4, 1.3], [false, true])
  func givesTheSamplesOfAPlayer(speed: Double, hasLimiter: Bool) throws {
    let loops = hasLimiter ? 3 : 0
    func output(_ start: (Rig, Sound, Bus) throws -> Void) throws -> [Float] {
      let rig = try Rig { $0.hasLimiter = hasLimiter }
      let bus = try rig.engine.makeBus(into: rig.master)
      try start(rig, rig.sound(Signal.music(frames: 9000, channels: 2), channels: 2), bus)
      return rig.render(100_000)
    }
    let expected = try output { rig, sound, bus in
      for frame in [Int64(0), 777] {
        let player = try rig.player(sound, on: bus) {
          ($0.gainDb, $0.pan, $0.speed, $0.loopCount) = (-3, 0.4, speed, UInt32(loops))
        }
        try player.start(at: frame)
      }
    }
    let found = try output { rig, sound, bus in
      for frame in [Int64(0), 777] {
        try rig.play(sound, on: bus) {
          ($0.gainDb, $0.pan, $0.speed, $0.loopCount) = (-3, 0.4, speed, UInt32(loops))
          $0.start = frame
        }
      }
    }
    #expect(expected.contains { $0.magnitude > 0.1 })
    let isSame = found == expected
    #expect(isSame)
  }

  @Test func aHundredRoundsFitIntoAPoolOfTen() throws {
    let rig = try Rig { $0.maxOneShots = 10 }
    let sound = try rig.sound([Float](repeating: 0.5, count: 400))
    for round in 0..<100 {
      for _ in 0..<10 { try rig.play(sound) { $0.pan = -1 } }
      #expect(error { try rig.play(sound) } == .limit)
      let output = rig.left(1024)
      #expect(abs(output[300] - 5) < 1e-4, "round \(round)")
      #expect(output[700...].allSatisfy { $0 == 0 })
    }
    #expect(rig.engine.stats.activePlayers == 0)
    #expect(rig.events().isEmpty)
  }

  @Test func aBurstOfTenThousandNeedsNoRender() throws {
    let rig = try Rig { ($0.maxOneShots, $0.maxHeard) = (10_000, 10_000) }
    let sound = try rig.sound([0, 1, 0, 0])
    for number in 0..<10_000 { try rig.play(sound) { ($0.pan, $0.start) = (-1, Int64(number)) } }
    let output = rig.left(10_512)
    #expect(output[1...10_000].allSatisfy { abs($0 - 1) < 1e-6 })
    #expect(output[10_001...].allSatisfy { $0 == 0 })
  }

  @Test func aThousandASecondForAMinuteAreAllHeard() throws {
    let rig = try Rig { $0.maxOneShots = 256 }
    var samples = [Float](repeating: 0, count: 2400)
    samples[1200] = 1
    let sound = try rig.sound(samples)
    var sum = 0.0
    for turn in 0..<5625 {
      // 48 frames apart, in blocks of 512.
      for number in (turn * 32 + 2) / 3..<((turn + 1) * 32 + 2) / 3 {
        try rig.play(sound) { ($0.pan, $0.start) = (-1, Int64(number * 48)) }
      }
      sum += rig.left(512).reduce(0) { $0 + Double($1) }
    }
    sum += rig.left(2400).reduce(0) { $0 + Double($1) }
    #expect(abs(sum - 60_000) < 0.5)
    #expect(rig.heard == 0)
  }

  @Test func theHostMayReleaseSoundAndBusMeanwhile() throws {
    let rig = try Rig { $0.maxBuses = 2 }
    weak var sample: SampleBuffer?
    do {
      let sound = try rig.sound([Float](repeating: 0.5, count: 3000))
      if case .resident(let buffer) = try sound.loaded().content { sample = buffer }
      let bus = try rig.engine.makeBus(into: rig.master)
      try rig.play(sound, on: bus) { $0.pan = -1 }
      bus.release()
    }
    let output = rig.left(2048)
    #expect(abs(output[2000] - 0.5) < 1e-5)
    rig.render(4096)
    _ = try rig.engine.makeBus(into: rig.master)
    #expect(sample == nil)
  }

  @Test func savingEndsWithTheLastOne() throws {
    let rig = try Rig { $0.maxHeard = 1 }
    let sound = try rig.sound(Signal.sine(frames: 4799, frequency: 100) + [0])
    try rig.play(sound)
    try rig.play(sound) { $0.start = 10_000 }
    var count = 0
    try rig.engine.renderOffline(frames: nil) { _, frames in count += frames }
    #expect(count == 14_800)
  }

  @Test func theGainOfAVelocityIsItsSquare() throws {
    let rig = try Rig()
    let sound = try rig.sound(Signal.sine(frames: 4800, frequency: 1000))
    try rig.play(sound)
    let full = rig.render(9600).map { abs($0) }.max()!
    try rig.play(sound) { $0.velocity = 0.5 }
    let soft = rig.render(9600).map { abs($0) }.max()!
    #expect(abs(soft / full - 0.25) < 1e-4)
  }

  @Test func badInputIsRefused() throws {
    let rig = try Rig()
    let other = try Rig()
    let sound = try rig.sound([1, 0])
    let loading = Sound(engine: rig.engine)
    #expect(error { try rig.play(loading) } == .state)
    #expect(error { try rig.play(rig.streamed([1, 0])) } == .unsupported)
    #expect(error { try rig.play(other.sound([1])) } == .invalidArgument)
    #expect(error { try rig.play(sound, on: other.master) } == .invalidArgument)
    for value in [Float.nan, 25, .infinity] {
      #expect(error { try rig.play(sound) { $0.gainDb = value } } == .invalidArgument)
      #expect(error { try rig.play(sound) { $0.pan = value } } == .invalidArgument)
      #expect(error { try rig.play(sound) { $0.velocity = value } } == .invalidArgument)
      #expect(error { try rig.play(sound) { $0.speed = Double(value) } } == .invalidArgument)
    }
    #expect(error { try rig.play(sound) { $0.loopCount = .max } } == .invalidArgument)
    rig.engine.close()
    #expect(error { try rig.play(sound) } == .released)
  }

  @Test func hugeNumbersAreHarmless() throws {
    let rig = try Rig { $0.maxHeard = 2 }
    let sound = try rig.sound(Signal.sine(frames: 4800, frequency: 100))
    try rig.play(sound) { ($0.loopCount, $0.speed) = (.max - 1, 0.05) }
    try rig.play(sound) { ($0.loopCount, $0.speed) = (.max - 1, 16) }
    try rig.play(sound) { $0.start = .max }
    try rig.play(sound) { $0.gainDb = -.infinity }
    let output = rig.render(4096)
    #expect(output.allSatisfy { $0.isFinite })
    #expect(rig.heard == 2)
  }
}
