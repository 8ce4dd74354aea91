import AhaBase
import AhaDSP
import AhaTestSupport
import Foundation
import Testing

@testable import AhaEngine

@Suite(.enabled(if: TestLane.hasArithmetic)) struct AutomationTests {
  static let gain: UInt32 = 0

  /// A fader over a constant: its output shows the value at each frame.
  func fader(
    _ kinds: [EffectKind] = [], frames: Int = 60_000
  ) throws -> (t: TimelineRig, fader: Effect, player: Player) {
    let t = try TimelineRig()
    let ones = try t.rig.sound(AutomationTests.constant(frames), channels: 2)
    let clip = try t.clip(ones, at: 0, kinds + [.fader])
    return (t, clip.effects.last!, clip.player)
  }

  /// The sound begins at a low level, so that the engine does not fade it in.
  static func constant(_ frames: Int) -> [Float] {
    [0, 0] + [Float](repeating: 0.5, count: 2 * frames - 2)
  }

  func decibels(_ sample: Float) -> Float { 20 * log10(sample / 0.5) }

  func expect(_ output: [Float], _ values: [(Int, Float)], _ tolerance: Float = 0.02) {
    for (frame, value) in values {
      #expect(abs(decibels(output[frame]) - value) < tolerance, "at \(frame)")
    }
  }

  // MARK: Playing

  @Test(arguments: [[], [EffectKind.pitch], [.limiter, .pitch]])
  func valuesAreHeardAtTheirFrames(kinds: [EffectKind]) throws {
    let (t, fader, _) = try fader(kinds)
    try t.timeline.setLane(
      of: fader, AutomationTests.gain,
      [
        (0, -20, .step), (3000, -10, .linear), (5000, -30, .smooth), (7000, -6, .step),
        (8000, -12, .linear), (8000, 0, .linear), (9000, 0, .exponential),
      ])
    try t.timeline.start(from: 0, at: 100)
    let output = t.left(12_000, blocks: [512, 17])
    expect(
      output,
      [
        (500, -20), (3098, -20), (3100 + 240, -12.4), (4100, -20), (5099, -30), (6100, -18),
        (7099, -6), (8099, -6), (8600, 0), (11_999, 0),
      ], 0.2)
    // From -6 to -12 and then to 0 at the same frame: no ramp.
    #expect(decibels(output[8099]) < -5.8 && decibels(output[8100]) > -0.1)
    // Away from ramps, the value is exact.
    for frame in [4164, 4356, 4868] {
      let value = Segment(
        from: -10, to: -30, length: 2000, elapsed: frame - 3099, curve: .linear
      ).value
      expect(output, [(frame, value)], 0.01)
    }
    #expect(output[500] == output[3000])
  }

  @Test func aLaneIsJoinedWithoutAClick() throws {
    let (t, fader, _) = try fader()
    try t.timeline.setLane(of: fader, 0, [(0, -20, .linear), (10_000, 0, .linear)])
    try t.timeline.start(from: 0)
    try t.timeline.seek(to: 9000, at: 2000)
    try t.timeline.stop(at: 2500)
    try t.timeline.start(from: 100, at: 2600)
    let output = t.left(6000, blocks: [100])
    expect(output, [(1, -20), (1000, -18), (2300, -1.4), (4000, -17)], 0.1)
    // At the crossfade, both places play the same signal.
    #expect(largestStep(Array(output[1000..<2400])) < 0.01)
  }

  @Test func beforeAndAfterItsPointsALaneHolds() throws {
    let (t, fader, _) = try fader()
    try t.timeline.setLane(of: fader, 0, [(4000, -12, .linear), (5000, -6, .linear)])
    try t.timeline.start(from: 0)
    let output = t.left(9000)
    expect(output, [(1, -12), (3999, -12), (4500, -9), (5000, -6), (8999, -6)], 0.05)
    #expect(output[10] == output[3990])
  }

  @Test func aStoppedTimelineLeavesTheValueAlone() throws {
    let (t, fader, player) = try fader()
    try t.timeline.setLane(of: fader, 0, [(0, -20, .linear), (10_000, 0, .linear)])
    try player.start()
    try t.timeline.removeClip(of: player)
    try player.start()
    expect(t.left(1000), [(999, 0)])
    try t.timeline.start(from: 5000)
    expect(t.left(1000), [(999, -8)])
    try t.timeline.stop()
    expect(t.left(3000), [(500, -8), (2999, -8)], 0.05)
    try fader.set(0, value: -3, over: nil)
    expect(t.left(1000), [(999, -3)])
  }

  /// An effect that is inaudible for a while has the lane's value when it is audible again.
  @Test func anUnheardEffectKeepsUp() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound(AutomationTests.constant(2000), channels: 2)
    let clip = try t.clip(sound, at: 0, [.fader])
    let bus = try t.engine.makeBus(into: t.rig.master)
    _ = try t.clip(sound, at: 30_000, on: bus)
    let fader = try t.add(.fader, to: bus)
    for effect in [clip.effects[0], fader] {
      try t.timeline.setLane(of: effect, 0, [(0, -30, .linear), (60_000, 0, .linear)])
    }
    try t.timeline.start(from: 0)
    let output = t.left(40_000, blocks: [512])
    #expect(abs(decibels(output[10]) + 30) < 0.1)
    #expect(abs(decibels(output[30_002]) + 15) < 0.1)
    try clip.player.start(at: 45_000)
    let later = t.left(20_000, blocks: [512])
    #expect(abs(decibels(later[5010]) + 7.5) < 0.1)
  }

  @Test func stepsOfChoicesJump() throws {
    let t = try TimelineRig()
    let tone = try t.rig.sound(Signal.sine(frames: 40_000, frequency: 100, amplitude: 0.5))
    let clip = try t.clip(tone, at: 0, [.filter])
    try t.timeline.setLane(of: clip.effects[0], 0, [(0, 0, .linear), (10_000, 1, .linear)])
    try t.timeline.start()
    let output = t.left(20_000)
    #expect(Measure.energy(output[15_000..<19_000]) < 0.01 * Measure.energy(output[5000..<9000]))
  }

  // MARK: Many

  @Test func tenThousandPointsInASecond() throws {
    let (t, fader, _) = try fader()
    let points = (0..<10_000).map { index in
      AutomationPoint(time: Int64(index) * 48 / 10, value: -20 + Float(index % 7), curve: .linear)
    }
    try t.timeline.setLane(of: fader, parameter: 0, id: 1, points: points)
    try t.timeline.start()
    let output = t.left(48_000)
    for index in stride(from: 100, to: 9900, by: 333) {
      expect(output, [(Int(points[index].time) - 1, points[index].value)], 0.5)
    }
  }

  @Test func manyIdleLanesCostNothing() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound([Float](repeating: 0.5, count: 4000), channels: 2)
    for index in 0..<250 {
      let clip = try t.clip(sound, at: Int64(index % 2 == 0 ? 1_000_000 : 0), [.filter])
      for parameter in UInt32(0)..<4 {
        let value = EffectRegistry.spec(.filter).parameters[Int(parameter)].standard
        try t.timeline.setLane(of: clip.effects[0], parameter, [(0, value, .linear)])
      }
    }
    try t.timeline.start()
    #expect(Measure.energy(t.rig.render(3000)) > 1)
    t.rig.render(60_000)
    #expect(t.rig.render(5000).allSatisfy { $0 == 0 })
  }

  // MARK: Edits

  @Test func lanesAreSwappedWhileTheyPlay() throws {
    let (t, fader, _) = try fader()
    try t.timeline.start()
    var last: [Float] = []
    for turn in 0..<300 {
      let points: Points = [
        (0, -20, .linear), (Int64(4000 + turn), -20 + Float(turn % 3), .smooth),
      ]
      try t.timeline.setLane(of: fader, 0, points)
      if turn % 50 == 49 { try t.timeline.removeLane(of: fader, parameter: 0) }
      last = t.left(128)
    }
    expect(last, [(127, -18)], 2.5)
    #expect(t.engine.lock.locked { t.engine.laneCount } <= 2)
  }

  @Test func lanesGoWithTheirEffects() throws {
    let t = try TimelineRig()
    let sound = try t.rig.sound(Signal.music(frames: 60_000, channels: 2), channels: 2)
    try t.timeline.start()
    for turn in 0..<40 {
      let bus = try t.engine.makeBus(into: t.rig.master)
      let clip = try t.clip(sound, at: 0, on: bus, [.filter, .pitch])
      let room = try t.add(.reverb, to: bus)
      for effect in clip.effects + [room] {
        let value = EffectRegistry.spec(effect.effectKind).parameters[0].standard
        try t.timeline.setLane(of: effect, 0, [(0, value, .linear), (70_000, value, .linear)])
      }
      if turn % 2 == 0 { t.rig.render(700) }
      try clip.player.editChain { (chain) throws(AhaError) in
        try chain.remove(clip.effects[turn % 2], engine: t.engine)
      }
      #expect(throws: AhaError.self) {
        try t.timeline.removeLane(of: clip.effects[turn % 2], parameter: 0)
      }
      clip.player.release()
      bus.release()
      #expect(t.rig.render(300).allSatisfy { $0.isFinite })
    }
    t.rig.render(48_000 * 8)
    // Its player is released, so the last bus can be released too.
    try t.timeline.stop()
    t.rig.render(2000)
    try t.timeline.stop()
    #expect(t.engine.lock.locked { t.engine.laneCount } == 0)
  }
}

extension Engine {
  /// Count of lanes that were not freed. Invariant: caller holds the lock.
  var laneCount: Int {
    var count = 0
    var lane = lanes
    while let present = lane {
      count += 1
      lane = present.value.older
    }
    return count
  }
}
