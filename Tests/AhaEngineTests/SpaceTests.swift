import AhaBase
import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct SpaceTests {
  private static let nan = Double.nan

  private func space(_ x: Double, _ y: Double, _ z: Double) -> Space {
    var space = Space()
    space.position = Vector(x: x, y: y, z: z)
    return space
  }

  /// Gains of a mono sound of ones after the ramps.
  private func gains(
    _ space: Space, _ listener: Listener = Listener(), channels: Int = 1,
    law: PanLaw = .minus3, _ adjust: (Player) throws -> Void = { _ in }
  ) throws -> (left: Float, right: Float) {
    let rig = try Rig { $0.panLaw = law }
    let ones = [Float](repeating: 1, count: 4000 * channels)
    let player = try rig.player(rig.sound(ones, channels: channels))
    try rig.engine.setListener(listener)
    try player.setSpace(space)
    try adjust(player)
    try player.start()
    let output = rig.render(2000)
    return (output[3998], output[3999])
  }

  private func power(_ gains: (left: Float, right: Float)) -> Float {
    gains.left * gains.left + gains.right * gains.right
  }

  // MARK: Gain

  @Test(arguments: [
    (DistanceCurve.inverse, 10.0, 0.2), (.linear, 10, 1 - 8.0 / 98), (.exponential, 10, 0.2),
    (.none, 10, 1), (.inverse, 1, 1), (.linear, 1, 1), (.inverse, 1e30, 0.02), (.linear, 1e30, 0),
  ])
  func theGainFollowsItsCurve(curve: DistanceCurve, distance: Double, expected: Double) throws {
    var space = space(0, 0, -distance)
    space.curve = curve
    space.minDistance = 2
    space.maxDistance = 100
    let gains = try gains(space)
    #expect(abs(Double(power(gains).squareRoot()) - expected) < 1e-4)
  }

  @Test func theRolloffScalesTheCurve() {
    var space = space(0, 0, 0)
    space.rolloff = 2
    #expect(abs(space.gain(at: 3) - 1.0 / 5) < 1e-9)
    space.curve = .exponential
    #expect(abs(space.gain(at: 3) - 1.0 / 9) < 1e-6)
    space.curve = .linear
    space.maxDistance = 5
    #expect(space.gain(at: 4) == 0)
    space.rolloff = 0
    #expect(space.gain(at: 4) == 1)
    (space.minDistance, space.maxDistance) = (5, 5)
    #expect(space.gain(at: 4) == 1)
  }

  // MARK: Pan

  @Test(arguments: [0, 30, 60, 90, 120, 180, 240, 270, 330])
  func thePowerIsConstantAround(degrees: Int) throws {
    let angle = Double(degrees) * .pi / 180
    let gains = try gains(space(10 * sin(angle), 0, -10 * cos(angle))) { try $0.setPan(0) }
    #expect(abs(power(gains).squareRoot() - 0.1) < 1e-5)
    // Behind the listener as in front.
    let lateral = sin(angle)
    let pan = atan2(lateral, max(0, 1 - lateral * lateral).squareRoot()) * 2 / .pi
    let left = 0.1 * sin((1 - pan) * .pi / 4)
    #expect(abs(Double(gains.left) - left) < 1e-5)
  }

  @Test func theListenerTurnsAndMoves() throws {
    var listener = Listener()
    listener.forward = Vector(x: 5, y: 0, z: 0)
    let front = try gains(space(1, 0, 0), listener)
    #expect(abs(front.left - front.right) < 1e-6)
    let left = try gains(space(0, 0, -1), listener)
    #expect(left.left > 0.999)
    listener.up = Vector(x: 0, y: -3, z: 0)
    #expect(try gains(space(0, 0, -1), listener).right > 0.999)
    listener.position = Vector(x: 0, y: 0, z: -1)
    let here = try gains(space(0, 0, -1), listener)
    #expect(abs(here.left - here.right) < 1e-6)
  }

  @Test func ownGainAndPanStay() throws {
    let gains = try gains(space(0, 0, -2)) {
      try $0.setGain(db: -6.0206)
      try $0.setPan(-1)
      #expect($0.pan == -1)
      #expect($0.gainDb == -6.0206)
    }
    #expect(abs(gains.left - 0.25) < 1e-4)
    #expect(gains.right == 0)
  }

  @Test func aStereoSoundIsBalanced() throws {
    let middle = try gains(space(0, 0, -1), channels: 2)
    #expect(abs(middle.left - 1) < 1e-6)
    #expect(abs(middle.right - 1) < 1e-6)
    #expect(abs(try gains(space(1, 0, 0), channels: 2).right - Float(2).squareRoot()) < 1e-4)
  }

  @Test(arguments: [1, 2])
  func byDefaultNoDirectionRaisesASide(channels: Int) throws {
    let front = try gains(space(0, 0, -1), channels: channels, law: .flat)
    #expect(front == (1, 1))
    let right = try gains(space(1, 0, 0), channels: channels, law: .flat)
    #expect(right.right == 1 && abs(right.left) < 1e-6)
  }

  @Test func withoutASpaceThePlayerIsAsBefore() throws {
    let rig = try Rig()
    let ones = [Float](repeating: 0.5, count: 9000)
    let player = try rig.player(rig.sound(ones))
    try player.start()
    rig.render(1000)
    var space = space(7, 0, 3)
    space.delaysEars = true
    space.doppler = 1
    space.velocity = Vector(x: 50, y: 0, z: 0)
    try player.setSpace(space)
    let placed = rig.render(1000)
    #expect(placed[1998] < 0.1)
    try player.setSpace(nil)
    rig.render(1000)
    let output = rig.render(1000)
    #expect(output.allSatisfy { $0 == 0.5 })
    #expect(player.speed == 1)
  }

  // MARK: Doppler

  /// Frequency of a sine of 1 kHz, from its phase over 16000 frames.
  private func frequency(_ velocity: Double, listener: Double = 0, doppler: Double = 1) throws
    -> Double
  {
    let rig = try Rig()
    let sine = Signal.sine(frames: 480_000, frequency: 1000)
    let player = try rig.player(rig.sound(sine)) { $0.loopCount = .max }
    var space = space(0, 0, -10)
    space.velocity = Vector(x: 0, y: 0, z: velocity)
    space.doppler = doppler
    try player.setSpace(space)
    var ears = Listener()
    ears.velocity = Vector(x: 0, y: 0, z: listener)
    try rig.engine.setListener(ears)
    try player.start()
    rig.render(1000)
    let output = rig.left(16_000)
    var crossings: [Double] = []
    for frame in 1..<16_000 where output[frame - 1] < 0 && output[frame] >= 0 {
      let part = output[frame - 1] / (output[frame - 1] - output[frame])
      crossings.append(Double(frame - 1) + Double(part))
    }
    guard crossings.count > 1 else { return 0 }
    return Double(crossings.count - 1) * 48_000 / (crossings[crossings.count - 1] - crossings[0])
  }

  @Test(arguments: [
    (30.0, 0.0, 1.0), (-30, 0, 1), (0, -20, 1), (0, 20, 1), (25, 25, 1), (30, 0, 0.5), (30, 0, 0),
  ])
  func theFrequencyIsShifted(player: Double, listener: Double, doppler: Double) throws {
    let found = try frequency(player, listener: listener, doppler: doppler)
    let sound = 343.3
    let expected = 1000 * (sound - doppler * listener) / (sound - doppler * player)
    #expect(abs(found / expected - 1) < 1e-4, "\(found) Hz for \(expected) Hz")
  }

  @Test(arguments: [(343.3, 16.0), (1e30, 16), (-1e30, 0.05), (340, 16)])
  func supersonicSpeedsAreLimited(velocity: Double, factor: Double) throws {
    var space = space(0, 0, -10)
    space.doppler = 1
    space.velocity = Vector(x: 0, y: 0, z: velocity)
    let placement = try space.placement(for: Listener())
    #expect(placement.speed == factor)
    var listener = Listener()
    listener.velocity = Vector(x: 0, y: 0, z: velocity)
    space.velocity = .zero
    let other = try space.placement(for: listener).speed
    #expect((0.05...16).contains(other))
  }

  // MARK: Ears

  /// The delay line is filled before it fades in: the waveform has no edge.
  @Test func earsAreSwitchedOnWithoutAClick() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound(Signal.sine(frames: 48_000, frequency: 220)))
    try player.start()
    rig.render(4850)
    var space = space(5, 0, -1)
    space.curve = .none
    space.delaysEars = true
    try player.setSpace(space)
    let output = rig.render(9600)
    for side in 0..<2 {
      let plane: [Float] = stride(from: side, to: output.count, by: 2).map { output[$0] }
      let steps: [Float] = zip(plane.dropFirst(), plane).map { $0 - $1 }
      #expect(largestStep(steps) < 0.004)
    }
  }

  /// Frames by which the left side is later, from the peak of an impulse.
  private func delay(_ x: Double, sampleRate: Int) throws -> Int {
    let rig = try Rig { $0.sampleRate = sampleRate }
    var click = [Float](repeating: 0, count: 3000)
    click[1500] = 1
    let player = try rig.player(rig.sound(click))
    var space = space(x, 0, -1)
    space.delaysEars = true
    space.curve = .none
    try player.setSpace(space)
    try player.start()
    let output = rig.render(2500)
    func peak(_ side: Int) -> Int {
      (0..<2500).max { output[2 * $0 + side].magnitude < output[2 * $1 + side].magnitude } ?? 0
    }
    return peak(0) - peak(1)
  }

  @Test(arguments: [44_100, 48_000, 192_000], [-50, -1, -0.2, 0, 0.2, 1, 20])
  func theFarEarIsLater(sampleRate: Int, x: Double) throws {
    let angle = atan2(x, 1)
    let expected = 0.0875 / 343.3 * (angle + sin(angle)) * Double(sampleRate)
    let found = try delay(x, sampleRate: sampleRate)
    #expect(abs(Double(found) - expected) <= 0.6, "\(found) for \(expected)")
  }

  @Test func theNearEarIsUnchanged() throws {
    let rig = try Rig()
    let music = Signal.music(frames: 8000, channels: 1)
    func play(delaysEars: Bool) throws -> [Float] {
      let player = try rig.player(rig.sound(music))
      var space = space(3, 0, -1)
      space.delaysEars = delaysEars
      try player.setSpace(space)
      try player.start()
      let output = rig.render(9000)
      return stride(from: 1, to: output.count, by: 2).map { output[$0] }
    }
    let delayed = try play(delaysEars: true)
    #expect(Measure.largestDifference(delayed, try play(delaysEars: false)) < 1e-6)
  }

  /// A fly-by in steps of 10 ms.
  private func flyBy(isStreamed: Bool = false, isOffline: Bool = true, _ blocks: [Int]) throws
    -> [Float]
  {
    let rig = try Rig { $0.isOffline = isOffline }
    let sine = Signal.sine(frames: 100_000, frequency: 440)
    let player = try rig.player(isStreamed ? rig.streamed(sine) : rig.sound(sine))
    try player.start()
    var output: [Float] = []
    var space = Space()
    space.delaysEars = true
    space.doppler = 1
    space.velocity = Vector(x: 60, y: 0, z: 0)
    for step in 0..<100 {
      space.position = Vector(x: -30 + 0.6 * Double(step), y: 0, z: -2)
      try player.setSpace(space)
      output += rig.render(480, blocks: blocks)
    }
    return output
  }

  @Test func aFlyByDoesNotClick() throws {
    let output = try flyBy([480])
    let steepest = Float(2 * Double.pi * 440 / 48_000) * 0.5
    for side in 0..<2 {
      let samples = stride(from: side + 2000, to: output.count, by: 2).map { output[$0] }
      // The highest pitch, and the rise of the gain.
      #expect(largestStep(samples) < 1.3 * steepest)
    }
    #expect(output == (try flyBy([7, 101])))
    #expect(output == (try flyBy(isOffline: false, [480])))
    #expect(Measure.largestDifference(output, try flyBy(isStreamed: true, [480])) < 1e-4)
  }

  // MARK: Bad input

  @Test(arguments: [nan, .infinity, -.infinity])
  func coordinatesMustBeFinite(value: Double) throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2]))
    for change: (inout Space) -> Void in [
      { $0.position.x = value }, { $0.velocity.z = value }, { $0.minDistance = value },
      { $0.maxDistance = value }, { $0.rolloff = value }, { $0.doppler = value },
    ] {
      var space = space(1, 0, 0)
      change(&space)
      #expect(failure { try player.setSpace(space) }?.code == .invalidArgument)
    }
    for change: (inout Listener) -> Void in [
      { $0.position.y = value }, { $0.velocity.x = value }, { $0.forward.x = value },
      { $0.up.z = value },
    ] {
      var listener = Listener()
      change(&listener)
      #expect(failure { try rig.engine.setListener(listener) }?.code == .invalidArgument)
    }
    #expect(player.placement == Placement())
  }

  @Test func impossiblePlacesAreRefused() throws {
    let rig = try Rig()
    let player = try rig.player(rig.sound([0.1, 0.2]))
    var bad = space(0, 0, 0)
    (bad.minDistance, bad.maxDistance) = (3, 2)
    #expect(failure { try player.setSpace(bad) }?.code == .invalidArgument)
    (bad.minDistance, bad.maxDistance) = (0, 2)
    #expect(failure { try player.setSpace(bad) }?.code == .invalidArgument)
    var listener = Listener()
    listener.up = Vector(x: 0, y: 0, z: 4)
    #expect(failure { try rig.engine.setListener(listener) }?.code == .invalidArgument)
    listener.up = .zero
    #expect(failure { try rig.engine.setListener(listener) }?.code == .invalidArgument)
    player.release()
    #expect(throws: AhaError.self) { try player.setSpace(space(1, 0, 0)) }
    try rig.engine.setListener(Listener())
  }

  @Test func aReleasedPlayersEarsAreFreed() throws {
    let rig = try Rig { $0.maxEffects = 1 }
    let sound = try rig.sound(Signal.sine(frames: 5000))
    var space = space(1, 0, 0)
    space.delaysEars = true
    for _ in 0..<3 {
      let player = try rig.player(sound)
      try player.setSpace(space)
      #expect(failure { try rig.player(sound).setSpace(space) }?.code == .limit)
      try player.start()
      rig.render(600)
      player.release()
      rig.render(2000)
      _ = rig.events()
    }
  }
}
