import AhaBase
import AhaTestSupport
import Foundation
import Testing

@testable import AhaDSP

@Suite struct SegmentTests {
  func values(_ curve: AutomationCurve, from: Float, to: Float, length: Int) -> [Float] {
    (0...length).map {
      Segment(from: from, to: to, length: length, elapsed: $0, curve: curve).value
    }
  }

  @Test(arguments: [AutomationCurve.step, .linear, .exponential, .smooth])
  func beginsAndEndsExactly(curve: AutomationCurve) {
    for (from, to) in [(Float(0.1), Float(0.7)), (-3, -40), (2, -2), (0, 5), (7, 7)] {
      let all = values(curve, from: from, to: to, length: 77)
      #expect(all[0] == from)
      #expect(all[77] == to)
      let isRising = zip(all, all.dropFirst()).allSatisfy { to >= from ? $1 >= $0 : $1 <= $0 }
      #expect(isRising, "\(curve) \(from) to \(to)")
    }
  }

  @Test func hasTheShapeOfItsCurve() {
    #expect(values(.step, from: 1, to: 2, length: 4) == [1, 1, 1, 1, 2])
    #expect(values(.linear, from: 1, to: 2, length: 4) == [1, 1.25, 1.5, 1.75, 2])
    #expect(abs(values(.exponential, from: 100, to: 1600, length: 4)[1] - 200) < 1e-3)
    #expect(abs(values(.exponential, from: -100, to: -1600, length: 4)[2] + 400) < 1e-3)
    #expect(values(.exponential, from: -1, to: 1, length: 2)[1] == 0)
    #expect(values(.exponential, from: 0, to: 4, length: 4)[1] == 1)
    #expect(values(.smooth, from: 0, to: 32, length: 4) == [0, 5, 16, 27, 32])
  }
}

/// Output of an effect that follows segments: a fader over a signal of ones shows its value at each
/// frame.
@Suite struct FollowTests {
  /// Runs a unit over ones; actions run at their frames.
  func run(
    _ frames: Int, blocks: [Int] = [512], kind: EffectKind = .fader,
    values: [Float] = [-120, 0, 0],
    _ actions: [(Int, (inout EffectUnit) -> Void)]
  ) throws -> [Float] {
    var unit = try EffectUnit(kind, sampleRate: 48_000, ramp: 240, values: values)
    defer { unit.free() }
    var left = [Float](repeating: 1, count: frames)
    var right = left
    var scratch = [Float](repeating: 0, count: 2048)
    var (done, next, block) = (0, 0, 0)
    while done < frames {
      while next < actions.count, actions[next].0 <= done {
        actions[next].1(&unit)
        next += 1
      }
      var count = min(frames - done, blocks[block % blocks.count])
      if next < actions.count { count = min(count, actions[next].0 - done) }
      left.withMutableBuffer { left in
        right.withMutableBuffer { right in
          scratch.withMutableBuffer { scratch in
            let audio = StereoTarget(left: left, right: right)
              .advanced(by: done)
            let room = StereoTarget(left: scratch, right: scratch + 1024)
            unit.process(audio, frames: count, scratch: room)
          }
        }
      }
      done += count
      block += 1
    }
    return left
  }

  func decibels(_ factor: Float) -> Float { 20 * log10(factor) }

  @Test(arguments: [AutomationCurve.linear, .smooth, .exponential])
  func valuesAreHeardAtTheirFrames(curve: AutomationCurve) throws {
    let segment = Segment(from: -40, to: -4, length: 1000, curve: curve)
    let output = try run(
      3000,
      [
        (100, { $0.set(0, value: -40, over: 0) }), (500, { $0.follow(0, segment: segment) }),
      ])
    for frame in [564, 628, 1012, 1460] {
      let wanted = Segment(
        from: -40, to: -4, length: 1000, elapsed: frame - 500, curve: curve
      ).value
      #expect(abs(decibels(output[frame - 1]) - wanted) < 1e-3, "\(frame)")
    }
    #expect(output[98] == 0)
    #expect(abs(decibels(output[1499]) + 4) < 1e-4)
    #expect(abs(output[1499] - output[2999]) < 2e-6)
  }

