import AhaBase
import AhaDSP
import AhaEngine

/// The parameter in the engine that a lane of the project moves.
enum LaneTarget {
  case effect(Effect, UInt32)
  /// The speed of a track.
  case speed(Player)

  var spec: ParameterSpec {
    switch self {
    case .effect(let effect, let number): effect.specs[Int(number)]
    case .speed: .speed
    }
  }

  /// The curve of the host's moves.
  var curve: AutomationCurve {
    if case .speed = self { return .linear }
    return switch spec.scale {
    case .linear: .linear
    case .logarithmic: .exponential
    case .stepped: .step
    }
  }

  func isSame(_ other: LaneTarget) -> Bool {
    switch (self, other) {
    case (.effect(let one, let first), .effect(let two, let second)):
      one === two && first == second
    case (.speed(let one), .speed(let two)): one === two
    default: false
    }
  }

  /// - Parameters:
  ///   - id: In the moves that the engine reports.
  ///   - points: At positions of the timeline.
  func setLane(
    _ timeline: Timeline, id: UInt32, points: [AutomationPoint], mode: LaneMode
  ) throws(AhaError) {
    switch self {
    case .effect(let effect, let number):
      try timeline.setLane(of: effect, parameter: number, id: id, points: points, mode: mode)
    case .speed(let player):
      try timeline.setSpeedLane(of: player, id: id, points: points, mode: mode)
    }
  }

  func setMode(_ timeline: Timeline, mode: LaneMode) throws(AhaError) {
    switch self {
    case .effect(let effect, let number):
      try timeline.setMode(of: effect, parameter: number, mode: mode)
    case .speed(let player): try timeline.setSpeedMode(of: player, mode: mode)
    }
  }

  func removeLane(_ timeline: Timeline) throws(AhaError) {
    switch self {
    case .effect(let effect, let number): try timeline.removeLane(of: effect, parameter: number)
    case .speed(let player): try timeline.removeSpeedLane(of: player)
    }
  }
}
