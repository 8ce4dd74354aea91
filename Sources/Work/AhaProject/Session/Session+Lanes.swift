import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// Sends new lanes and lanes with changed points to the engine.
  /// - Parameter edited: Lanes whose points changed, with the times of the changed rows; nil: all.
  /// Invariant: the caller holds `lock`.
  func matchLanes(_ edited: [Document.ID: ClosedRange<Int64>]?) throws(AhaError) {
    let rows = try document.lanes()
    let ids = Set(rows.map { $0.id })
    for id in lanes.keys.sorted() where !ids.contains(id) {
      guard let lane = lanes[id] else { continue }
      // The effect or track may be removed before its lane.
      try? lane.target.removeLane(timeline)
      lanes[id] = nil
      try restoreSpeed(after: lane)
    }
    for row in rows {
      try throwIfCancelled()
      if let target = target(of: row) {
        try matchLane(row, to: target, edited: edited)
      } else {
        lanes[row.id] = nil
      }
    }
  }

  private func matchLane(
    _ row: Document.Lane, to target: LaneTarget, edited: [Document.ID: ClosedRange<Int64>]?
  ) throws(AhaError) {
    guard let edited, let lane = lanes[row.id], lane.target.isSame(target) else {
      let points = try document.points(of: row.id)
      let lane = SessionLane(row: row, target: target, points: points)
      try send(lane)
      lanes[row.id] = lane
      order(after: lane)
      return
    }
    let mode = lane.row.mode
    lane.row = row
    if let times = edited[row.id] {
      try update(lane, rows: times)
    } else if mode != row.mode {
      try target.setMode(timeline, mode: row.mode)
      if row.mode == .off { try restoreSpeed(after: lane) }
    }
  }

  /// A new speed lane moves the position of its clip.
  private func order(after lane: SessionLane) {
    guard case .speed = lane.target, case .track(let id) = lane.row.target else { return }
    tracks[id]?.placed = nil
  }

  /// Without a lane, the speed of the track applies.
  private func restoreSpeed(after lane: SessionLane) throws(AhaError) {
    guard case .speed = lane.target, case .track(let id) = lane.row.target, let track = tracks[id],
      let row = track.row
    else { return }
    try track.player.setSpeed(row.speed)
  }

  /// Reads the changed points of a lane, and sends all of its points to the engine.
  /// - Parameter rows: The times of the changed rows. A row also decides whether its neighbors 1 us
  ///   away are points of a jump.
  /// Invariant: the caller holds `lock`.
  func update(_ lane: SessionLane, rows: ClosedRange<Int64>) throws(AhaError) {
    let all = rows.clamped(to: 1...Document.longest)
    let times = all.lowerBound - 1...all.upperBound + 1
    lane.replacePoints(in: times, with: try document.points(of: lane.row.id, in: times))
    try send(lane)
  }

  /// Nil if the engine has none: the lane is the tempo track, or that of a speed which the tempo
  /// replaces.
  private func target(of row: Document.Lane) -> LaneTarget? {
    if row.isTempo { return nil }
    guard case .track(let id) = row.target, row.isSpeed else {
      return effect(of: row.target).map { .effect($0, row.parameter.number) }
    }
    return tracks[id].flatMap { $0.clip?.tempo == 0 ? .speed($0.player) : nil }
  }

  /// Invariant: the caller holds `lock`.
  func effect(of target: Document.Owner) -> Effect? {
    switch target {
    case .track(let id): return tracks[id]?.chain.fader
    case .bus(let id): return buses[id]?.chain.fader
    case .effect(let id): return chains[id]?.effect(id)
    }
  }

  /// A point of the project at its frame of the engine.
  func heard(_ point: AutomationPoint) -> AutomationPoint {
    AutomationPoint(time: frames(point.time), value: point.value, curve: point.curve)
  }

  private func send(_ lane: SessionLane) throws(AhaError) {
    try lane.target.setLane(
      timeline, id: UInt32(truncatingIfNeeded: lane.row.id), points: lane.points.map { heard($0) },
      mode: lane.row.mode)
  }
}
