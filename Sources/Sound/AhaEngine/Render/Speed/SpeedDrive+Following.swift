import AhaBase
import AhaDSP

// The base follows a lane, over exact distances.
extension SpeedDrive {
  /// Changes of the speed that the lane crosses without a ramp. Units: share of the speed.
  private static let seamless = 1e-3

  /// Speeds of points that stay within the limits, for a sound of another sample rate.
  @_noLocks
  static func limits(at ratio: Double) -> ClosedRange<Double> {
    limits.lowerBound / ratio...limits.upperBound / ratio
  }

  /// Ramps the base to the speed that the lane has at the end of the ramp; does nothing if the base
  /// is at the lane's speed already.
  @_noLocks
  mutating func join(
    _ lane: Reference<AutomationLane>, at position: Int64, now: Int64, over ramp: Int
  ) {
    joinEnd = now
    let present = speed(of: lane, at: position)
    if (present - base.value).magnitude <= SpeedDrive.seamless * present { return }
    base.go(to: speed(of: lane, at: position + Int64(ramp)), over: ramp)
    joinEnd = now + Int64(base.frames)
  }

  @_noLocks
  private func speed(of lane: Reference<AutomationLane>, at position: Int64) -> Double {
    let points = lane.value.points
    let next = points.count(upTo: position)
    return SpeedDrive.limited(
      Double(points.value(at: position, before: next, isStepped: false)) * ratio)
  }

  /// Moves the base along a lane, up to the next point at most; returns the count of frames. The
  /// cell covers the exact distance of the curve, so that errors do not add up.
  @_noLocks
  mutating func follow(
    _ lane: Reference<AutomationLane>, from position: Int64, limit: Int64
  ) -> Int64 {
    lane.value.seek(to: position)
    let (points, next) = (lane.value.points, lane.value.cursor)
    var frames = limit
    if next < points.count { frames = min(frames, points[next].time - position) }
    var begin = speed(of: lane, at: position)
    var end = begin
    if next > 0, next < points.count, points[next - 1].curve != .step {
      let last = Segment(from: points[next - 1], to: points[next], at: position + frames).value
      end = SpeedDrive.limited(Double(last) * ratio)
      if begin != end {
        let limits = SpeedDrive.limits(at: ratio)
        let distance = points.distance(from: position, length: frames, before: next, within: limits)
        SpeedDrive.shift(begin: &begin, end: &end, toCover: distance * ratio, in: Double(frames))
      }
    }
    base.go(to: begin, over: 0)
    base.go(to: end, over: Int(frames))
    return frames
  }

  /// Shifts both ends of a ramp, within the limits, so that it covers a distance. A ramp of n
  /// frames covers n * (begin + end) / 2 + (end - begin) / 2.
  @_noLocks
  private static func shift(
    begin: inout Double, end: inout Double, toCover distance: Double, in frames: Double
  ) {
    let mean = (begin + end) / 2 + (end - begin) / (2 * frames)
    begin = limited(begin + distance / frames - mean)
    end = limited(begin + 2 * (distance - frames * begin) / (frames + 1))
    if frames > 1 { begin = limited((2 * distance - (frames + 1) * end) / (frames - 1)) }
  }

  /// The sound's frames from a position of the timeline to a later one; nil: no lane gives the
  /// speed.
  @_noLocks
  func laneDistance(from begin: Int64, to end: Int64) -> Int64? {
    guard let lane, let sums = lane.value.sums, !isClockEngine, lane.value.mode != .off,
      lane.value.points.count > 0
    else { return nil }
    let (points, limits) = (lane.value.points, SpeedDrive.limits(at: ratio))
    let distance =
      points.distance(to: end, sums: sums, within: limits)
      - points.distance(to: begin, sums: sums, within: limits)
    return Int64(max(0, min(distance * ratio * scale(after: 0), 0x1p60)))
  }
}
