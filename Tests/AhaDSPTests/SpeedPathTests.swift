import AhaBase
import AhaTestSupport
import Foundation
import Testing

@testable import AhaDSP

@Suite struct SpeedPathTests {
  static func randomPoints(_ count: Int, seed: UInt64, longest: Int64 = 4000) -> [AutomationPoint] {
    var noise = Random(seed: seed)
    var time: Int64 = 100
    return (0..<count).map { _ in
      if noise.next() % 5 > 0 { time += Int64(noise.next() % UInt64(longest)) }
      let value = 0.05 * exp(Float(noise.next() % 1000) / 1000 * log(320))
      let curve = AutomationCurve(rawValue: Int64(noise.next() % 4))!
      return AutomationPoint(time: time, value: min(value, 16), curve: curve)
    }
  }

  /// Simpson's rule over each unit of time. No curve bends between whole times.
  static func integral(
    _ points: [AutomationPoint], _ begin: Int64, _ end: Int64, within limits: ClosedRange<Double>
  ) -> Double {
    var sum = 0.0
    for time in begin..<end {
      let values = [0, 0.5, 1].map { part in
        max(limits.lowerBound, min(value(points, time, part), limits.upperBound))
      }
      sum += (values[0] + 4 * values[1] + values[2]) / 6
    }
    return sum
  }

  private static func value(_ points: [AutomationPoint], _ time: Int64, _ part: Double) -> Double {
    guard let last = points.lastIndex(where: { $0.time <= time }) else {
      return Double(points[0].value)
    }
    let from = Double(points[last].value)
    guard last + 1 < points.count else { return from }
    let to = Double(points[last + 1].value)
    let length = Double(points[last + 1].time - points[last].time)
    let share = (Double(time - points[last].time) + part) / length
    return switch points[last].curve {
    case .step: from
    case .linear: from + (to - from) * share
    case .smooth: from + (to - from) * (3 * share * share - 2 * share * share * share)
    case .exponential: from * pow(to / from, share)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func theDistanceIsTheIntegralOfTheSpeed(seed: UInt64) {
    let points = SpeedPathTests.randomPoints(30, seed: seed)
    let path = SpeedPath(points, speed: 1)
    let last = points.last!.time
    for (begin, end) in [(-50, 60), (0, last + 500), (777, 20_011), (last + 3, last + 9)] {
      let wanted = SpeedPathTests.integral(points, begin, end, within: 0.05...16)
      #expect(abs(path.distance(from: begin, to: end) - wanted) < 1e-4 * max(1, wanted / 1000))
    }
  }

  @Test(arguments: [0.2...4, 0.05...0.3, 6...16.0])
  func speedsBeyondTheLimitsCountAsTheLimits(limits: ClosedRange<Double>) {
    let points = SpeedPathTests.randomPoints(40, seed: 3)
    var sums = [Double](repeating: 0, count: points.count)
    let end = points.last!.time + 10
    let length = points.withBuffer { points in
      sums.withMutableBuffer { sums in
        points.sumDistances(in: sums, within: limits)
        return points.distance(to: end, sums: sums, within: limits)
          - points.distance(to: 0, sums: sums, within: limits)
      }
    }
    // The numeric integral has errors where a curve crosses a limit.
    let wanted = SpeedPathTests.integral(points, 0, end, within: limits)
    #expect(abs(length - wanted) < 0.05)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func theTimeOfADistanceIsItsInverse(seed: UInt64) {
    let points = SpeedPathTests.randomPoints(50, seed: seed, longest: 1 << 20)
    let path = SpeedPath(points, speed: 1)
    for step in 0..<200 as Range<Int64> {
      let begin = step * 77_777 - 1000
      let end = begin + 1 + step * step * 300
      let length = path.time(from: begin, distance: path.distance(from: begin, to: end))
      #expect(abs(length - Double(end - begin)) < 1e-5, "from \(begin) to \(end)")
    }
  }

  @Test func withoutPointsTheSpeedApplies() {
    let path = SpeedPath([], speed: 2.5)
    #expect(path.distance(from: 10, to: 30) == 50)
    #expect(path.time(from: 10, distance: 50) == 20)
    #expect(path.distance(from: 30, to: 10) == 0)
    #expect(path.time(from: 10, distance: -1) == 0)
  }

  /// An exponential segment between almost equal speeds must not divide by 0.
  @Test func tinyChangesOfSpeedAreExact() {
    let points = [
      AutomationPoint(time: 0, value: 1, curve: .exponential),
      AutomationPoint(time: 1 << 40, value: Float(1).nextUp),
    ]
    let wanted = 0x1p40 * (1 + 0x1p-24)
    #expect(abs(SpeedPath(points, speed: 1).distance(from: 0, to: 1 << 40) - wanted) < 0.01)
  }

  @Test func anyInputGivesFiniteNumbers() {
    let values: [Float] = [.nan, .infinity, -.infinity, 0, -1, 17, .greatestFiniteMagnitude]
    let times: [Int64] = [.max, .min, 0, -5, 5, 5, 5]
    for curve in AutomationCurve.allCases {
      let points = zip(times, values).map { AutomationPoint(time: $0, value: $1, curve: curve) }
      for points in [points, points.reversed(), []] {
        let path = SpeedPath(points, speed: .nan)
        for begin in times {
          for end in times { #expect(path.distance(from: begin, to: end).isFinite) }
          for distance in [Double.nan, .infinity, -.infinity, -1, 0, 1, 1e300] {
            let time = path.time(from: begin, distance: distance)
            #expect(time.isFinite && time >= 0)
          }
        }
      }
    }
  }
}
