import AhaBase
import AhaDSP

// Speeds of players along the timeline.
extension Timeline {
  /// Automates a player's speed; replaces the lane of the speed, also one of `Player.setSpeedLane`.
  /// While the player sounds, `Player.setSpeed` in the modes `touch`, `latch` and `write` replaces
  /// the lane, and `nextMove` reports it. A clip of the player begins in its middle at the position
  /// that it would have reached along the lane.
  /// - Parameters:
  ///   - id: Id in reported moves of the speed. A lane with the id and mode of the present one
  ///     continues its pass.
  ///   - points: In the order of their frames, with values from 0.05 to 16; empty for a lane to be
  ///     recorded.
  /// Errors: `invalidArgument`, `outOfMemory`, `released`.
  public func setSpeedLane(
    of player: Player, id: UInt32, points: [AutomationPoint], mode: LaneMode
  ) throws(AhaError) {
    try check(player.engine)
    try points.withBuffer { (points) throws(AhaError) in
      try player.setSpeedLane(points, on: .timeline, id: id, mode: mode, joins: true)
    }
  }

  /// Without a lane nothing happens. Errors: `invalidArgument`, `released`.
  public func setSpeedMode(of player: Player, mode: LaneMode) throws(AhaError) {
    try check(player.engine)
    try player.tell(lane: .setMode(mode))
  }

  /// Removes the lane; the player keeps its speed.
  public func removeSpeedLane(of player: Player) throws(AhaError) {
    try check(player.engine)
    try player.tell(lane: .remove)
  }

  /// Ends the host's hold of the speed: a lane in touch mode plays again.
  public func releaseSpeed(of player: Player) throws(AhaError) {
    try check(player.engine)
    try player.tell(lane: .release)
  }
}
