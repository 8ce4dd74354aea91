import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Modulation, lanes and factors of a player's speed.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpeedDriveTests {
  private static let frames = 48_000

  /// Each sample is its own frame number.
  private static let counter = (0..<frames).map { Float($0) / Float(frames) }

  private func counting(_ rig: Rig, isStreamed: Bool = false) throws -> Player {
    let sound =
      try isStreamed
      ? rig.streamed(SpeedDriveTests.counter) : rig.sound(SpeedDriveTests.counter)
    return try rig.player(sound) { $0.pan = -1 }
  }

  /// Mean speed of the 64 frames around each frame of a counter's output.
  private func speed(_ output: [Float], at frame: Int) -> Double {
    Double(output[frame + 32] - output[frame - 32]) * Double(SpeedDriveTests.frames) / 64
  }

  private func vibrato(_ cents: Float = 100) -> SpeedModulation {
    var options = SpeedModulation()
    options.waveform = .sine
    options.depth = cents
    return options
  }

  @Test(arguments: [false, true])
  func aVibratoHasItsDepthAndRate(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try counting(rig, isStreamed: isStreamed)
    try player.startSpeedModulation(vibrato())
    try player.start()
    let output = rig.left(20_000, blocks: [512, 77])
    let semitone = 1.0594631
    // 5 Hz: a cycle has 9600 frames.
    for (frame, expected) in [
      (2400, semitone), (4800, 1), (7200, 1 / semitone), (12_000, semitone),
    ] {
      #expect(abs(speed(output, at: frame) / expected - 1) < 1e-3, "frame \(frame)")
    }
    let fastest = (100..<19_000).map { speed(output, at: $0) }.max() ?? 0
    #expect(fastest < semitone * 1.001)
    #expect(player.speed == 1)
  }

  @Test func aModulationEndsAfterItsDuration() throws {
    let rig = try Rig()
    let player = try counting(rig)
    var options = vibrato(1200)
    options.duration = 0.05
    try player.startSpeedModulation(options)
    try player.start()
    let output = rig.left(8000)
    #expect(abs(speed(output, at: 2200) - 2) < 0.03)
    #expect(abs(speed(output, at: 2400 + Rig.ramp + 40) - 1) < 1e-3)
  }

  @Test func aModulationEndsWhenAsked() throws {
    let rig = try Rig()
    let player = try counting(rig)
    try player.stopSpeedModulation()
    try player.start()
    try player.startSpeedModulation(vibrato(700))
    var output = rig.left(2400)
    try player.stopSpeedModulation()
    output += rig.left(2400)
    #expect(speed(output, at: 2350) > 1.49)
    #expect(abs(speed(output, at: 2400 + Rig.ramp + 40) - 1) < 1e-3)
  }

  /// The mean speed of each curve from 1 to 2.
  @Test(arguments: [
    (AutomationCurve.linear, 1.5), (.smooth, 1.5), (.exponential, 1.4426950), (.step, 1),
  ])
  func aLaneFollowsItsCurves(curve: AutomationCurve, mean: Double) throws {
    let rig = try Rig()
    let player = try counting(rig)
    try player.set([(100, 1, curve), (9700, 2, .linear)])
    try player.start()
    rig.render(9700, blocks: [512, 1, 300])
    #expect(abs(Double(player.position) - (100 + 9600 * mean)) <= 1)
    rig.render(1000)
    #expect(abs(Double(player.position) - (2100 + 9600 * mean)) <= 1)
  }

  @Test func aStepOfALaneIsSampleExact() throws {
    let rig = try Rig()
    let player = try counting(rig)
    try player.set([(0, 1, .step), (1003, 3, .step), (2007, 0.5, .step)])
    try player.start()
    let output = rig.left(3000, blocks: [511])
    for (frame, place) in [(1003, 1003), (1004, 1006), (2007, 4015), (2009, 4016)] {
      #expect(abs(output[frame] * Float(SpeedDriveTests.frames) - Float(place)) < 0.01)
    }
  }

  @Test(arguments: [false, true])
  func aLaneFollowsTheTimeline(isStreamed: Bool) throws {
    let rig = try Rig()
    let player = try counting(rig, isStreamed: isStreamed)
    try player.set([(0, 2, .step), (500, 4, .step)], on: .timeline)
    try player.start()
    let timeline = try rig.engine.timeline()
    try timeline.start(from: 0, at: 1007)
    try timeline.stop(at: 2007)
    rig.render(1007, blocks: [100])
    #expect(abs(player.position - 1007) <= 1)
    rig.render(1000, blocks: [512])
    #expect(abs(player.position - (1007 + 1000 + 2000)) <= 1)
    // The speed stays when the timeline stops.
    rig.render(100)
    #expect(abs(player.position - (4007 + 400)) <= 1)
    try player.set([])
    try player.setSpeed(1)
    rig.render(Rig.ramp)
    let before = player.position
    rig.render(100)
    #expect(player.position - before == 100)
  }

  @Test func theSpeedStaysWithinItsLimits() throws {
    let rig = try Rig()
    let player = try counting(rig)
    try player.setSpeed(10)
    try player.startSpeedModulation(vibrato(1200))
    try player.tell(drive: .setFactor(4, over: nil))
    try player.start()
    let output = rig.left(2700)
    let all = (100..<2600).map { speed(output, at: $0) }
    #expect((all.max() ?? 0) < 16.01)
    #expect((all.max() ?? 0) > 15.9)
  }

  /// Everything at once.
  private func play(
    isStreamed: Bool, isReversed: Bool, isOffline: Bool = true, blocks: [Int]
  ) throws -> [Float] {
    let rig = try Rig { $0.isOffline = isOffline }
    let music = Signal.music(frames: 40_000, channels: 2)
    let sound = try isStreamed ? rig.streamed(music, channels: 2) : rig.sound(music, channels: 2)
    let player = try rig.player(sound) { $0.isReversed = isReversed }
    try player.startSpeedModulation(vibrato(300))
    try player.set([
      (0, 0.5, .linear), (4000, 2, .exponential), (9000, 0.7, .smooth), (12_000, 1, .step),
    ])
    try player.tell(drive: .setFactor(1.2, over: nil))
    try player.setLoop(begin: 5000, end: 9000, count: 2)
    try player.start(at: 10)
    return rig.render(16_000, blocks: blocks)
  }

  @Test(arguments: [false, true], [false, true])
  func theSamplesDependOnNoBlockSize(isStreamed: Bool, isReversed: Bool) throws {
    let whole = try play(isStreamed: isStreamed, isReversed: isReversed, blocks: [512])
    #expect(Measure.energy(whole) > 10)
    for blocks in [[1], [7, 64], [511]] {
      let other = try play(isStreamed: isStreamed, isReversed: isReversed, blocks: blocks)
      #expect(whole == other, "\(blocks)")
    }
  }

  @Test(arguments: [false, true])
  func liveIsOfflineAndStreamedIsResident(isReversed: Bool) throws {
    let resident = try play(isStreamed: false, isReversed: isReversed, blocks: [512])
    let live = try play(
      isStreamed: false, isReversed: isReversed, isOffline: false, blocks: [512])
    #expect(live == resident)
    let streamed = try play(isStreamed: true, isReversed: isReversed, blocks: [512])
    #expect(Measure.largestDifference(resident, streamed) < 1e-5)
  }

  @Test func nothingClicks() throws {
    let rig = try Rig()
    let sine = Signal.sine(frames: 48_000, frequency: 440)
    let player = try rig.player(rig.sound(sine)) {
      $0.pan = -1
      $0.loopCount = .max
    }
    try player.start()
    var output = rig.left(1000)
    try player.startSpeedModulation(vibrato(1200))
    output += rig.left(3000)
    try player.stopSpeedModulation()
    output += rig.left(50)
    try player.set([(0, 2, .step)])
    output += rig.left(1000)
    try player.tell(drive: .setFactor(0.5, over: nil))
    output += rig.left(1000)
    try player.set([])
    output += rig.left(1000)
    // The sine at four times its speed, and nothing else.
    let steepest = Float(2 * Double.pi * 440 / 48_000) * 0.5 * 4
    #expect(largestStep(output) < 1.02 * steepest)
  }

  @Test func badLanesAreRefused() throws {
    let rig = try Rig()
    let player = try counting(rig)
    for value: Float in [0, -1, 0.04, 17, .nan, .infinity] {
      #expect(throws: AhaError.self) { try player.set([(0, value, .linear)]) }
    }
    #expect(throws: AhaError.self) { try player.set([(-1, 1, .linear)]) }
    #expect(throws: AhaError.self) { try player.set([(10, 1, .linear), (9, 1, .linear)]) }
    player.release()
    #expect(throws: AhaError.self) { try player.set([(0, 1, .linear)]) }
    #expect(throws: AhaError.self) { try player.startSpeedModulation(vibrato()) }
    #expect(throws: AhaError.self) { try player.stopSpeedModulation() }
  }
}

extension Player {
  func set(_ points: Points, on clock: LaneClock = .engine) throws {
    let lane = points.map { AutomationPoint(time: $0.0, value: $0.1, curve: $0.2) }
    try setSpeedLane(lane, on: clock)
  }
}
