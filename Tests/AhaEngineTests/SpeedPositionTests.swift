import AhaBase
import AhaCodec
import AhaDSP
import AhaTestSupport
import Foundation
import Testing

@testable import AhaEngine

/// Positions in clips whose speed a lane moves.
@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpeedPositionTests {
  /// A low rate, so that 10 minutes are rendered fast.
  private static let rate = 8000
  private static let tenMinutes: Int64 = 600 * 8000
  private static let clipStart: Int64 = 12_345

  struct Shape: CustomTestStringConvertible {
    var isStreamed = false
    var isReversed = false
    var soundRate = rate
    /// The largest distance between points.
    var spacing = 24_000.0
    /// Position of the first point.
    var first: Int64 = 0

    var ratio: Double { Double(soundRate) / Double(rate) }
    var testDescription: String {
      "\(soundRate) Hz\(isStreamed ? ", streamed" : "")\(isReversed ? ", reversed" : "")"
    }
  }

  static let shapes = [
    Shape(), Shape(isReversed: true), Shape(isStreamed: true),
    Shape(isStreamed: true, isReversed: true), Shape(soundRate: 11_025),
    Shape(isReversed: true, soundRate: 32_000),
  ]

  /// Hundreds of points with all curves and jumps, over 10 minutes unless they are close.
  private static func points(_ shape: Shape) -> [AutomationPoint] {
    var random = Random(seed: 1)
    var time = shape.first
    return (0..<400).map { _ in
      if random.uniform() > 0.1 { time += Int64(random.uniform() * shape.spacing) }
      let value = Float(0.05 * exp(random.uniform() * log(319)))
      let curve = AutomationCurve(rawValue: Int64(random.uniform() * 4))!
      return AutomationPoint(time: time, value: value, curve: curve)
    }
  }

  private struct Clip {
    let t: TimelineRig
    let player: Player
    static let loop: Int64 = 9_001
    static let length: Int64 = 20_000

    init(_ shape: Shape, isOffline: Bool = true) throws {
      t = try TimelineRig {
        $0.sampleRate = SpeedPositionTests.rate
        $0.isOffline = isOffline
      }
      let music = Signal.noise(count: Int(Clip.length), amplitude: 0.3)
      let bytes = try encode(
        music, Kind(.wav, .float32), channels: 1, sampleRate: shape.soundRate)
      let stream = try bytes.withUnsafeBytes { try MemoryStream(copying: $0) }
      var options = Sound.Options()
      options.mode = shape.isStreamed ? .streamed : .auto
      options.keepsRate = true
      let sound = try t.engine.loadSound(stream, options)
      player = try t.rig.player(sound) { $0.isReversed = shape.isReversed }
      try player.setLoop(begin: 3000, end: 3000 + Clip.loop, count: .max)
      try t.timeline.setClip(of: player, start: SpeedPositionTests.clipStart)
      try t.timeline.setSpeedLane(
        of: player, id: 1, points: SpeedPositionTests.points(shape), mode: .touch)
    }

    /// Frames of the sound that were played since the clip's start, loops included.
    var distance: Double {
      let voice = t.engine.renderer.voices[player.index]
      let passed = voice.main.isReversed ? Clip.length - voice.main.position : voice.main.position
      return Double(passed + voice.loopsDone * Clip.loop) + Double(voice.main.part) * 0x1p-32
    }

    func expected(_ shape: Shape, at position: Int64) -> Double {
      // Without the engine: speeds beyond the limits at the sound's rate count as the limits.
      let points = SpeedPositionTests.points(shape)
      var sums = [Double](repeating: 0, count: points.count)
      let limits = 0.05 / shape.ratio...16 / shape.ratio
      return points.withBuffer { points in
        sums.withMutableBuffer { sums in
          points.sumDistances(in: sums, within: limits)
          let begin = points.distance(to: SpeedPositionTests.clipStart, sums: sums, within: limits)
          return (points.distance(to: position, sums: sums, within: limits) - begin) * shape.ratio
        }
      }
    }
  }

  @Test(arguments: shapes)
  func playingThroughCoversTheIntegral(shape: Shape) throws {
    let clip = try Clip(shape)
    try clip.t.timeline.start()
    var worst = 0.0
    for part in 1...20 {
      clip.t.rig.render(Int(SpeedPositionTests.tenMinutes / 20), blocks: [4096])
      let position = Int64(part) * SpeedPositionTests.tenMinutes / 20
      worst = max(worst, abs(clip.distance - clip.expected(shape, at: position)))
    }
    print("\(shape.testDescription): \(clip.distance) frames, largest difference \(worst)")
    #expect(worst < 0.1)
  }

  /// Points a few frames apart: cells must not add errors at the limits of the speed.
  @Test(arguments: [8000, 32_000])
  func steepCurvesCoverTheIntegral(soundRate: Int) throws {
    let shape = Shape(soundRate: soundRate, spacing: 40, first: SpeedPositionTests.clipStart)
    let clip = try Clip(shape)
    let begin = SpeedPositionTests.clipStart
    try clip.t.timeline.start(from: begin)
    for part in 1...10 as ClosedRange<Int64> {
      clip.t.rig.render(800, blocks: [512, 3])
      #expect(abs(clip.distance - clip.expected(shape, at: begin + part * 800)) < 0.1)
    }
  }

  @Test(arguments: shapes)
  func startsAndSeeksAreWherePlayingThroughIs(shape: Shape) throws {
    let clip = try Clip(shape)
    var random = Random(seed: 9)
    // A streamed sound restarts after its fade-out.
    let rest = 200
    for turn in 0..<60 {
      let position = Int64(random.uniform() * Double(SpeedPositionTests.tenMinutes))
      if turn == 20 { try clip.t.timeline.stop() }
      if turn < 20 || turn == 40 {
        try clip.t.timeline.start(from: position)
      } else {
        try clip.t.timeline.seek(to: position)
      }
      clip.t.rig.render(rest, blocks: [64])
      if (20..<40).contains(turn) || position + 200 <= SpeedPositionTests.clipStart { continue }
      let wanted = clip.expected(shape, at: position + Int64(rest))
      // The fading end of the old position may have passed the sound's loop.
      let error = (clip.distance - wanted).remainder(dividingBy: Double(Clip.loop))
      #expect(abs(error) < 1, "turn \(turn): from \(position)")
    }
  }

  @Test(arguments: shapes)
  func eachPassOfTheTimelinesLoopIsTheSame(shape: Shape) throws {
    let clip = try Clip(shape)
    try clip.t.timeline.setLoop(begin: 2_000_000, end: 2_005_000)
    try clip.t.timeline.start(from: 1_999_000)
    clip.t.rig.render(1000 + 2500)
    for _ in 0..<5 {
      #expect(abs(clip.distance - clip.expected(shape, at: 2_002_500)) < 1)
      clip.t.rig.render(5000, blocks: [512, 99])
    }
  }

  @Test func liveIsOffline() throws {
    func play(isOffline: Bool) throws -> [Float] {
      let clip = try Clip(Shape(), isOffline: isOffline)
      var output: [Float] = []
      for start in [0, 700_000, 3_456_789] as [Int64] {
        try clip.t.timeline.start(from: start)
        output += clip.t.left(20_000, blocks: isOffline ? [512, 17] : [256])
      }
      return output
    }
    let offline = try play(isOffline: true)
    #expect(Measure.energy(offline) > 10)
    #expect(try play(isOffline: false) == offline)
  }

  @Test func aMoveContinuesFromThePresentPosition() throws {
    let clip = try Clip(Shape())
    try clip.t.timeline.start(from: 1_000_000)
    clip.t.rig.render(1000)
    let before = clip.distance
    try clip.player.setSpeed(1, over: 0)
    clip.t.rig.render(1000)
    #expect(abs(clip.distance - before - 1000) < 1e-3)
    try clip.t.timeline.seek(to: 1_003_000)
    clip.t.rig.render(10)
    #expect(abs(clip.distance - clip.expected(Shape(), at: 1_003_010)) < 1)
  }

  /// A constant lane plays as a constant speed does, sample for sample.
  @Test(arguments: [1, 0.5, 1.5])
  func aConstantLaneIsTheSpeed(speed: Double) throws {
    func play(_ lane: Bool) throws -> [Float] {
      let t = try TimelineRig()
      let sound = try t.rig.sound(Signal.music(frames: 20_000, channels: 2), channels: 2)
      let player = try t.clip(sound, at: 100).player
      if lane {
        try t.timeline.setSpeedLane(of: player, [(0, Float(speed), .smooth)], mode: .read)
      } else {
        try player.setSpeed(speed)
      }
      try t.timeline.start(from: 3000)
      return t.rig.render(4000)
    }
    #expect(try play(true) == play(false))
  }
}
