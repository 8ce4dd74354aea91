import AhaBase
import AhaDSP
import AhaTestSupport
import Testing

@testable import AhaEngine

/// Numbers of any size, in any order of calls: each is refused, or clamped before it reaches the
/// renderer, which traps at an overflow.
@Suite struct ExtremeValueTests {
  static let wholes: [Int64] = [
    .min, .min + 1, -(1 << 53), -1, 0, 1, 2, 239, 241, 512, 1 << 24, 1 << 31, 1 << 32,
    1 << 48, (1 << 53) - 1, 1 << 53, 1 << 56, 1 << 60, 1 << 62, .max / 2, .max - 240, .max - 1,
    .max,
  ]
  static let reals: [Double] = [
    .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 0.05, 16, 24, -120, 1e-40, 1e30, -1e30,
    Double(Float.greatestFiniteMagnitude), .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]
  private static let shapes = FadeShape.allCases

  /// Calls the functions of players, buses, effects, lanes and one-shots with numbers of a seed.
  private final class Caller {
    var random: Random
    let t: TimelineRig
    let sounds: [Sound]
    var players: [Player] = []
    var effects: [Effect] = []
    let bus: Bus

    init(seed: UInt64) throws {
      random = Random(seed: seed)
      t = try TimelineRig()
      let music = Signal.music(frames: 3000, channels: 2)
      sounds = [try t.rig.sound(music, channels: 2), try t.rig.streamed(music, channels: 2)]
      bus = try t.engine.makeBus(into: t.rig.master)
      for sound in sounds {
        for isChained in [false, true] {
          let player = try t.rig.player(sound, on: isChained ? bus : nil) { $0.loopCount = .max }
          if isChained { effects.append(try player.add(.filter)) }
          try player.start()
          players.append(player)
        }
      }
      t.rig.render(700)
    }

    private func below(_ count: Int) -> Int {
      min(count - 1, Int(random.uniform() * Double(count)))
    }
    private var whole: Int64 { wholes[below(wholes.count)] }
    private var real: Double { reals[below(reals.count)] }
    private var float: Float { Float(real) }
    private var player: Player { players[below(players.count)] }
    private var effect: Effect { effects[below(effects.count)] }
    private var speed: Double { below(2) == 0 ? real : 0.05 + 15.9 * random.uniform() }
    private var fade: Fade { Fade(whole, shape: shapes[below(shapes.count)]) }
    private var vector: Vector { Vector(x: real, y: real, z: real) }

    private var points: [AutomationPoint] {
      (0..<1 + below(4)).map { _ in
        AutomationPoint(
          time: whole, value: below(2) == 0 ? float : 1,
          curve: AutomationCurve.allCases[below(4)])
      }.sorted { $0.time < $1.time }
    }

    private var stages: Player.Stages {
      var stages = Player.Stages()
      (stages.attack, stages.decay, stages.release) = (fade, fade, fade)
      stages.sustainDb = below(2) == 0 ? -6 : float
      return stages
    }

    private var space: Space {
      var space = Space()
      (space.position, space.velocity) = (vector, vector)
      space.curve = DistanceCurve.allCases[below(4)]
      if below(2) == 0 { (space.minDistance, space.maxDistance) = (abs(real), abs(real)) }
      if below(2) == 0 { space.rolloff = abs(real) }
      space.doppler = below(2) == 0 ? 1 : abs(real)
      space.delaysEars = below(2) == 0
      return space
    }

    private var listener: Listener {
      var listener = Listener()
      (listener.position, listener.velocity) = (vector, vector)
      if below(4) == 0 { (listener.forward, listener.up) = (vector, vector) }
      return listener
    }

