import AhaBase
import AhaDSP
import CShims

// A player at the tempo of the engine's musical clock.
extension Player {
  public struct FollowOptions {
    /// Starts wait for a multiple of that many beats; 0: they do not wait.
    public var quantizeBeats = 0.0

    public init() {}
  }

  /// Tempos of a sound that the engine's tempo can be.
  private static let followedTempos = 5.0...4000

  /// The tempo of the sound as it is followed; 0: the player does not follow.
  public var followedTempo: Double { engine.lock.locked { following?.tempo ?? 0 } }

  /// - Parameter tempo: Of the sound, in beats per minute; 0: the player stops following.
  /// Errors: `invalidArgument`, as `setTempoRatio`.
  public func follow(
    _ tempo: Double, _ options: FollowOptions = FollowOptions()
  ) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      if tempo == 0 { return try stopFollowing() }
      guard Player.followedTempos.contains(tempo) else {
        throw AhaError(
          .invalidArgument, "tempo of \(tempo) beats per minute is not in 5 to 4000")
      }
      let own = wholeBeats(tempo, in: present.loop)
      guard Player.tempoRatios.contains(engine.lastTempo / own) else {
        throw AhaError(
          .invalidArgument,
          "a sound of \(own) beats per minute is too far from the engine's \(engine.lastTempo): it "
            + "can play 0.25 to 4 times as fast")
      }
      try tell(followed: own)
      following = Following(wanted: tempo, tempo: own, step: options.quantizeBeats)
    }
  }

  /// Invariant: caller holds lock.
  private func stopFollowing() throws(AhaError) {
    guard let following else { return }
    try tell(followed: 0)
    lastTempo = engine.lastTempo / following.tempo
    self.following = nil
  }

  /// Another loop may be another whole count of beats. Invariant: caller holds lock.
  func followLoop(_ loop: Loop) throws(AhaError) {
    guard let following else { return }
    let own = wholeBeats(following.wanted, in: loop)
    if own == following.tempo { return }
    try tell(followed: own)
    self.following?.tempo = own
  }

  private func tell(followed tempo: Double) throws(AhaError) {
    let (pitch, ready) = try readyTempoPitch()
    try self.tell(
      .follow(tempo: tempo, pitch: pitch.slot, claimDrive(), try claimTables()), at: ready)
  }

  /// The tempo at which a loop of nearly whole beats has exactly that many: only then does it stay
  /// in phase.
  private func wholeBeats(_ tempo: Double, in loop: Loop) -> Double {
    guard loop.count > 0 else { return tempo }
    let frames = Double(loop.end - loop.begin) * (loop.isPingPong ? 2 : 1)
    let minutes = frames / (Double(engine.settings.sampleRate) * ratio * 60)
    let beats = minutes * tempo
    let whole = beats.rounded()
    guard whole >= 1, abs(beats - whole) < min(0.25, 0.02 * whole) else { return tempo }
    return whole / minutes
  }
}

/// The sound of a player that follows the musical clock. Units: beats per minute.
struct Following {
  /// As the host gave it.
  let wanted: Double
  /// With whole beats in its loop.
  var tempo: Double
  /// Starts wait for a multiple of that many beats; 0: they do not wait.
  let step: Double
}
