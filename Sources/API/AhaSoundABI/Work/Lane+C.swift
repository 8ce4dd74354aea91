import AhaArguments
import AhaBase
import AhaDSP
import AhaEngine
import AhaProject
import CAha

extension Document {
  /// Effect kind with the parameters of an owner; tracks and buses have those of a fader.
  /// Errors: `notFound` (an effect).
  fileprivate func effectKind(of owner: Owner) throws(AhaError) -> EffectKind {
    guard case .effect(let id) = owner else { return .fader }
    return try effect(id).kind
  }

  /// The host's number of a lane's parameter. Errors: `notFound` (an effect).
  fileprivate func number(of lane: Lane) throws(AhaError) -> UInt32 {
    if lane.isSpeed { return aha_track_parameter(AHA_TRACK_SPEED) }
    if lane.isTempo { return aha_master_parameter(AHA_MASTER_TEMPO) }
    return ParameterNumber.make(try effectKind(of: lane.target), at: lane.parameter.number)
  }

  /// Parameter of a host's number. Errors: `notFound` (the owner), `invalidArgument`.
  func parameter(numbered number: UInt32, of owner: Owner) throws(AhaError) -> Parameter {
    if case .track(let id) = owner, number == aha_track_parameter(AHA_TRACK_SPEED) {
      _ = try track(id)
      return .speed
    }
    if owner == .bus(Document.master), number == aha_master_parameter(AHA_MASTER_TEMPO) {
      return .tempo
    }
    let kind = try effectKind(of: owner)
    if kind == .lv2 {
      let first = ParameterNumber.make(kind, at: 0)
      return try parameter(number >= first ? number - first : .max, of: owner)
    }
    return try parameter(ParameterNumber.index(number, of: kind), of: owner)
  }
}

extension Document {
  func addLane(_ owner: Owner, parameter: UInt32, mode: LaneMode) throws(AhaError) -> ID {
    try addLane(owner, parameter: self.parameter(numbered: parameter, of: owner).name, mode: mode)
  }

  func laneCount(of owner: Owner) throws(AhaError) -> Int { try lanes(of: owner).count }

  func lane(of owner: Owner, at index: UInt32) throws(AhaError) -> ID {
    try element(lanes(of: owner), index, "lanes").id
  }

  func getLane(_ id: ID) throws(AhaError) -> aha_lane {
    let found = try lane(id)
    var value = aha_lane_init()
    value.owner = found.target.id
    value.owner_kind = found.target.kind
    value.parameter = try number(of: found)
    value.mode = aha_lane_mode(found.mode.rawValue)
    return value
  }

  /// Errors: `notFound`.
  func lanePointCount(_ id: ID) throws(AhaError) -> Int64 {
    _ = try lane(id)
    return try pointCount(of: id)
  }
}
