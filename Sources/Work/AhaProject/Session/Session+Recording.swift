import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// Writes the host's parameter changes to the lanes in touch, latch and write mode. Covers
  /// parameters that the host has released, and all after the timeline has stopped. Returns the
  /// count of changed lanes.
  ///
  /// Everything is one edit. Call it regularly: the engine keeps some thousand moves. If saving
  /// fails, the next call saves the moves again; only those of removed lanes are dropped.
  ///
  /// Around a pass the lane is unchanged. If a pass cuts a smooth segment, the rest becomes linear
  /// segments with an inaudible difference.
  /// - Parameter thins: Omits points without an audible effect. False: plays the same samples; a
  ///   cut smooth segment then differs by a tenth of the audible limit.
  @discardableResult
  public func recordMoves(thins: Bool = true) throws(AhaError) -> Int {
    let done = removePasses()
    if done.isEmpty { return 0 }
    let count: Int
    do throws(AhaError) {
      count = try document.history.edit("record automation") { () throws(AhaError) -> Int in
        try write(done, thins: thins)
      }
    } catch {
      keep(done)
      throw error
    }
    try update()
    return count
  }

  private func removePasses() -> [RecordedPass] {
    lock.lock()
    defer { lock.unlock() }
    var done = unsaved
    unsaved = []
    while let move = timeline.nextMove() {
      let id = lanes.keys.sorted().first { UInt32(truncatingIfNeeded: $0) == move.id }
      guard let id, let lane = lanes[id] else { continue }
      if let pass = passes.add(move, along: lane.target.curve) {
        done.append(RecordedPass(lane: lane.row.id, spec: lane.target.spec, pass: pass))
      }
    }
    return done
  }

  /// Keeps passes for the next call, before any later ones.
  private func keep(_ done: [RecordedPass]) {
    lock.lock()
    defer { lock.unlock() }
    unsaved = done + unsaved
  }

  /// Returns the count of changed lanes.
  private func write(_ done: [RecordedPass], thins: Bool) throws(AhaError) -> Int {
    // A lane that was removed meanwhile must not prevent saving the others.
    let rows = try document.lanes()
    var changed = Set<Document.ID>()
    for recorded in done where rows.contains(where: { $0.id == recorded.lane }) {
      try write(recorded, thins: thins)
      changed.insert(recorded.lane)
    }
    return changed.count
  }

  /// After the pass the lane continues unchanged.
  private func write(_ recorded: RecordedPass, thins: Bool) throws(AhaError) {
    let spec = recorded.spec
    let cut = LaneSplice(
      self, old: try document.points(of: recorded.lane), recorded: recorded,
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
    try document.replacePoints(of: recorded.lane, in: first...last, with: points)
  }

  private func points(of recorded: RecordedPass, thins: Bool) -> [AutomationPoint] {
    let all = recorded.pass.points
    let thinned = thins ? Thinning.thinned(all, spec: recorded.spec) : all
    var points: [AutomationPoint] = []
    for point in thinned {
      let time = time(of: point.time)
      if points.last?.time == time { points.removeLast() }
      points.append(AutomationPoint(time: time, value: point.value, curve: point.curve))
    }
    return points
  }

  /// The time of a frame, limited to a project's range.
  func time(of frame: Int64) -> Int64 {
    min(max(microseconds(frame), 0), Document.longest)
  }
}
