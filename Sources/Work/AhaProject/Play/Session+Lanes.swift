import AhaBase
import AhaDSP
import AhaEngine

extension Session {
  /// Sends new lanes and lanes with changed points to the engine.
  /// - Parameter edited: Lanes whose points changed; nil: all.
  /// Invariant: the caller holds `lock`.
  func matchLanes(_ edited: Set<Project.ID>?) throws(AhaError) {
    let rows = try project.lanes()
    for id in lanes.keys.sorted() where !rows.contains(where: { $0.id == id }) {
      guard let lane = lanes[id] else { continue }
      // The effect may be removed before its lane.
      try? timeline.removeLane(of: lane.effect, lane.parameter)
      lanes[id] = nil
    }
    for row in rows {
      guard let effect = effect(of: row.target) else {
        lanes[row.id] = nil
        continue
      }
      let number = row.parameter.number
      let new = SessionLane(
        row: row, effect: effect, parameter: number,
        spec: EffectRegistry.spec(effect.effectKind).parameters[Int(number)])
      let old = lanes[row.id]
      lanes[row.id] = new
      let isKnown = old?.effect === effect && edited?.contains(row.id) == false
      if !isKnown {
        try send(new)
      } else if old?.row.mode != row.mode {
        try timeline.setMode(of: effect, number, row.mode)
      }
    }
  }

  /// Invariant: the caller holds `lock`.
  func effect(of target: Project.Owner) -> Effect? {
    switch target {
    case .track(let id): return tracks[id]?.chain.fader
    case .bus(let id): return buses[id]?.chain.fader
    case .effect(let id):
      // At most one of them has the effect, so the order does not matter.
      for track in tracks.values { if let effect = track.chain.effect(id) { return effect } }
      for bus in buses.values { if let effect = bus.chain.effect(id) { return effect } }
      return nil
    }
  }

  /// A point of the project at its frame of the engine.
  func heard(_ point: AutomationPoint) -> AutomationPoint {
    AutomationPoint(time: frames(point.time), value: point.value, curve: point.curve)
  }

  /// Sends the current points of a lane.
  func send(_ lane: SessionLane) throws(AhaError) {
    let points = try project.points(of: lane.row.id).map { heard($0) }
    try timeline.setLane(
      of: lane.effect, lane.parameter, id: UInt32(truncatingIfNeeded: lane.row.id),
      points: points, mode: lane.row.mode)
  }
}