    func call() throws {
      switch below(27) {
      case 0: try player.setSpeed(speed, over: Fade(whole))
      case 1: try player.setSpeed(speed, over: Fade(whole), at: whole)
      case 2: try player.start(at: whole, velocity: below(2) == 0 ? 1 : float)
      case 3: try player.stop(at: whole)
      case 4: try player.setGain(db: below(2) == 0 ? -6 : float, over: fade)
      case 5: try player.setPan(float)
      case 6: try player.setEnvelope(stages)
      case 7: try player.setChoke(group: UInt32(below(3)), fade: whole)
      case 8: try player.setSpace(below(4) == 0 ? nil : space)
      case 9: try t.engine.setListener(listener)
      case 10:
        var options = SpeedModulation()
        options.waveform = Modulator.Waveform(rawValue: UInt32(below(3)))!
        options.duration = float
        try player.startSpeedModulation(options)
      case 11: try player.setSpeedLane(points, on: below(2) == 0 ? .engine : .timeline)
      case 12:
        try t.timeline.setSpeedLane(of: player, id: 1, points: points, mode: mode)
      case 13: try effect.set(UInt32(below(4)), value: float, over: Fade(whole))
      case 14: try effect.set(2, value: 900, over: Fade(whole))
      case 15: try effect.set(2, value: 300, over: Fade(whole), at: whole)
      case 16:
        var options = ModulationOptions()
        options.duration = float
        try effect.modulate(2, options: options)
      case 17: try t.timeline.setLane(of: effect, parameter: 2, id: 2, points: points, mode: mode)
      case 18: try t.timeline.start(from: whole, at: below(2) == 0 ? nil : whole)
      case 19: try t.timeline.seek(to: whole, at: below(2) == 0 ? nil : whole)
      case 20: try t.timeline.stop(at: whole)
      case 21: try t.timeline.setLoop(begin: whole, end: whole)
      case 22: try t.timeline.setClip(of: player, start: whole)
      case 23: try t.engine.playOneShot(sounds[0], on: bus, shot)
      case 24: try bus.setGain(db: float)
      case 25: try player.setReversed(below(2) == 0)
      default: try player.start()
      }
    }

    private var mode: LaneMode { LaneMode.allCases[below(5)] }

    private var shot: OneShot.Options {
      var shot = OneShot.Options()
      (shot.start, shot.stop) = (whole, below(2) == 0 ? nil : whole)
      (shot.stages, shot.chokeFade, shot.chokeGroup) = (stages, whole, UInt32(below(3)))
      (shot.speed, shot.loopCount) = (speed, below(2) == 0 ? 0 : .max - 1)
      return shot
    }

    /// Refusals are expected.
    func run(_ rounds: Int) {
      for _ in 0..<rounds {
        for _ in 0..<6 { try? call() }
        t.rig.render(1 + below(1200))
      }
    }
  }

  @Test(arguments: 1...40)
  func noNumberOfTheHostReachesTheRendererUnclamped(seed: Int) throws {
    try Caller(seed: UInt64(seed)).run(60)
  }

  /// Two ramps that do not end: the sum of their frames does not fit.
  @Test func aLongRampOfTheSpeedAndADopplerFactorPlayOn() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.music(frames: 48_000, channels: 1)))
    try player.start()
    rig.render(512)
    var space = Space()
    (space.position, space.velocity, space.doppler) = (
      Vector(x: 5, y: 0, z: 0), Vector(x: 10, y: 0, z: 0), 1
    )
    try player.setSpace(space)
    try player.setSpeed(0.05, over: Fade(.max))
    #expect(rig.render(2048).allSatisfy { $0.isFinite })
  }

  @Test(arguments: wholes)
  func aRecorderTakesFramesOfAnySize(frame: Int64) throws {
    let recording = try RecorderRig()
    try recording.play(4000)
    for other: Int64 in [.min, -1, 0, 1 << 53, .max - 1] {
      let recorder = try recording.recorder("\(other).wav") { $0.preRollMilliseconds = 10 }
      try? recorder.start(at: frame)
      recording.rig.render(700)
      try? recorder.stop(at: other)
      recording.rig.render(700)
      try? recorder.stop(at: nil)
      #expect(recorder.outcome() != .pending)
    }
  }
}
