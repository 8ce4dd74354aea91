import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// Writes what the host did to parameters of lanes in touch, latch and write mode into the
  /// project, as far as the host has let go of them or the timeline has stopped. Returns how many
  /// lanes changed.
  ///
  /// All of it is one edit. Call it now and then: the engine keeps some thousand moves. What could
  /// not be saved is kept, and saved by the next call; only what belongs to a lane that was removed
  /// is dropped.
  ///
  /// Around a pass the lane stays as it was. A smooth segment that a pass cuts goes on as linear
  /// ones, which differ from it by less than is heard.
  /// - Parameter thins: Leaves out points that nobody would hear; without, it plays to the same
  ///   samples, and a smooth segment that was cut differs by a tenth of that.
  @discardableResult
  public func recordMoves(thins: Bool = true) throws(AhaError) -> Int {
    let done = takePasses()
    if done.isEmpty { return 0 }
    let count: Int
    do throws(AhaError) {
      count = try project.edit("record automation") { () throws(AhaError) -> Int in
        try write(done, thins: thins)
      }
    } catch {
      keep(done)
      throw error
    }
    try update()
    return count
  }

  private func takePasses() -> [RecordedPass] {
    lock.lock()
    defer { lock.unlock() }
    var done = unsaved
    unsaved = []
    while let move = timeline.nextMove() {
      let id = lanes.keys.sorted().first { UInt32(truncatingIfNeeded: $0) == move.id }
      guard let id, let lane = lanes[id] else { continue }
      if let pass = passes.take(move, along: lane.spec.ownCurve) {
        done.append(RecordedPass(lane: lane.row.id, spec: lane.spec, pass: pass))
      }
    }
    return done
  }

  /// Until the next time; what is over since then comes behind it.
  private func keep(_ done: [RecordedPass]) {
    lock.lock()
    defer { lock.unlock() }
    unsaved = done + unsaved
  }

  /// Returns how many lanes changed.
  private func write(_ done: [RecordedPass], thins: Bool) throws(AhaError) -> Int {
    // A lane that was removed meanwhile must not keep the others from being saved.
    let rows = try project.lanes()
    var changed = Set<Project.ID>()
    for recorded in done where rows.contains(where: { $0.id == recorded.lane }) {
      try write(recorded, thins: thins)
      changed.insert(recorded.lane)
    }
    return changed.count
  }

  /// The lane goes on behind the pass as it was.
  private func write(_ recorded: RecordedPass, thins: Bool) throws(AhaError) {
    let spec = recorded.spec
    let cut = CutLane(
      session: self, old: try project.points(of: recorded.lane), recorded: recorded,
      tolerance: Thinning.tolerance(of: spec) * (thins ? 1 : 0.1))
    var points = self.points(of: recorded, thins: thins)
    guard let start = points.first else { return }
    cut.addTail(to: &points)
    points = cut.head(to: start) + points
    for index in points.indices {
      points[index].value = min(max(points[index].value, spec.minimum), spec.maximum)
    }
    let first = min(points.first?.time ?? .max, time(of: recorded.pass.begin))
    let last = max(points.last?.time ?? 0, time(of: recorded.pass.end))
    try project.replacePoints(of: recorded.lane, in: first...last, with: points)
  }

  private func points(of recorded: RecordedPass, thins: Bool) -> [Project.Point] {
    let all = recorded.pass.points
    let kept = thins ? Thinning.thinned(all, recorded.spec) : all
    var points: [Project.Point] = []
    for point in kept {
      let time = time(of: point.frame)
      if points.last?.time == time { points.removeLast() }
      points.append(
        Project.Point(time: time, value: point.value, curve: point.curve.forProject))
    }
    return points
  }

  /// That of a frame, as far as a project goes.
  func time(of frame: Int64) -> Int64 {
    min(max(microseconds(frame), 0), Project.longest)
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
