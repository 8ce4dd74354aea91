import AhaBase
import AhaDSP

// Players around a listener. Control threads compute the factors of gain, pan and speed; the
// renderer only ramps to them.
extension Player {
  /// Places the player around the listener; nil: it plays without a place.
  /// Errors: `invalidArgument`, `limit` (effects, for the delay between the ears), `outOfMemory`,
  /// `released`.
  public func setSpace(_ new: Space?) throws(AhaError) {
    try new?.check()
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      try place(in: new, engine.listener)
      space = new
    }
  }

  /// Sends the changed factors. Invariant: caller holds lock.
  func place(in space: Space?, _ listener: Listener) throws(AhaError) {
    let next = try space?.placement(for: listener) ?? Placement()
    try setEars(space?.delaysEars == true ? next.earDelay : nil)
    let last = placement
    placement = next
    if next.gain != last.gain || next.lateral != last.lateral { try sendGain() }
    if next.speed != last.speed { try tell(drive: .setFactor(next.speed)) }
  }

  /// - Parameter delay: Of the far ear, as `Placement.earDelay`; nil: none.
  private func setEars(_ delay: Double?) throws(AhaError) {
    guard let delay else {
      guard let old = ears else { return }
      try engine.send(.effect(old.slot, .remove))
      old.slot = -1
      ears = nil
      return
    }
    let frames = Float(delay * Double(engine.settings.sampleRate))
    if let ears {
      return try engine.send(.effect(ears.slot, .set(parameter: 0, value: frames, ramp: nil)))
    }
    let process = try EarDelay.process(delay: frames)
    let effect = try Effect(engine: engine, kind: .host, content: .host(process))
    // After all effects of the host.
    effect.rank = .max
    try engine.place(effect, owner: index)
    ears = effect
  }
}

extension Engine {
  /// Moves the listener of all players with a place. Errors: `invalidArgument`, `released`.
  public func setListener(_ new: Listener) throws(AhaError) {
    _ = try new.right()
    try locked { () throws(AhaError) in
      listener = new
      for case let player? in players {
        if let space = player.space { try player.place(in: space, new) }
      }
    }
  }
}
