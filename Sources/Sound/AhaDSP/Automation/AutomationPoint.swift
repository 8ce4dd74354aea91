import AhaBase

/// The curve from a point to the next.
///
/// The raw values are those of aha/lane.h and of project files.
public enum AutomationCurve: Int64, CaseIterable, BitwiseCopyable, Sendable {
  /// Holds the first value and jumps at the end.
  case step = 0
  case linear
  /// Equal times have equal ratios; linear if the signs of the values differ or one is 0.
  case exponential
  /// Smoothstep, t * t * (3 - 2 * t): zero slope at both ends.
  case smooth
}

/// Value of a parameter at a time, and the curve to the next point. Two points at one time are a
/// jump.
public struct AutomationPoint: Equatable, BitwiseCopyable, Sendable {
  /// Units: frames in an engine's timeline, microseconds in a project.
  public var time: Int64
  public var value: Float
  public var curve: AutomationCurve

  public init(time: Int64, value: Float, curve: AutomationCurve = .linear) {
    self.time = time
    self.value = value
    self.curve = curve
  }
}

// The points of one lane, in the order of their times.
extension Buffer<AutomationPoint> {
  /// Count of the points at or before a time. Binary search, O(log n).
  @_noLocks
  public func count(upTo time: Int64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The value at a time, as played. Precondition: there is a point.
  /// - Parameters:
  ///   - next: `count(upTo: time)`.
  ///   - isStepped: The parameter jumps at each point.
  @_noLocks
  public func value(at time: Int64, before next: Int, isStepped: Bool) -> Float {
    if next == 0 { return self[0].value }
    guard next < count, !isStepped else { return self[next - 1].value }
    return Segment(from: self[next - 1], to: self[next], at: time).value
  }
}
