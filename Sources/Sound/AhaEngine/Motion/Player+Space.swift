import AhaBase
import AhaDSP

// Players around a listener. Control threads compute the factors of gain, pan and speed; the
// renderer only ramps to them.
extension Player {
  /// Places the player around the listener; nil: it plays without a position.
  /// - Parameters: As `setGain`.
  /// Errors: `invalidArgument`, `limit` (effects, for the delay between the ears), `outOfMemory`,
  /// `released`.
  public func setSpace(
    _ new: Space?, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    try new?.check()
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      try move(to: new, listener: engine.listener, over: fade, at: frame)
      space = new
    }
  }

  /// Sends the changed factors. Invariant: caller holds lock.
  func move(
    to space: Space?, listener: Listener, over fade: Fade?, at frame: Int64
  ) throws(AhaError) {
    let next = try space?.placement(for: listener) ?? Placement()
    try setEars(space?.delaysEars == true ? next.earDelay : nil, over: fade, at: frame)
    let last = placement
    placement = next
    if next.gain != last.gain || next.lateral != last.lateral {
      try send(.third, gain: next.factors(engine.settings.panLaw), over: fade, at: frame)
    }
    if next.speed != last.speed {
      try tell(drive: .setFactor(next.speed, over: fade), at: frame)
    }
  }

  /// - Parameter delay: Of the far ear, as `Placement.earDelay`; nil: none.
  private func setEars(_ delay: Double?, over fade: Fade?, at frame: Int64) throws(AhaError) {
    guard let delay else {
      guard let old = ears else { return }
      try engine.send(.effect(old.slot, .remove))
      old.slot = -1
      ears = nil
      return
    }
    let frames = Float(delay * Double(engine.settings.sampleRate))
    if let ears {
      return try engine.send(
        .effect(ears.slot, .set(parameter: 0, value: frames, over: fade)), at: frame)
    }
    let process = try EarDelay.process(delay: frames)
    let effect = try Effect(engine: engine, kind: .host, content: .host(process))
    // After all effects of the host.
    effect.rank = .max
    try engine.attach(effect, to: index)
    ears = effect
  }
}

extension Engine {
  /// Moves the listener of all players and one-shots with a position. Errors: `invalidArgument`,
  /// `released`.
  public func setListener(
    _ new: Listener, over fade: Fade? = nil, at frame: Int64 = 0
  ) throws(AhaError) {
    _ = try new.right()
    try locked { () throws(AhaError) in
      listener = new
      for case let player? in players {
        if let space = player.space {
          try player.move(to: space, listener: new, over: fade, at: frame)
        }
      }
      try moveShots(over: fade, at: frame)
    }
  }
}
