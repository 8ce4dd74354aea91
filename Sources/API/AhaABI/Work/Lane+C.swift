import AhaBase
import AhaDSP
import AhaProject
import CAha

@c @implementation
public func aha_lane_add(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id, _ parameter: UInt32,
  _ mode: aha_lane_mode, _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  adding(project, outID) { (project) throws(AhaError) in
    let owner = try Project.Owner(ownerKind, owner)
    let mode = try laneMode(mode)
    let found = try project.parameter(numbered: parameter, of: owner)
    return try project.addLane(owner, found.name, mode: mode)
  }
}

extension Project {
  /// Effect kind with the parameters of an owner; tracks and buses have those of a fader.
  /// Errors: `notFound` (an effect).
  fileprivate func effectKind(of owner: Owner) throws(AhaError) -> EffectKind {
    guard case .effect(let id) = owner else { return .fader }
    return try effect(id).kind
  }

  /// The host's number of a lane's parameter. Errors: `notFound` (an effect).
  fileprivate func number(of lane: Lane) throws(AhaError) -> UInt32 {
    if lane.isSpeed { return aha_track_parameter(AHA_TRACK_SPEED) }
    return ParameterNumber.make(try effectKind(of: lane.target), lane.parameter.number)
  }

  /// Parameter of a host's number. Errors: `notFound` (the owner), `invalidArgument`.
  func parameter(numbered number: UInt32, of owner: Owner) throws(AhaError) -> Parameter {
    if case .track(let id) = owner, number == aha_track_parameter(AHA_TRACK_SPEED) {
      _ = try track(id)
      return .speed
    }
    let kind = try effectKind(of: owner)
    if kind == .lv2 {
      let first = ParameterNumber.make(kind, 0)
      return try parameter(number >= first ? number - first : .max, of: owner)
    }
    return try parameter(ParameterNumber.index(number, of: kind), of: owner)
  }
}

private func laneMode(_ number: aha_lane_mode) throws(AhaError) -> LaneMode {
  try known(number, "lane mode")
}

@c @implementation
public func aha_lane_get(
  _ project: OpaquePointer?, _ lane: aha_id, _ info: UnsafeMutablePointer<aha_lane>?
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try Sized.check(info, "info")
    let found = try project.lane(Project.id(lane))
    var value = aha_lane_init()
    value.owner = found.target.id
    value.owner_kind = found.target.kind
    value.parameter = try project.number(of: found)
    value.mode = aha_lane_mode(found.mode.rawValue)
    try Sized.write(value, to: info, "info")
  }
}

@c @implementation
public func aha_lane_set_mode(
  _ project: OpaquePointer?, _ lane: aha_id, _ mode: aha_lane_mode
) -> aha_result {
  using(project) { (project) throws(AhaError) in
    try project.setLaneMode(Project.id(lane), to: laneMode(mode))
  }
}

@c @implementation
public func aha_lane_remove(_ project: OpaquePointer?, _ lane: aha_id) -> aha_result {
  using(project) { (project) throws(AhaError) in try project.removeLane(Project.id(lane)) }
}

@c @implementation
public func aha_lane_count(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id
) -> UInt32 {
  counting(project) { (project) throws(AhaError) in
    Int64(try project.lanes(of: Project.Owner(ownerKind, owner)).count)
  }
}

@c @implementation
public func aha_lane_at(
  _ project: OpaquePointer?, _ ownerKind: aha_owner_kind, _ owner: aha_id, _ index: UInt32,
  _ outID: UnsafeMutablePointer<aha_id>?
) -> aha_result {
  finding(project, outID) { (project) throws(AhaError) in
    try element(project.lanes(of: Project.Owner(ownerKind, owner)), index, "lanes").id
  }
}
