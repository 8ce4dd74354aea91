import AhaBase
import AhaDSP
import AhaEngine

/// Omits points without an audible effect.
///
/// Source: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves",
/// 1972.
enum Thinning {
  /// Audible limits: a share of a linear parameter's range, and a ratio of a logarithmic one (3
  /// cents).
  private static let linear: Float = 0.0005
  private static let logarithmic: Float = 0.0018

  /// Max inaudible difference of heights.
  static func tolerance(of spec: ParameterSpec) -> Float {
    spec.scale == .logarithmic ? logarithmic : (spec.maximum - spec.minimum) * linear
  }

  /// A value on a perceptually uniform scale.
  static func height(_ value: Float, spec: ParameterSpec) -> Float {
    spec.scale == .logarithmic ? logarithm(value) : value
  }

  static func thinned(_ points: [AutomationPoint], spec: ParameterSpec) -> [AutomationPoint] {
    guard points.count > 2 else { return points }
    let tolerance = self.tolerance(of: spec)
    let heights = points.map { height($0.value, spec: spec) }
    var isNeeded = [Bool](repeating: false, count: points.count)
    isNeeded[0] = true
    isNeeded[points.count - 1] = true
    var parts = [(0, points.count - 1)]
    while let (first, last) = parts.popLast() {
      guard
        let far = farthest(points, heights: heights, first: first, last: last, tolerance: tolerance)
      else { continue }
      isNeeded[far] = true
      parts.append((first, far))
      parts.append((far, last))
    }
    return points.indices.filter { isNeeded[$0] }.map { points[$0] }
  }

  /// The point with the largest distance from the line between two others; nil within the
  /// tolerance.
  private static func farthest(
    _ points: [AutomationPoint], heights: [Float], first: Int, last: Int, tolerance: Float
  ) -> Int? {
    guard last - first > 1 else { return nil }
    let length = Float(points[last].time - points[first].time)
    let slope = length > 0 ? (heights[last] - heights[first]) / length : 0
    var largest = tolerance
    var found: Int?
    for index in (first + 1)..<last {
      let line = heights[first] + slope * Float(points[index].time - points[first].time)
      let distance = (heights[index] - line).magnitude
      if distance > largest { (largest, found) = (distance, index) }
    }
    return found
  }
}
