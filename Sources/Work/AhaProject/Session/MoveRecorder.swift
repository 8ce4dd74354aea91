import AhaBase
import AhaDSP
import AhaEngine

/// Converts the host's parameter changes during playback to points, as they were heard.
struct MoveRecorder {
  /// One uninterrupted time during which the host held a parameter.
  final class Pass {
    let begin: Int64
    fileprivate(set) var end: Int64
    fileprivate(set) var points: [AutomationPoint]

    fileprivate init(from begin: Int64, first: AutomationPoint) {
      (self.begin, end, points) = (begin, begin, [first])
    }
  }

  private var open: [UInt32: Pass] = [:]

  /// - Parameter curve: The curve of the parameter's own ramps.
  /// Returns a pass that this move ends.
  mutating func add(_ move: LaneMove, along curve: AutomationCurve) -> Pass? {
    switch move.kind {
    case .begin:
      let first = AutomationPoint(time: move.position, value: move.value, curve: curve)
      open[move.id] = Pass(from: move.position, first: first)
      return nil
    case .move:
      open[move.id]?.add(move, curve: curve)
      return nil
    case .end:
      guard let pass = open[move.id] else { return nil }
      open[move.id] = nil
      pass.finish(at: move.position)
      return pass
    }
  }
}

extension MoveRecorder.Pass {
  /// A ramp that the next one interrupts ends there. A pass that begins with a jump starts at the
  /// jump's target: a ramp within one frame would be rounded.
  fileprivate func add(_ move: LaneMove, curve: AutomationCurve) {
    while let last = points.last, last.time >= move.position { points.removeLast() }
    if points.isEmpty, move.ramp < 0 {
      return points.append(AutomationPoint(time: move.position, value: move.value, curve: curve))
    }
    points.append(AutomationPoint(time: move.position, value: move.from, curve: curve))
    let goal = move.position + max(1, move.ramp)
    points.append(AutomationPoint(time: goal, value: move.value, curve: curve))
  }

  /// Cuts an unfinished ramp at its value at the end of the pass.
  fileprivate func finish(at position: Int64) {
    end = max(begin, position)
    while points.count > 1, points[points.count - 2].time >= end { points.removeLast() }
    guard let last = points.last, points.count > 1, last.time > end else { return }
    let first = points[points.count - 2]
    points[points.count - 1].time = end
    points[points.count - 1].value = Segment(from: first, to: last, at: end).value
  }
}

/// A finished pass with its lane.
struct RecordedPass {
  let lane: Document.ID
  let spec: ParameterSpec
  let pass: MoveRecorder.Pass
}
