import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// Writes what the host did to parameters of lanes in touch, latch and write mode into the
  /// project, as far as the host has let go of them or the timeline has stopped. Returns how many
  /// lanes changed.
  ///
  /// All of it is one edit. Call it now and then: the engine keeps some thousand moves.
  /// - Parameter thins: Leaves out points that nobody would hear; without, it plays to the same
  ///   samples.
  @discardableResult
  public func recordMoves(thins: Bool = true) throws(AhaError) -> Int {
    let done = takeMoves()
    if done.isEmpty { return 0 }
    try project.edit("record automation") { () throws(AhaError) in
      for (lane, pass) in done { try write(pass, to: lane, thins: thins) }
    }
    try update()
    return done.count
  }

  private func takeMoves() -> [(SessionLane, MoveRecorder.Pass)] {
    lock.lock()
    defer { lock.unlock() }
    var done: [(SessionLane, MoveRecorder.Pass)] = []
    while let move = timeline.nextMove() {
      let lane = lanes.values.first { UInt32(truncatingIfNeeded: $0.row.id) == move.id }
      guard let lane else { continue }
      if let pass = passes.take(move, along: lane.spec.ownCurve) { done.append((lane, pass)) }
    }
    return done
  }

  /// The lane goes on behind the pass as it was.
  private func write(
    _ pass: MoveRecorder.Pass, to lane: SessionLane, thins: Bool
  ) throws(AhaError) {
    let range = microseconds(pass.begin)...microseconds(pass.end)
    let kept = thins ? Thinning.thinned(pass.points, lane.spec) : pass.points
    var points: [Project.Point] = []
    for point in kept {
      let time = microseconds(point.frame)
      if points.last?.time == time { points.removeLast() }
      let value = min(max(point.value, lane.spec.minimum), lane.spec.maximum)
      points.append(Project.Point(time: time, value: value, curve: point.curve.forProject))
    }
    let before = try project.points(of: lane.row.id)
    if let last = points.last, last.time < range.upperBound,
      let next = before.firstIndex(where: { $0.time >= range.upperBound })
    {
      points[points.count - 1].curve = .step
      points.append(Session.point(of: before, at: range.upperBound, next))
    }
    try project.replacePoints(of: lane.row.id, in: range, with: points)
  }

  /// Where points are at a time, and how they go on from there.
  /// - Parameter next: The first one at or after that time.
  private static func point(
    of points: [Project.Point], at time: Int64, _ next: Int
  ) -> Project.Point {
    let second = points[next]
    if second.time == time { return second }
    guard next > 0 else { return Project.Point(time: time, value: second.value) }
    let first = points[next - 1]
    let segment = Segment(
      from: first.value, to: second.value, length: Int(second.time - first.time),
      elapsed: Int(time - first.time), curve: first.curve.forEngine)
    return Project.Point(time: time, value: segment.value, curve: first.curve)
  }
}

extension ParameterSpec {
  /// The line along which it moves when it is set.
  var ownCurve: Segment.Curve {
    switch curve {
    case .linear: .linear
    case .logarithmic: .exponential
    case .stepped: .step
    }
  }
}

extension Segment.Curve {
  var forProject: Project.Curve { Project.Curve(rawValue: Int64(rawValue)) ?? .step }
}