  @Test(arguments: [[1], [7], [64], [511], [1, 512, 17]])
  func blocksDoNotMatter(blocks: [Int]) throws {
    func perform(_ blocks: [Int]) throws -> [Float] {
      try run(
        4000, blocks: blocks,
        [
          (
            10,
            { $0.follow(0, segment: Segment(from: -60, to: 0, length: 999, curve: .exponential)) }
          ),
          (333, { $0.follow(1, segment: Segment(from: 0, to: 1, length: 500, curve: .smooth)) }),
          (600, { $0.set(0, value: -12, over: nil) }), (700, { $0.hold(0) }),
          (
            2000,
            {
              $0.follow(
                0, segment: Segment(from: -9, to: 3, length: 50, elapsed: 20, curve: .linear))
            }
          ),
        ])
    }
    let whole = try perform([512])
    #expect(try perform(blocks) == whole)
  }

  /// Other parameters that start to move within a cell must not speed up this one.
  @Test func oneLaneDoesNotHurryAnother() throws {
    var actions: [(Int, (inout EffectUnit) -> Void)] = [
      (0, { $0.follow(0, segment: Segment(from: -40, to: 0, length: 2000, curve: .linear)) })
    ]
    for frame in stride(from: 33, to: 1900, by: 70) {
      actions.append((frame, { $0.set(1, value: 0, over: 0) }))
    }
    let output = try run(2500, actions)
    #expect(abs(decibels(output[999]) + 20) < 0.05)
    #expect(abs(decibels(output[1949]) + 1) < 0.05)
    #expect(abs(output[1999] - 1) < 1e-6)
  }

  /// A requested ramp gives the same samples as a segment with its curve.
  @Test func aRampIsASegment() throws {
    for (kind, parameter, curve) in [
      (EffectKind.fader, 0, AutomationCurve.linear), (.filter, 2, .exponential),
    ] {
      let specs = EffectRegistry.spec(kind).parameters
      let from = specs[parameter].standard
      let to: Float = kind == .fader ? -30 : 6000
      let values = specs.map(\.standard)
      let asked = try run(
        2000, kind: kind, values: values,
        [
          (77, { $0.set(parameter, value: to, over: 1000) })
        ])
      let followed = try run(
        2000, kind: kind, values: values,
        [
          (
            77,
            {
              $0.follow(parameter, segment: Segment(from: from, to: to, length: 1000, curve: curve))
            }
          )
        ])
      #expect(asked == followed)
      #expect(asked[1900] != 0)
    }
  }

  @Test func aChangeTakesOverWhereTheSegmentIs() throws {
    let output = try run(
      4000,
      [
        (0, { $0.follow(0, segment: Segment(from: -40, to: 0, length: 2000, curve: .linear)) }),
        (1010, { $0.set(0, value: -19.8, over: 500) }),
      ])
    let steps = zip(output, output.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < 2e-3)
    #expect(abs(decibels(output[1200]) + 19.8) < 0.05)
  }

  @Test func aHeldValueStays() throws {
    let output = try run(
      4000,
      [
        (0, { $0.follow(0, segment: Segment(from: -40, to: 0, length: 2000, curve: .linear)) }),
        (
          1010,
          { unit in
            #expect(abs(unit.value(of: 0) + 19.8) < 1e-4)
            unit.hold(0)
          }
        ),
      ])
    #expect(abs(decibels(output[1100]) + 19.8) < 0.01)
    #expect(abs(decibels(output[3999]) + 19.8) < 1e-4)
  }
}

@Suite struct FaderTests {
  @Test(arguments: PanLaw.allCases)
  func hasTheLawsOfABus(law: PanLaw) {
    for pan in [-1, -0.4, 0, 0.7, 1] as [Float] {
      let (mine, bus) = (
        FaderKernel.factors(db: -6, pan: pan, law: law),
        law.balance(pan) * StereoGain(Level.linear(db: -6))
      )
      #expect(abs(mine.left - bus.left) <= 1e-6 && abs(mine.right - bus.right) <= 1e-6)
    }
    #expect(FaderKernel.factors(db: 0, pan: 0, law: law) == .unity)
    #expect(FaderKernel.factors(db: -120, pan: 0.3, law: law) == StereoGain(0))
  }

  @Test func changesNothingAtNought() throws {
    var kernel = try FaderKernel(sampleRate: 48_000)
    kernel.aim([0, 0, 0], over: 0)
    #expect(kernel.isNeutral)
    var left = Signal.noise(count: 512, amplitude: 0.8)
    var right = left.reversed() as [Float]
    let (first, second) = (left, right)
    left.withMutableBuffer { left in
      right.withMutableBuffer { right in
        kernel.process(
          StereoTarget(left: left, right: right), frames: 512)
      }
    }
    #expect(left == first && right == second)
  }
}
