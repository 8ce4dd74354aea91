import AhaBase
import AhaDSP
import AhaEngine

/// The points of a lane before a pass, and the parts of them that remain around it.
///
/// Segments are cut at frames, as the engine plays them, so the parts play the same samples.
/// A jump of a pass is two points 1 us apart, which are at the same frame.
struct LaneSplice {
  private let session: Session
  private let old: [AutomationPoint]
  /// The old points at their frames.
  private let heard: [AutomationPoint]
  private let recorded: RecordedPass
  /// Max difference of heights.
  private let tolerance: Float

  init(
    _ session: Session, old: [AutomationPoint], recorded: RecordedPass, tolerance: Float
  ) {
    (self.session, self.old, self.recorded, self.tolerance) = (session, old, recorded, tolerance)
    heard = old.map { session.heard($0) }
  }

  /// The points before a pass, which replace the segment where the pass begins. Keeps a jump at the
  /// start of that segment: two points at one time.
  func head(to start: AutomationPoint) -> [AutomationPoint] {
    let points = lead(to: start)
    guard let first = points.first,
      let index = old.firstIndex(where: { $0.time == first.time }), index + 1 < old.count,
      old[index + 1].time == first.time
    else { return points }
    return [old[index]] + points
  }

  private func lead(to start: AutomationPoint) -> [AutomationPoint] {
    guard let first = old.first else { return [] }
    let begin = recorded.pass.begin
    let next = heard.firstIndex { $0.time >= begin } ?? old.count
    if next == 0 {
      // A lane has its first value from time 0 on.
      if start.time == 0 || first.value == start.value { return [] }
      return [AutomationPoint(time: 0, value: first.value, curve: .step)]
    }
    var last = old[next - 1]
    if last.curve == .step { return [] }
    if next == old.count {
      last.curve = .step
      return [last]
    }
    let points = pieces(before: next, from: heard[next - 1].time, to: begin)
    return join(points, reached: segment(before: next, at: begin).value, to: start)
  }

  /// Adds a jump if the pass does not begin at the lane's value.
  private func join(
    _ pieces: [AutomationPoint], reached: Float, to start: AutomationPoint
  ) -> [AutomationPoint] {
    var points = pieces
    let time = start.time - 1
    if let first = points.first, first.time < time, !isSame(reached, other: start.value) {
      while let piece = points.last, piece.time >= time { points.removeLast() }
      points.append(AutomationPoint(time: time, value: reached, curve: .step))
    }
    return points
  }

  /// Adds the points after a pass: the rest of the segment where the pass ends.
  func addTail(to points: inout [AutomationPoint]) {
    guard let latest = old.last, let last = points.last else { return }
    let end = recorded.pass.end
    let next = heard.firstIndex { $0.time > end } ?? old.count
    var tail = [latest]
    if next == 0 {
      tail = [AutomationPoint(time: 0, value: old[0].value, curve: .step)]
    } else if next < old.count {
      tail = pieces(before: next, from: end, to: heard[next].time)
    }
    tail[0].time = session.time(of: end)
    if last.time >= tail[0].time, isSame(last.value, other: tail[0].value) {
      points.removeLast()
    } else {
      points[points.count - 1].curve = .step
      tail[0].time = max(tail[0].time, last.time + 1)
    }
    let limit = next < old.count ? old[next].time : Document.longest + 1
    points += tail.filter { $0.time < limit }
  }

  /// The part of the segment before an old point between two frames, without its end. A part of a
  /// smooth segment is not smooth itself; it becomes linear pieces.
  private func pieces(before next: Int, from begin: Int64, to end: Int64) -> [AutomationPoint] {
    let part = segment(before: next, at: begin)
    let isWhole = part.elapsed <= 0 && end == heard[next].time
    var points: [AutomationPoint] = []
    var parts = [(begin, end)]
    let isCut = part.curve == .smooth && !isWhole
    while let (low, high) = parts.popLast() {
      if isCut, !isStraight(next, low: low, high: high) {
        let middle = low + (high - low) / 2
        parts.append((middle, high))
        parts.append((low, middle))
        continue
      }
      let value = segment(before: next, at: low).value
      let curve = isCut ? AutomationCurve.linear : part.curve
      points.append(AutomationPoint(time: session.time(of: low), value: value, curve: curve))
    }
    if part.elapsed <= 0 { points[0].time = old[next - 1].time }
    return points
  }

  /// Whether a line between two frames of a segment is within the tolerance. Compares the quarters:
  /// the difference is a cubic with zeros at both ends, so it is at most a twelfth larger between
  /// them.
  private func isStraight(_ next: Int, low: Int64, high: Int64) -> Bool {
    if high - low < 2 { return true }
    var line = Segment(
      from: segment(before: next, at: low).value, to: segment(before: next, at: high).value,
      length: Int(high - low), curve: .linear)
    for quarter in 1...3 {
      line.elapsed = Int(high - low) * quarter / 4
      let value = segment(before: next, at: low + Int64(line.elapsed)).value
      let (wanted, found) = (height(value), height(line.value))
      if (wanted - found).magnitude > 0.8 * tolerance { return false }
    }
    return true
  }

  private func height(_ value: Float) -> Float { Thinning.height(value, spec: recorded.spec) }

  /// The segment that ends at an old point, at a frame. Exponential becomes linear without a ratio.
  private func segment(before next: Int, at frame: Int64) -> Segment {
    Segment(from: heard[next - 1], to: heard[next], at: frame)
  }

  /// Equal except for rounding. A tight bound: an exponential to another value differs everywhere.
  private func isSame(_ one: Float, other: Float) -> Bool {
    (one - other).magnitude <= 1e-5 * min(one.magnitude, other.magnitude)
  }
}
