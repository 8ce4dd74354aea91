import AhaBase
import AhaDSP
import AhaEngine

/// Turns what the host did to parameters while the timeline ran into points, as it was heard.
struct MoveRecorder {
  /// One uninterrupted time in which the host held a parameter.
  final class Pass {
    let begin: Int64
    fileprivate(set) var end: Int64
    fileprivate(set) var points: [LanePoint]

    fileprivate init(from begin: Int64, _ first: LanePoint) {
      (self.begin, end, points) = (begin, begin, [first])
    }
  }

  private var open: [UInt32: Pass] = [:]

  /// - Parameter curve: That of the parameter's own ramps.
  /// Returns a pass that is over.
  mutating func take(_ move: LaneMove, along curve: Segment.Curve) -> Pass? {
    switch move.kind {
    case .begin:
      let first = LanePoint(frame: move.position, value: move.value, curve: curve)
      open[move.id] = Pass(from: move.position, first)
      return nil
    case .move:
      open[move.id]?.add(move, curve)
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
  /// A ramp that the next one interrupts ends where that begins. A pass that begins with a jump
  /// begins where that leads: going there within a frame would round otherwise.
  fileprivate func add(_ move: LaneMove, _ curve: Segment.Curve) {
    while let last = points.last, last.frame >= move.position { points.removeLast() }
    if points.isEmpty, move.ramp < 0 {
      return points.append(LanePoint(frame: move.position, value: move.value, curve: curve))
    }
    points.append(LanePoint(frame: move.position, value: move.from, curve: curve))
    let goal = move.position + max(1, move.ramp)
    points.append(LanePoint(frame: goal, value: move.value, curve: curve))
  }

  /// What was still on its way stays where it is heard last.
  fileprivate func finish(at position: Int64) {
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

/// A pass that is over, and whose it is.
struct RecordedPass {
  let lane: Project.ID
  let spec: ParameterSpec
  let pass: MoveRecorder.Pass
}
