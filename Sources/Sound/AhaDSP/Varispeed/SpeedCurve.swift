import CShims

/// The speed between two neighboring points of a speed lane, and the distance covered, both in
/// closed form.
///
/// Units: shares of the time from the first point to the second, 0 to 1. Speeds are positive.
struct SpeedCurve {
  private let from, to: Double
  private let curve: AutomationCurve
  /// Of the ratio of both speeds, for the exponential curve.
  private let logarithm: Double
  private let limits: ClosedRange<Double>
  /// Units: those of the points' times.
  let length: Double

  @_noLocks
  init(
    _ first: AutomationPoint, second: AutomationPoint, within limits: ClosedRange<Double>
  ) {
    (from, to) = (Double(first.value), Double(second.value))
    length = Double(second.time) - Double(first.time)
    self.limits = limits
    let isRatio = first.curve == .exponential ? from != to : false
    logarithm = isRatio ? shim_precise_log(to / from) : 0
    curve = first.curve == .exponential && !isRatio ? .linear : first.curve
  }

  /// The speed at a share.
  @_noLocks
  func speed(at share: Double) -> Double { SpeedCurve.limit(value(share), limits: limits) }

  @_noLocks
  static func limit(_ speed: Double, limits: ClosedRange<Double>) -> Double {
    max(limits.lowerBound, min(speed, limits.upperBound))
  }

  /// The distance from the first point to a share.
  @_noLocks
  func distance(to share: Double) -> Double {
    if isWithin(from), curve == .step || isWithin(to) { return length * area(share) }
    if curve == .step { return length * share * speed(at: 0) }
    // A monotonic curve is at one limit before `enters`, and at the other one after `leaves`.
    let isRising = from < to
    let enters = crossing(of: isRising ? limits.lowerBound : limits.upperBound)
    let leaves = crossing(of: isRising ? limits.upperBound : limits.lowerBound)
    let middle = max(enters, min(share, leaves))
    let inside = area(middle) - area(enters)
    let before = min(share, enters) * speed(at: 0)
    return length * (before + inside + max(0, share - leaves) * speed(at: 1))
  }

  /// The share at which a distance is reached: Newton's method, with bisection where it leaves the
  /// bracket.
  func share(at distance: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var share = 0.5
    for _ in 0..<60 {
      let error = self.distance(to: share) - distance
      if error == 0 { return share }
      if error > 0 { high = share } else { low = share }
      let next = share - error / (length * speed(at: share))
      let better = next > low && next < high ? next : low + (high - low) / 2
      if better == share { return share }
      share = better
    }
    return share
  }

  @_noLocks
  private func isWithin(_ speed: Double) -> Bool {
    speed >= limits.lowerBound ? speed <= limits.upperBound : false
  }

  @_noLocks
  private func value(_ share: Double) -> Double {
    switch curve {
    case .step: from
    case .linear: from + (to - from) * share
    case .smooth: from + (to - from) * share * share * (3 - 2 * share)
    case .exponential: from + from * shim_expm1(logarithm * share)
    }
  }

  /// The integral of `value` from 0 to a share.
  @_noLocks
  private func area(_ share: Double) -> Double {
    let swing = to - from
    return switch curve {
    case .step: from * share
    case .linear: share * (from + swing * share / 2)
    case .smooth: share * (from + swing * share * share * (1 - share / 2))
    case .exponential: from * shim_expm1(logarithm * share) / logarithm
    }
  }

  /// The share at which a monotonic curve crosses a value; 0 or 1 if it never does.
  @_noLocks
  private func crossing(of wanted: Double) -> Double {
    let isRising = from < to
    var (low, high) = (0.0, 1.0)
    if isRising ? from >= wanted : from <= wanted { return 0 }
    if isRising ? to <= wanted : to >= wanted { return 1 }
    for _ in 0..<52 {
      let middle = low + (high - low) / 2
      if (value(middle) < wanted) == isRising { low = middle } else { high = middle }
    }
    return low
  }
}
