import Testing

@testable import AhaDSP

/// Beats of ramps are integrals by Simpson's rule, computed elsewhere.
@Suite struct TempoMapTests {
  private let ramped = TempoMap(
    bpm: 120,
    points: [TempoPoint(time: 2, bpm: 240, isRamp: true), TempoPoint(time: 6, bpm: 60)])

  private func isClose(_ one: Double, _ other: Double, within error: Double = 1e-9) -> Bool {
    (one - other).magnitude <= error * max(1, other.magnitude)
  }

  @Test(arguments: [
    (120.0, 240.0, 10.0, 10.0, 28.853_900_817_779), (120, 240, 10, 5, 11.951_677_046_092),
    (90, 60, 3.7, 3.7, 4.562_661_405_396), (1, 1000, 2, 2, 4.820_668_749_126),
    (1000, 1, 2, 2, 4.820_668_749_126), (120, 120.000001, 3600, 3600, 7200.000_03),
  ])
  func aRampHasTheBeatsOfItsIntegral(
    from: Double, to: Double, length: Double, time: Double, beats: Double
  ) {
    let ramp = TempoSegment(start: 5, beat: 7, pace: from / 60, to: to / 60, over: length)
    #expect(isClose(ramp.beat(at: 5 + time) - 7, beats))
    #expect(isClose(ramp.time(of: 7 + beats), 5 + time))
    #expect(isClose(ramp.pace(at: 5 + length) * 60, to))
  }

  @Test func aRampWithoutChangeIsConstant() {
    for end in [120.0, 120.000_000_000_001, 119.999_999_999_999] {
      let ramp = TempoSegment(start: 0, beat: 0, pace: 2, to: end / 60, over: 3600)
      #expect(isClose(ramp.beat(at: 3600), 7200, within: 1e-13))
      #expect(isClose(ramp.time(of: 7200), 3600, within: 1e-13))
    }
  }

  @Test func aFallingRampAloneNeverReachesSomeBeats() {
    let ramp = TempoSegment(start: 0, beat: 0, pace: 4, to: 2, over: 1)
    #expect(ramp.time(of: 100) == .infinity)
  }

  @Test func pointsJumpAndRamp() {
    let map = TempoMap(
      bpm: 1,
      points: [
        TempoPoint(time: 1, bpm: 60), TempoPoint(time: 3, bpm: 120),
        TempoPoint(time: 3, bpm: 180), TempoPoint(time: 5, bpm: 90),
      ])
    for (time, beat, bpm) in [
      (-1.0, -1.0, 60.0), (0, 0, 60), (2.5, 2.5, 60), (3, 3, 180), (4, 6, 180), (5, 9, 90),
      (7, 12, 90),
    ] {
      #expect(isClose(map.beat(at: time), beat))
      #expect(isClose(map.time(of: beat), time))
      #expect(isClose(map.bpm(at: time), bpm))
    }
    #expect(isClose(ramped.bpm(at: 4), 120))
    #expect(isClose(ramped.time(of: 13), 3.638_263_154_047))
    #expect(isClose(ramped.bpm(at: 100), 60))
  }

  @Test func theUnitOfTimesIsFree() {
    let frames = TempoMap(
      bpm: 120,
      points: [
        TempoPoint(time: 96_000, bpm: 240, isRamp: true), TempoPoint(time: 288_000, bpm: 60),
      ],
      minute: 60 * 48_000)
    for time in stride(from: 0.0, through: 9, by: 0.37) {
      #expect(isClose(frames.beat(at: time * 48_000), ramped.beat(at: time)))
    }
  }

  @Test func timesAndBeatsAreInverse() {
    for step in 0...1000 {
      let time = Double(step) / 100 - 1
      #expect(isClose(ramped.time(of: ramped.beat(at: time)), time))
    }
  }

  @Test func anAppendedTempoAppliesFromItsTimeOn() {
    var map = TempoMap(bpm: 120)
    map.append(at: 10, bpm: 60, over: 5)
    map.append(at: 20, bpm: 240)
    #expect(isClose(map.bpm(at: 16), 60))
    // An interrupted ramp.
    map.append(at: 12.5, bpm: 100)
    #expect(isClose(map.bpm(at: 12.499_999_999), 60 * 1.414_213_562_373_095))
    #expect(isClose(map.bpm(at: 30), 100))
    #expect(isClose(map.beat(at: 10), 20))
    #expect(isClose(map.beat(at: 72.5) - map.beat(at: 12.5), 100))
  }

  @Test func theNextBeatAndBarAreAtOrAfterATime() {
    let map = TempoMap(bpm: 120, bar: 3)
    #expect(isClose(map.next(1, after: 0.6), 1))
    #expect(map.next(1, after: 1) == 1)
    #expect(map.next(map.bar, after: 1.500_000_000_000_1) == 1.500_000_000_000_1)
    #expect(isClose(map.next(map.bar, after: 1.6), 3))
    #expect(isClose(map.next(1, after: -0.6), -0.5))
    #expect(isClose(map.nearest(1, to: 1.2), 1))
    #expect(isClose(map.nearest(map.bar, to: 2.3), 3))
  }

  @Test func anHourOfBeatsIsExactToAFrame() {
    let map = TempoMap(bpm: 123.4, minute: 60 * 48_000)
    let beat = map.next(1, after: 3600 * 48_000)
    // 7404 beats are an hour.
    #expect((beat - 3600 * 48_000).magnitude < 0.01)
  }

  @Test(arguments: [(0.0, 1.0), (-1, 1), (1e6, 1000), (.infinity, 1000), (.nan, 120)])
  func aTempoOutOfRangeIsClamped(bpm: Double, used: Double) {
    #expect(isClose(TempoMap(bpm: bpm).bpm(at: 3), used))
    var map = TempoMap(bpm: 120)
    map.append(at: 1, bpm: bpm, over: 1)
    #expect(isClose(map.bpm(at: 2), used))
    #expect(map.time(of: map.beat(at: 1.5)).isFinite)
  }
}
