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
    let after = try project.points(of: lane.row.id, in: range.upperBound...Project.longest).first
    if let last = points.last, after != nil, last.time < range.upperBound {
      points[points.count - 1].curve = .step
      points.append(
        Project.Point(
          time: range.upperBound, value: try value(of: lane, at: range.upperBound),
          curve: try curve(of: lane, at: range.upperBound)))
    }
    try project.replacePoints(of: lane.row.id, in: range, with: points)
  }

  /// What the lane says now. Precondition: there is a point at or after that time.
  private func value(of lane: SessionLane, at time: Int64) throws(AhaError) -> Float {
    let all = try project.points(of: lane.row.id)
    guard let next = all.firstIndex(where: { $0.time >= time }) else { return all.last?.value ?? 0 }
    if next == 0 || all[next].time == time { return all[next].value }
    let (first, second) = (all[next - 1], all[next])
    if first.curve == .step { return first.value }
    return Segment(
      from: first.value, to: second.value, length: Int(second.time - first.time),
      elapsed: Int(time - first.time), curve: first.curve.forEngine
    ).value
  }

  private func curve(of lane: SessionLane, at time: Int64) throws(AhaError) -> Project.Curve {
    try project.points(of: lane.row.id, in: 0...time).last?.curve ?? .linear
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
