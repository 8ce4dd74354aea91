import AhaBase
import AhaDSP
import CShims

// Tempo of a player: a factor of the speed, and a pitch effect before the chain of the host that
// cancels the change of the pitch.
extension Player {
  /// Source frames per output frame at speed 1.
  public static let tempoRatios = 0.25...4

  public var tempoRatio: Double {
    engine.lock.locked { following.map { engine.lastTempo / $0.tempo } ?? lastTempo }
  }

  /// - Parameters: As `setGain`. Ramps are even in octaves.
  /// Errors: `invalidArgument`, `limit` (effects, changes, latency), `outOfMemory`, `released`.
  public func setTempoRatio(
    _ ratio: Double, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    guard Player.tempoRatios.contains(ratio) else {
      throw AhaError(.invalidArgument, "tempo ratio of \(ratio) is not in 0.25 to 4")
    }
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      if tempoPitch == nil, ratio == 1 { return }
      let (pitch, ready) = try readyTempoPitch()
      let ramp = Int64(engine.settings.rampFrames)
      let command = PlayerCommand.setTempo(
        octaves: log2(ratio), over: fade ?? Fade(ramp), pitch: pitch.slot, claimDrive(),
        try claimTables())
      // One count is for the change of the effect.
      try engine.countChanges { () throws(AhaError) in
        try tell(command, at: max(FrameLimit.frame(frame), ready))
      }
      lastTempo = ratio
      following = nil
    }
  }

  /// The pitch effect, for a lane that cancels the change of the pitch.
  /// Errors: `limit` (effects, latency), `outOfMemory`, `released`.
  func automatedPitch() throws(AhaError) -> Effect {
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      return try claimTempoPitch()
    }
  }

  /// The pitch effect, and the frame from which it can cancel a change of the pitch: a new one must
  /// be full before. Invariant: caller holds lock.
  func readyTempoPitch() throws(AhaError) -> (pitch: Effect, ready: Int64) {
    let wasPlaying = tempoPitch == nil && mayBeHeard
    let pitch = try claimTempoPitch()
    return (pitch, wasPlaying ? engine.position + Int64(pitch.latency) : 0)
  }

  /// Invariant: caller holds lock.
  private func claimTempoPitch() throws(AhaError) -> Effect {
    if let tempoPitch { return tempoPitch }
    let effect = try Effect(engine: engine, kind: .pitch)
    if hasOwnBus { try engine.requireLatency(adding: effect.latency) }
    // Before all effects of the host.
    effect.rank = .min
    try engine.attach(effect, to: index)
    tempoPitch = effect
    chain.tempoLatency = effect.latency
    engine.countedLatency = nil
    return effect
  }
}
