import AhaBase
import AhaDSP
import AhaTestSupport

@testable import AhaEngine

/// An engine with a timeline that the test renders.
final class TimelineRig {
  let rig: Rig
  let timeline: Timeline
  var engine: Engine { rig.engine }

  init(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws {
    rig = try Rig(adjust)
    timeline = try rig.engine.timeline()
  }

  func add(_ kind: EffectKind, to player: Player) throws -> Effect {
    let effect = try engine.makeEffect(kind)
    try player.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: engine)
    }
    return effect
  }

  func add(_ kind: EffectKind, to bus: Bus) throws -> Effect {
    let effect = try engine.makeEffect(kind)
    try bus.editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: engine)
    }
    return effect
  }

  /// A player with a clip.
  func clip(
    _ sound: Sound, at start: Int64, on bus: Bus? = nil, _ kinds: [EffectKind] = []
  ) throws -> (player: Player, effects: [Effect]) {
    let player = try rig.player(sound, on: bus)
    let effects = try kinds.map { try add($0, to: player) }
    try timeline.setClip(of: player, start: start)
    return (player, effects)
  }

  /// A ramp from 0 to 1: each sample encodes its frame index. It begins at a low level.
  static func counter(_ frames: Int) -> [Float] {
    (0..<frames).flatMap { frame in
      let value = Float(frame) / 65_536
      return [value, value]
    }
  }

  func left(_ frames: Int, blocks: [Int] = [512]) -> [Float] { rig.left(frames, blocks: blocks) }

  func moves() -> [LaneMove] {
    var all: [LaneMove] = []
    while let move = timeline.nextMove() { all.append(move) }
    return all
  }
}

typealias Points = [(Int64, Float, AutomationCurve)]

extension Timeline {
  func setLane(
    of effect: Effect, _ parameter: UInt32, _ points: Points, id: UInt32 = 1,
    mode: LaneMode = .read
  ) throws {
    let lane = points.map { AutomationPoint(time: $0.0, value: $0.1, curve: $0.2) }
    try setLane(of: effect, parameter: parameter, id: id, points: lane, mode: mode)
  }
}
