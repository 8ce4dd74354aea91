import AhaBase
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite struct RangeTests {
  /// Zero at each multiple of 100 frames.
  static let sine = Signal.sine(frames: 20_000, frequency: 480)

  private func make(_ rig: Rig, isStreamed: Bool, _ samples: [Float] = Self.sine) throws -> Sound {
    try isStreamed ? rig.streamed(samples) : rig.sound(samples)
  }

  @Test(arguments: [false, true])
  func onlyTheFramesOfTheRangeArePlayed(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(make(rig, isStreamed: isStreamed)) {
      ($0.beginFrame, $0.endFrame, $0.pan) = (5000, 9001, -1)
    }
    #expect(player.position == 5000)
    try player.start()
    let output = rig.left(6000)
    #expect(Array(output[..<4001]) == Array(Self.sine[5000..<9001]))
    #expect(output[4001...].allSatisfy { $0 == 0 })
    #expect(player.state == .ended)
    #expect(player.position == 5000)
  }

  @Test(arguments: [false, true])
  func loudEdgesAreSmoothed(isStreamed: Bool) throws {
    let rig = try Rig()
    let loud = [Float](repeating: 0.5, count: 20_000)
    let player = try rig.player(make(rig, isStreamed: isStreamed, loud)) {
      ($0.beginFrame, $0.endFrame, $0.pan) = (5000, 9000, -1)
    }
    try player.start()
    let output = rig.left(6000)
    #expect(largestStep(output) < 0.51 / Float(Rig.ramp))
    #expect(output[2000] == 0.5)
  }

  @Test(arguments: [false, true])
  func reverseAndLoopStayInTheRange(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(make(rig, isStreamed: isStreamed)) {
      ($0.beginFrame, $0.endFrame, $0.pan) = (5000, 7401, -1)
      ($0.isReversed, $0.loopCount) = (true, 1)
    }
    #expect(player.position == 7401)
    try player.start()
    let output = rig.left(6000, blocks: [64, 511])
    let back = Array(Self.sine[5000..<7401].reversed())
    #expect(Array(output[..<2401]) == back)
    // The jump steps by one sample of the sine, which is smoothed or natural.
    #expect(Measure.largestDifference(output[2700..<4802], back[299...]) < 0.07)
    #expect(output[4900...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [false, true])
  func aShorterRangeEndsAPlayerWithoutAStep(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(make(rig, isStreamed: isStreamed)) { $0.pan = -1 }
    try player.start()
    var output = rig.left(8000)
    try player.setRange(begin: 1000, end: 4000)
    output += rig.left(4000)
    #expect(largestStep(output) < 0.07)
    #expect(player.state == .ended)
    #expect(player.position == 1000)
    try player.start()
    #expect(Array(rig.left(3000)) == Array(Self.sine[1000..<4000]))
  }

  @Test(arguments: [false, true])
  func aPlayerBeforeTheNewBeginMovesThere(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(make(rig, isStreamed: isStreamed)) { $0.pan = -1 }
    try player.start()
    var output = rig.left(1000)
    try player.setRange(begin: 10_000, end: 0)
    output += rig.left(2000)
    #expect(largestStep(output) < 0.09)
    #expect(player.position > 11_000)
  }

  @Test func theLoopIsCutToTheRange() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Self.sine)) { ($0.pan, $0.loopCount) = (-1, .max) }
    try player.setRange(begin: 1000, end: 2000)
    try player.start()
    let output = rig.left(3000)
    #expect(
      output == Array(Self.sine[1000..<2000] + Self.sine[1000..<2000] + Self.sine[1000..<2000]))
  }

  @Test func badRangesSeeksAndLoopsAreRefused() throws {
    let rig = try Rig()
    let sound = try rig.sound(Self.sine)
    for (begin, end) in [(5, 5), (9, 4), (-1, 4), (0, 20_001), (20_000, 0)] as [(Int64, Int64)] {
      #expect(throws: AhaError.self) {
        try rig.player(sound) { ($0.beginFrame, $0.endFrame) = (begin, end) }
      }
    }
    let player = try rig.player(sound) { ($0.beginFrame, $0.endFrame) = (100, 200) }
    #expect(throws: AhaError.self) { try player.seek(to: 99) }
    #expect(throws: AhaError.self) { try player.seek(to: 201) }
    #expect(throws: AhaError.self) { try player.setLoop(begin: 0, end: 150, count: 1) }
  }

  @Test(arguments: [0.5, 2.0])
  func aRangeAtAnotherSpeedHasItsLength(speed: Double) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Self.sine)) {
      ($0.beginFrame, $0.endFrame, $0.pan, $0.speed) = (5000, 9000, -1, speed)
    }
    try player.start()
    let frames = Int(4000 / speed)
    let output = rig.left(frames + 1000)
    let wanted = Signal.sine(frames: frames, frequency: 480 * speed)
    #expect(
      Measure.largestDifference(output[400..<(frames - 400)], wanted[400...].dropLast(400)) < 1e-3)
    #expect(output[(frames + 400)...].allSatisfy { $0 == 0 })
  }
}

