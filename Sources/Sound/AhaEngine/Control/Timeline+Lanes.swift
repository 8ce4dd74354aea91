import AhaBase
import AhaDSP
import CShims
import Synchronization

extension Timeline {
  // MARK: Lanes

  /// Automates a parameter and replaces its lane. Removing the effect from its chain removes the
  /// lane.
  /// - Parameters:
  /// - id: Id in reported moves of the parameter.
  /// - points: In the order of their frames. Errors: `invalidArgument`, `state` (in no chain),
  ///   `outOfMemory`, `released`.
  public func setLane(
    of effect: Effect, parameter: UInt32, id: UInt32, points: [AutomationPoint],
    mode: LaneMode = .read
  ) throws(AhaError) {
    try points.withBuffer { (points) throws(AhaError) in
      try setLane(of: effect, parameter: parameter, id: id, points: points, mode: mode)
    }
  }

  /// The points are copied.
  public func setLane(
    of effect: Effect, parameter: UInt32, id: UInt32, points: Buffer<AutomationPoint>,
    mode: LaneMode = .read
  ) throws(AhaError) {
    try check(effect.engine)
    try check(points, effect: effect, parameter: parameter)
    try engine.locked { () throws(AhaError) in
      try effect.requireChain()
      let lane = try engine.makeLane(points, parameter: parameter, id: id, mode: mode)
      let command = Command.lane(effect: effect.slot, parameter: parameter, .set(lane))
      do throws(AhaError) { try engine.send(command) } catch {
        engine.freeLane(lane)
        throw error
      }
    }
  }

  private func check(
    _ points: Buffer<AutomationPoint>, effect: Effect, parameter: UInt32
  ) throws(AhaError) {
    var last: Int64 = 0
    for point in points.array {
      try Timeline.check(position: point.time)
      guard point.time >= last else {
        throw AhaError(.invalidArgument, "a point at \(point.time) after one at \(last)")
      }
      try effect.check(parameter, value: point.value)
      last = point.time
    }
  }

  /// Errors: `invalidArgument`, `state` (in no chain). Without a lane nothing happens.
  public func setMode(
    of effect: Effect, parameter: UInt32, mode: LaneMode
  ) throws(AhaError) {
    try tell(.setMode(mode), effect: effect, parameter: parameter)
  }

  /// Removes the lane; the parameter keeps its value.
  public func removeLane(of effect: Effect, parameter: UInt32) throws(AhaError) {
    try tell(.remove, effect: effect, parameter: parameter)
  }

  /// Ends the host's hold of a parameter: a lane in touch mode plays again.
  public func release(_ effect: Effect, parameter: UInt32) throws(AhaError) {
    try tell(.release, effect: effect, parameter: parameter)
  }

  private func tell(
    _ command: LaneCommand, effect: Effect, parameter: UInt32
  ) throws(AhaError) {
    try check(effect.engine)
    _ = try effect.spec(parameter)
    try engine.locked { () throws(AhaError) in
      try effect.requireChain()
      try engine.send(.lane(effect: effect.slot, parameter: parameter, command))
    }
  }

  // MARK: Moves

  /// Removes and returns the oldest recorded move; nil: none.
  public func nextMove() -> LaneMove? { engine.lock.locked { engine.renderer.reports.moves.pop() } }

  /// Count of moves lost because the ring was full.
  public var lostMoves: Int64 {
    engine.renderer.reports.counters.value.lostMoves.load(ordering: .relaxed)
  }
}

extension Engine {
  /// Invariant: caller holds lock. Errors: `outOfMemory`.
  func makeLane(
    _ points: Buffer<AutomationPoint>, parameter: UInt32, id: UInt32, mode: LaneMode
  ) throws(AhaError) -> Reference<AutomationLane> {
    let copy: Buffer<AutomationPoint> = try claimMemory(points.count, of: "points of a lane")
    copy.copy(points)
    let lane = Reference(
      holding: AutomationLane(
        points: copy, parameter: Int(parameter), id: id, mode: mode))
    lane.value.older = lanes
    lanes?.value.newer = lane
    lanes = lane
    return lane
  }

  /// Frees a lane that the renderer does not use. Invariant: caller holds lock.
  func freeLane(_ lane: Reference<AutomationLane>) {
    let (older, newer) = (lane.value.older, lane.value.newer)
    older?.value.newer = newer
    if let newer { newer.value.older = older } else { lanes = older }
    free(lane.value.points.base)
    free(lane.value.sums?.base)
    lane.deallocate()
  }
}
