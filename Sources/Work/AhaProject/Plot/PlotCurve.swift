import AhaBase
import AhaDSP

/// The value of a lane over time, as played.
struct PlotCurve {
  let points: [AutomationPoint]
  let parameter: Parameter

  /// The value at a time; nil without points.
  func value(at time: Int64) -> Float? { value(at: time, after: firstPoint(after: time)) }

  /// Index of the first point after a time.
  func firstPoint(after time: Int64) -> Int {
    points.withBuffer { $0.count(upTo: time) }
  }

  private func value(at time: Int64, after next: Int) -> Float? {
    if points.isEmpty { return nil }
    return points.withBuffer {
      $0.value(at: time, before: next, isStepped: parameter.isStepped)
    }
  }

  /// The value just before a point.
  private func valueBefore(_ index: Int) -> Float {
    guard index > 0 else { return points[index].value }
    let before = points[index - 1]
    return parameter.isStepped || before.curve == .step ? before.value : points[index].value
  }

  /// The values in one column of the picture: the value at its begin, then each point with the
  /// value before it. With many points, only their extremes.
  func column(_ time: Range<Int64>) -> [(time: Int64, value: Float)] {
    let first = firstPoint(after: time.lowerBound)
    guard let begin = value(at: time.lowerBound, after: first) else { return [] }
    var seen = [(time: time.lowerBound, value: begin)]
    let end = firstPoint(after: time.upperBound)
    if end - first > PlotCurve.maxSingle {
      var (low, high) = (begin, begin)
      for index in first..<end {
        low = min(low, points[index].value)
        high = max(high, points[index].value)
      }
      let middle = time.lowerBound + Int64(time.count) / 2
      seen.append((time: middle, value: low))
      seen.append((time: middle, value: high))
    } else {
      for index in first..<end {
        seen.append((time: points[index].time, value: valueBefore(index)))
        seen.append((time: points[index].time, value: points[index].value))
      }
    }
    return seen
  }

  /// Max points of a column that are drawn separately.
  private static let maxSingle = 4
}

/// Maps values of a parameter to heights.
struct PlotScale {
  private(set) var low, high: Float
  private let isLogarithmic: Bool

  /// The whole range of the parameter; only a part of it if the values use only a small part.
  init(_ parameter: Parameter, isLogarithmic: Bool, values: ClosedRange<Float>) {
    self.isLogarithmic = isLogarithmic && parameter.minimum > 0
    (low, high) = (parameter.minimum, parameter.maximum)
    let (first, last) = (share(values.lowerBound), share(values.upperBound))
    if last - first >= 0.5 { return }
    let margin = max(0.02, (last - first) * 0.15)
    let all = self
    (low, high) = (all.value(max(0, first - margin)), all.value(min(1, last + margin)))
  }

  /// 0 at the lowest value, 1 at the highest.
  func share(_ value: Float) -> Float {
    let share = (line(value) - line(low)) / (line(high) - line(low))
    return max(0, min(1, share))
  }

  private func value(_ share: Float) -> Float {
    let position = line(low) + (line(high) - line(low)) * share
    return isLogarithmic ? power(2, exponent: position) : position
  }

  private func line(_ value: Float) -> Float {
    isLogarithmic ? logarithm(max(value, 1e-9)) / logarithm(2) : value
  }
}
