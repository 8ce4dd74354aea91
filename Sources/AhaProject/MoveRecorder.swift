import AhaBase
import AhaDSP
import AhaEngine

/// Turns what the host did to parameters while the timeline ran into points, as it was heard.
struct MoveRecorder {
  /// One uninterrupted time in which the host held a parameter.
  struct Pass {
    let begin: Int64
    fileprivate(set) var end: Int64
    fileprivate(set) var points: [LanePoint]
  }

  private var open: [UInt32: Pass] = [:]

  /// - Parameter curve: That of the parameter's own ramps.
  /// Returns a pass that is over.
  mutating func take(_ move: LaneMove, along curve: Segment.Curve) -> Pass? {
    switch move.kind {
    case .begin:
      let first = LanePoint(frame: move.position, value: move.value, curve: curve)
      open[move.id] = Pass(begin: move.position, end: move.position, points: [first])
      return nil
    case .move:
      open[move.id]?.add(move, curve)
      return nil
    case .end:
      guard var pass = open.removeValue(forKey: move.id) else { return nil }
      pass.finish(at: move.position)
      return pass
    }
  }
}

extension MoveRecorder.Pass {
  /// A ramp that the next one interrupts ends where that begins. A pass that begins with a jump
  /// begins where that leads: going there within a frame would round otherwise.
  fileprivate mutating func add(_ move: LaneMove, _ curve: Segment.Curve) {
    while let last = points.last, last.frame >= move.position { points.removeLast() }
    if points.isEmpty, move.ramp < 0 {
      return points.append(LanePoint(frame: move.position, value: move.value, curve: curve))
    }
    points.append(LanePoint(frame: move.position, value: move.from, curve: curve))
    let goal = move.position + max(1, move.ramp)
    points.append(LanePoint(frame: goal, value: move.value, curve: curve))
  }

  /// What was still on its way stays where it is heard last.
  fileprivate mutating func finish(at position: Int64) {
    end = max(begin, position)
    while points.count > 1, points[points.count - 2].frame >= end { points.removeLast() }
    guard let last = points.last, points.count > 1, last.frame > end else { return }
    let first = points[points.count - 2]
    let segment = Segment(
      from: first.value, to: last.value, length: Int(last.frame - first.frame),
      elapsed: Int(end - first.frame), curve: first.curve)
    points[points.count - 1] = LanePoint(frame: end, value: segment.value, curve: last.curve)
  }
}

/// Leaves out points that make no difference to be heard.
///
/// Source: U. Ramer, "An iterative procedure for the polygonal approximation of plane curves",
/// 1972.
enum Thinning {
  /// The share of a linear parameter's range, and the ratio of a logarithmic one (3 cents), that
  /// nobody hears.
  private static let linear: Float = 0.0005
  private static let logarithmic: Float = 0.0018

  static func thinned(_ points: [LanePoint], _ spec: ParameterSpec) -> [LanePoint] {
    guard points.count > 2 else { return points }
    let isLogarithmic = spec.curve == .logarithmic
    let tolerance = isLogarithmic ? logarithmic : (spec.maximum - spec.minimum) * linear
    let heights = points.map { isLogarithmic ? logarithm($0.value) : $0.value }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    var parts = [(0, points.count - 1)]
    while let (first, last) = parts.popLast() {
      guard let far = farthest(points, heights, first, last, tolerance) else { continue }
      isKept[far] = true
      parts.append((first, far))
      parts.append((far, last))
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }

  /// The point that is farthest from the line between two others; nil: all are near it.
  private static func farthest(
    _ points: [LanePoint], _ heights: [Float], _ first: Int, _ last: Int, _ tolerance: Float
  ) -> Int? {
    guard last - first > 1 else { return nil }
    let length = Float(points[last].frame - points[first].frame)
    let slope = length > 0 ? (heights[last] - heights[first]) / length : 0
    var most = tolerance
    var found: Int?
    for index in (first + 1)..<last {
      let line = heights[first] + slope * Float(points[index].frame - points[first].frame)
      let distance = (heights[index] - line).magnitude
      if distance > most { (most, found) = (distance, index) }
    }
    return found
  }
}
