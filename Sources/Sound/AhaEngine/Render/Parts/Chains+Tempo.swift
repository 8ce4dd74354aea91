import AhaBase
import AhaDSP

// The pitch effect of a player that follows the musical clock.
extension Chains {
  /// Moves the pitch up to the next bend of the player's tempo; returns the label of that bend.
  /// - Parameter isFresh: The effect was not audible right before, so its pitch may jump.
  @_noLocks
  func followTempo(_ slot: Reference<EffectSlot>, at now: Int64, isFresh: Bool) -> Int64 {
    guard let follower = slot.value.followed?.value.follower, follower.isOn else { return .max }
    let isKnown = !isFresh && slot.value.followVersion == follower.version
    if isKnown, now < slot.value.followDue { return slot.value.followDue }
    slot.value.followVersion = follower.version
    let unit = slot.value.unit
    let lead = Int64(PitchKernel.lead(latency: unit.value.latency))
    unit.value.set(0, value: follower.cents(at: now + lead), over: 0)
    if isFresh { unit.value.settle() }
    let bend = follower.bend(after: now + lead)
    slot.value.followDue = bend == .max ? .max : bend - lead
    if follower.moves(at: now + lead), bend != .max {
      unit.value.set(0, value: follower.cents(at: bend), over: Int(bend - lead - now))
    }
    return slot.value.followDue
  }
}

extension Follower {
  /// The change of the pitch that cancels the octaves.
  @_noLocks
  fileprivate func cents(at label: Int64) -> Float { Float(-1200 * octaves(at: label)) }
}