@Suite struct PingPongTests {
  static let sine = RangeTests.sine

  /// The sound with `turns` round trips between the frames.
  static func expected(_ begin: Int, _ end: Int, turns: Int) -> [Float] {
    var all = Array(sine[..<end])
    for _ in 0..<turns { all += sine[begin..<end].reversed() + sine[begin..<end] }
    return all + sine[end...]
  }

  @Test(arguments: [false, true], [[512], [1, 7, 64, 511]])
  func runsToAndFroThenToTheEnd(isStreamed: Bool, blocks: [Int]) throws {
    let rig = try Rig()
    let sound = try isStreamed ? rig.streamed(Self.sine) : rig.sound(Self.sine)
    let player = try rig.player(sound) { $0.pan = -1 }
    try player.setLoop(begin: 1030, end: 2045, count: 3, isPingPong: true)
    try player.start()
    let expected = Self.expected(1030, 2045, turns: 3)
    let output = rig.left(expected.count + 1000, blocks: blocks)
    #expect(Array(output[..<expected.count]) == expected)
    #expect(player.state == .ended)
    #expect(rig.events().last { $0.kind == .playerLooped }?.value == 3)
  }

  @Test(arguments: [false, true])
  func inReverseItTurnsAtTheBegin(isStreamed: Bool) throws {
    let rig = try Rig()
    let sound = try isStreamed ? rig.streamed(Self.sine) : rig.sound(Self.sine)
    let player = try rig.player(sound) { ($0.pan, $0.isReversed) = (-1, true) }
    try player.setLoop(begin: 15_000, end: 17_000, count: 1, isPingPong: true)
    try player.start()
    let pass = Array(Self.sine[15_000..<17_000])
    let expected =
      Self.sine[15_000...].reversed() + pass + pass.reversed() + Self.sine[..<15_000].reversed()
    // It fades in, because the sound's last frame is loud.
    #expect(rig.left(expected.count).dropFirst(Rig.ramp) == expected.dropFirst(Rig.ramp))
  }

  /// Compares with a sound that holds the passes one after the other.
  @Test(arguments: [0.7, 3.0], [1000, 5])
  func atOtherSpeedsItIsTheSoundOfThePasses(speed: Double, period: Int) throws {
    func rendered(_ samples: [Float], loop: Int?) throws -> [Float] {
      let rig = try Rig()
      let player = try rig.player(rig.sound(samples)) { ($0.pan, $0.speed) = (-1, speed) }
      if let loop {
        try player.setLoop(begin: Int64(3000 - loop), end: 3000, count: 4, isPingPong: true)
      }
      try player.start()
      return rig.left(Int(28_000 / speed))
    }
    let looped = try rendered(Self.sine, loop: period)
    let plain = try rendered(Self.expected(3000 - period, 3000, turns: 4), loop: nil)
    #expect(Measure.largestDifference(looped[...], plain[...]) < 1e-5)
  }

  @Test(arguments: [false, true])
  func anotherLoopDuringARunBackHasNoStep(isStreamed: Bool) throws {
    let rig = try Rig()
    let sound = try isStreamed ? rig.streamed(Self.sine) : rig.sound(Self.sine)
    let player = try rig.player(sound) { $0.pan = -1 }
    try player.setLoop(begin: 1000, end: 4000, count: .max, isPingPong: true)
    try player.start()
    var output = rig.left(5000)
    try player.setLoop(begin: 2000, end: 4000, count: 0)
    output += rig.left(30_000)
    #expect(largestStep(output) < 0.07)
    #expect(player.state == .ended)
  }
}
