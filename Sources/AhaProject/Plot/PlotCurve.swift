import AhaBase
import AhaDSP

/// A lane's value over time, as it is played.
struct PlotCurve {
  let points: [Project.Point]
  let parameter: Parameter

  /// The value at a time; nil without points.
  func value(at time: Int64) -> Float? { value(at: time, after: firstPoint(after: time)) }

  /// The first point after a time.
  func firstPoint(after time: Int64) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = low + (high - low) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func value(at time: Int64, after next: Int) -> Float? {
    guard next > 0 else { return points.first?.value }
    let from = points[next - 1]
    guard next < points.count, !parameter.isStepped else { return from.value }
    let to = points[next]
    return Segment(
      from: from.value, to: to.value, length: Int(to.time - from.time),
      elapsed: Int(time - from.time), curve: from.curve.forEngine
    ).value
  }

  /// The value just before a point.
  private func valueBefore(_ index: Int) -> Float {
    guard index > 0 else { return points[index].value }
    let before = points[index - 1]
    return parameter.isStepped || before.curve == .step ? before.value : points[index].value
  }

  /// What is seen of it in a column of the picture that begins at a time: the value there, then
  /// every point with the value before it, or where there are many their extremes.
  func column(_ time: Range<Int64>) -> [(time: Int64, value: Float)] {
    let first = firstPoint(after: time.lowerBound)
    guard let begin = value(at: time.lowerBound, after: first) else { return [] }
    var seen = [(time: time.lowerBound, value: begin)]
    let end = firstPoint(after: time.upperBound)
    if end - first > PlotCurve.mostSingle {
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

  /// Points of a column that are drawn one by one.
  private static let mostSingle = 4
}

/// How values of a parameter become heights.
struct PlotScale {
  private(set) var low, high: Float
  private let isLogarithmic: Bool

  /// The whole range of the parameter or, where the values take only a small part of it, that part.
  init(_ parameter: Parameter, isLogarithmic: Bool, _ values: ClosedRange<Float>) {
    self.isLogarithmic = isLogarithmic && parameter.minimum > 0
    (low, high) = (parameter.minimum, parameter.maximum)
    let (first, last) = (share(values.lowerBound), share(values.upperBound))
    if last - first >= 0.5 { return }
    let margin = max(0.02, (last - first) * 0.15)
    let all = self
    (low, high) = (all.value(max(0, first - margin)), all.value(min(1, last + margin)))
  }

  /// 0 at the lowest, 1 at the highest.
  func share(_ value: Float) -> Float {
    let share = (line(value) - line(low)) / (line(high) - line(low))
    return max(0, min(1, share))
  }

  private func value(_ share: Float) -> Float {
    let place = line(low) + (line(high) - line(low)) * share
    return isLogarithmic ? power(2, place) : place
  }

  private func line(_ value: Float) -> Float {
    isLogarithmic ? logarithm(max(value, 1e-9)) / logarithm(2) : value
  }
}
