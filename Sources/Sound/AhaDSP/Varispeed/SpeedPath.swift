import AhaBase

/// Distance that a sound covers along a lane of speeds, and its inverse.
///
/// Units: times and distances are those of the points' times, for example microseconds. Before the
/// first point its speed applies, after the last point the last one's. Two points at one time are a
/// jump.
public struct SpeedPath {
  public static var limits: ClosedRange<Double> {
    @_noLocks get { 0.05...16 }
  }
  /// The longest distance; a longer one counts as this.
  private static let longest = 0x1p62

  private let points: [AutomationPoint]
  /// Distances from the first point to each point.
  private let sums: [Double]
  private let speed: Double

  /// - Parameters:
  ///   - points: With ascending times and values in `limits`; others are moved there.
  ///   - speed: Applies if there are no points.
  public init(_ points: [AutomationPoint], speed: Double) {
    var last = Int64.min
    let allowed = points.map { point in
      last = max(last, point.time)
      let value = SpeedPath.limited(Double(point.value))
      return AutomationPoint(time: last, value: Float(value), curve: point.curve)
    }
    var sums = [Double](repeating: 0, count: allowed.count)
    allowed.withBuffer { allowed in
      sums.withMutableBuffer { allowed.sumDistances(in: $0, within: SpeedPath.limits) }
    }
    self.points = allowed
    self.sums = sums
    self.speed = SpeedPath.limited(speed)
  }

  private static func limited(_ speed: Double) -> Double {
    speed.isNaN ? 1 : SpeedCurve.limit(speed, limits: limits)
  }

  /// The integral of the speed over the times from `begin` to `end`; 0 if `end` is not after
  /// `begin`. O(log n).
  public func distance(from begin: Int64, to end: Int64) -> Double {
    guard end > begin else { return 0 }
    if points.isEmpty { return speed * (Double(end) - Double(begin)) }
    return position(at: end) - position(at: begin)
  }

  /// The length of time after `begin` in which a distance is covered: `distance(from: begin, to:
  /// begin + length)` is that distance. 0 for a distance that is not above 0. O(log n).
  public func time(from begin: Int64, distance: Double) -> Double {
    guard distance > 0 else { return 0 }
    let covered = min(distance, SpeedPath.longest)
    guard let first = points.first, let last = points.last else { return covered / speed }
    let start = Double(begin)
    let goal = position(at: begin) + covered
    if goal <= 0 { return covered / Double(first.value) }
    let next = count(upTo: goal)
    if next == points.count {
      return max(0, Double(last.time) + (goal - sums[next - 1]) / Double(last.value) - start)
    }
    let curve = SpeedCurve(points[next - 1], second: points[next], within: SpeedPath.limits)
    let share = curve.share(at: goal - sums[next - 1])
    return max(0, Double(points[next - 1].time) - start + share * curve.length)
  }

  /// Distance from the first point; negative before it.
  private func position(at time: Int64) -> Double {
    points.withBuffer { points in
      sums.withBuffer { points.distance(to: time, sums: $0, within: SpeedPath.limits) }
    }
  }

  /// Count of the points that are at or before a distance from the first one; at least 1.
  private func count(upTo distance: Double) -> Int {
    var (low, high) = (1, sums.count)
    while low < high {
      let middle = low + (high - low) / 2
      if sums[middle] <= distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// The points of a speed lane, in the order of their times, with positive values.
extension Buffer<AutomationPoint> {
  /// Writes the distance from the first point to each point.
  public func sumDistances(in sums: Buffer<Double>, within limits: ClosedRange<Double>) {
    var sum = 0.0
    for index in 0..<count {
      if index > 0 {
        sum += SpeedCurve(self[index - 1], second: self[index], within: limits).distance(to: 1)
      }
      sums[index] = sum
    }
  }

  /// Distance from the first point to a time; negative before it. O(log n), without memory.
  /// Precondition: there is a point.
  /// - Parameters:
  ///   - sums: Of `sumDistances`, with the same limits.
  ///   - limits: Range of the speeds; others count as its ends.
  @_noLocks
  public func distance(
    to time: Int64, sums: Buffer<Double>, within limits: ClosedRange<Double>
  ) -> Double {
    let next = count(upTo: time)
    let point = self[Swift.max(0, next - 1)]
    let elapsed = Double(time) - Double(point.time)
    guard next > 0, next < count else {
      let speed = SpeedCurve.limit(Double(point.value), limits: limits)
      return sums[Swift.max(0, next - 1)] + elapsed * speed
    }
    let curve = SpeedCurve(point, second: self[next], within: limits)
    return sums[next - 1] + curve.distance(to: elapsed / curve.length)
  }

  /// The distance in `length` units of time after `begin`, within one segment.
  /// - Parameter next: Index of the point at the segment's end; at least 1.
  @_noLocks
  public func distance(
    from begin: Int64, length: Int64, before next: Int, within limits: ClosedRange<Double>
  ) -> Double {
    let curve = SpeedCurve(self[next - 1], second: self[next], within: limits)
    let elapsed = Double(begin) - Double(self[next - 1].time)
    return curve.distance(to: (elapsed + Double(length)) / curve.length)
      - curve.distance(to: elapsed / curve.length)
  }
}
