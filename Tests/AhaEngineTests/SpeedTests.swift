import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpeedTests {
  @Test(arguments: [false, true], [false, true])
  func speed2OfARampIsEverySecondSample(isStreamed: Bool, isFast: Bool) throws {
    let rig = try Rig()
    let ramp = (0..<20_000).map { Float($0) / 20_000 }
    let player = try rig.player(isStreamed ? rig.streamed(ramp) : rig.sound(ramp)) {
      $0.speed = 2
      $0.quality = isFast ? .fast : .good
      $0.pan = -1
    }
    try player.start()
    let output = rig.left(9900)
    for frame in 100..<9800 { #expect(abs(output[frame] - ramp[2 * frame]) < 1e-5) }
  }

  @Test func theWidestFilterHasTheMaxHalfWidth() throws {
    let tables = try SpeedTables()
    defer { tables.free() }
    let widest = tables.tables[SpeedTable.index(for: 16 * SpeedUnit.one, in: tables.tables)]
    #expect(widest.taps / 2 == PlaySpeed.maxHalfWidth)
  }

  @Test(arguments: [0.05, 0.5, 1.05, 3.7, 16], [false, true])
  func theEndIsAtItsFrame(speed: Double, isStreamed: Bool) throws {
    let rig = try Rig()
    let sine = Signal.sine(frames: 9600, frequency: 100)
    let player = try rig.player(isStreamed ? rig.streamed(sine) : rig.sound(sine)) {
      $0.speed = speed
    }
    try player.start(at: 100)
    rig.render(Int(9600 / speed) + 2000)
    let end = rig.events().first { $0.kind == .playerEnded }
    #expect(end?.frame == 100 + Int64((9600 / speed).rounded(.up)))
    #expect(player.state == .ended)
  }

  /// 48 periods exactly, so the loop is one sine.
  @Test(arguments: [0.5, 1.05, 2, 6], [false, true])
  func aSeamlessLoopIsOneSine(speed: Double, isStreamed: Bool) throws {
    for isReversed in [false, true] {
      let rig = try Rig()
      let sound =
        try isStreamed
        ? rig.streamed(LoopTests.seamless, channels: 2) : rig.sound(LoopTests.seamless, channels: 2)
      let player = try rig.player(sound) {
        $0.loopCount = .max
        $0.speed = speed
        $0.isReversed = isReversed
      }
      try player.start()
      let output = Array(rig.left(24_000).dropFirst(500))
      let noise = Measure.sineSNR(output, frequency: 960 * speed, sampleRate: Rig.rate)
      #expect(noise > 90, "reversed \(isReversed): \(noise) dB")
    }
  }

  @Test(arguments: [1.05, 2, 16], [false, true])
  func loopsJumpAtTheirFrames(speed: Double, isReversed: Bool) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 3000, frequency: 480))) {
      $0.speed = speed
      $0.isReversed = isReversed
    }
    try player.setLoop(begin: 1000, end: 2000, count: 3)
    try player.start()
    rig.render(8000, blocks: [7])
    let events = rig.events()
    let jumps = events.filter { $0.kind == .playerLooped }
    let expected = [2000, 3000, 4000].map { Int64((Double($0) / speed).rounded(.up)) }
    #expect(jumps.map(\.frame) == expected)
    let end = events.first { $0.kind == .playerEnded }
    #expect(end?.frame == Int64((6000 / speed).rounded(.up)))
  }

  @Test func aLoopShorterThanAFrameIsNoTrouble() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2, 0.3])) { $0.speed = 16 }
    try player.setLoop(begin: 1, end: 2, count: 1_000_000)
    try player.start()
    let output = rig.left(10_000, blocks: [511])
    #expect(output.allSatisfy { $0.isFinite && abs($0) < 1 })
    #expect(player.state == .playing)
  }

  @Test(arguments: [false, true])
  func aLoopThatStepsIsSmoothed(isStreamed: Bool) throws {
    for (speed, isReversed) in [(0.5, false), (1, true), (1.5, true), (3, false)] {
      let rig = try Rig()
      let saw = (0..<4000).map { Float($0) / 4000 - 0.5 }
      let player = try rig.player(isStreamed ? rig.streamed(saw) : rig.sound(saw)) {
        $0.loopCount = .max
        $0.speed = speed
        $0.isReversed = isReversed
      }
      try player.start()
      let step = largestStep(rig.left(20_000))
      #expect(step < 1.2 * Float(max(1, speed)) / Float(Rig.ramp), "speed \(speed)")
    }
  }

  @Test func speed1HasTheSameBits() throws {
    let music = Signal.music(frames: 9000, channels: 2)
    func play(_ adjust: (Player) throws -> Void) throws -> [Float] {
      let rig = try Rig()
      let player = try rig.player(rig.sound(music, channels: 2)) { $0.loopCount = 2 }
      try adjust(player)
      try player.start()
      return rig.render(30_000)
    }
    let plain = try play { _ in }
    #expect(try play { try $0.setSpeed(1) } == plain)
    #expect(try play { try $0.setSpeed(1, over: 100, at: 29_000) } == plain)
  }

  @Test func aChangeOfSpeedBendsTheSignal() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 48_000, frequency: 440))) {
      $0.pan = -1
      $0.loopCount = .max
    }
    try player.start()
    var output = rig.left(1000)
    for speed in [2, 0.3, 1, 1.5, 0.05, 1] {
      try player.setSpeed(speed)
      output += rig.left(1000)
    }
    // The sine at twice its speed, and nothing else.
    let steepest = Float(2 * Double.pi * 440 / 48_000) * 0.5 * 2
    #expect(largestStep(output) < 1.02 * steepest)
  }

  @Test(arguments: [100, 4800])
  func aRampOfTheSpeedCoversItsMean(frames: Int64) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 48_000)))
    try player.start()
    rig.render(1000)
    try player.setSpeed(3, over: Fade(frames))
    rig.render(Int(frames), blocks: [64, 511])
    #expect(abs(player.position - (1000 + 2 * frames)) <= 2)
    #expect(player.speed == 3)
  }

  @Test func aScheduledSpeedBeginsAtItsFrame() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 48_000)))
    try player.start(at: 100)
    try player.setSpeed(2, over: 0, at: 1100)
    try player.setSpeed(0.5, over: 0, at: 2100)
    rig.render(3100)
    #expect(player.position == 1000 + 2000 + 500)
  }

  @Test(arguments: [0, -1, 0.049, 16.1, 1e9, .nan, .infinity])
  func aSpeedOutOfRangeIsRefused(speed: Double) throws {
    let rig = try Rig()
    let sound = try rig.sound([0.1, 0.2])
    let player = try rig.player(sound)
    #expect(throws: AhaError.self) { try player.setSpeed(speed) }
    #expect(throws: AhaError.self) { try player.setSpeed(speed, over: 0, at: 0) }
    #expect(throws: AhaError.self) { try rig.player(sound) { $0.speed = speed } }
    #expect(player.speed == 1)
  }

  @Test func streamedIsResident() throws {
    let music = Signal.music(frames: 30_000, channels: 2)
    func play(isStreamed: Bool) throws -> [Float] {
      let rig = try Rig()
      let sound =
        try isStreamed
        ? rig.streamed(music, channels: 2) : rig.sound(music, channels: 2)
      let player = try rig.player(sound) { $0.speed = 1.3 }
      try player.setLoop(begin: 5000, end: 9000, count: 2)
      try player.start()
      var output = rig.render(5000)
      try player.setSpeed(2.2, over: 3000)
      output += rig.render(12_000)
      return output
    }
    let difference = Measure.largestDifference(
      try play(isStreamed: false), try play(isStreamed: true))
    #expect(difference < 1e-5)
  }

  @Test func liveIsOffline() throws {
    func play(isOffline: Bool) throws -> [Float] {
      let rig = try Rig { $0.isOffline = isOffline }
      let music = try rig.sound(Signal.music(frames: 20_000, channels: 2), channels: 2)
      let player = try rig.player(music) { $0.speed = 0.8 }
      try player.start()
      try player.setSpeed(4, over: 2000, at: 3000)
      return rig.render(9000)
    }
    #expect(try play(isOffline: true) == play(isOffline: false))
  }
}
