import AhaBase
import AhaDSP

// A transition carries out the edits of a chain that were made before one frame: added, removed,
// moved and bypassed effects. It crossfades from the output of the old chain to that of the new
// one. If the edits are not next to each other, both chains would need the effects between them,
// whose state exists once. Such a transition, and that of a move, closes the output for the edit
// instead.
//
// A new effect that measures levels runs unheard first, so that its gain has settled when it is
// heard. Edits during a transition wait for the next one.
extension Chains {
  /// Sends frames through a chain as `run` does, and changes the chain at the frames at which its
  /// fades end.
  @_noLocks
  func pass(
    _ chain: inout ChainLinks, audio: StereoTarget, frames: Int, label: Int64,
    scratch: StereoTarget
  ) -> Int {
    var done = 0
    var came = 0
    while done < frames {
      if chain.hasEdits { beginTransition(&chain) }
      let count = piece(of: chain, limit: frames - done)
      let out = run(
        &chain, audio: audio.advanced(by: done), frames: count, label: label + Int64(done),
        scratch: scratch)
      done += count
      came += out
      BusPass.applyRamp(&chain.gate, to: audio.advanced(by: done - out), frames: out)
      settle(&chain, frames: out)
    }
    return came
  }

  /// Count of frames up to the end of the next fade; at most `limit`.
  @_noLocks
  private func piece(of chain: ChainLinks, limit: Int) -> Int {
    var frames = limit
    if chain.gate.frames > 0 { frames = min(frames, chain.gate.frames) }
    if chain.hold > 0 { frames = min(frames, chain.hold) }
    if chain.wait > 0 { frames = min(frames, chain.wait) }
    if chain.transition.frames > 0 { frames = min(frames, chain.transition.frames) }
    return frames
  }

  @_noLocks
  private func settle(_ chain: inout ChainLinks, frames: Int) {
    chain.hold = max(0, chain.hold - frames)
    if chain.wait > 0 {
      chain.wait = max(0, chain.wait - frames)
      if chain.wait == 0 { beginFade(&chain) }
    } else if chain.isTurning {
      if !chain.hasMoves, chain.transition.isSteady, !chain.transitionPieces.isLast {
        chain.transitionPieces.advance(&chain.transition)
      }
      if chain.hasMoves ? chain.isClosed : chain.transition.isSteady { endTransition(&chain) }
    }
    reopen(&chain)
  }

  /// Opens the gate if no edit keeps it closed.
  @_noLocks
  func reopen(_ chain: inout ChainLinks) {
    if chain.reopen(over: ramp), chain.isShut { shutInputs(of: &chain, shuts: false) }
  }

  // MARK: Transitions

  @_noLocks
  private func beginTransition(_ chain: inout ChainLinks) {
    if chain.isTurning || chain.hold > 0 { return }
    chain.hasEdits = false
    chain.isTurning = true
    chain.transition.jump(to: 0)
    chain.transitionFade = Fade(Int64(ramp))
    (chain.low, chain.high) = (.max, .min)
    var (groups, isInGroup) = (0, false)
    var index = chain.first
    while index >= 0 {
      let slot = effects.reference(index)
      assignRole(slot, chain: &chain)
      if slot.value.role != .steady {
        if !isInGroup { groups += 1 }
        isInGroup = true
      } else if isHeard(slot) {
        isInGroup = false
        if slot.value.stage == .moving { chain.hasMoves = true }
      }
      index = slot.value.next
    }
    if groups > 1 { chain.hasMoves = true }
    if groups == 0, !chain.hasMoves { return endTransition(&chain) }
    if chain.wait == 0 { beginFade(&chain) }
  }

  @_noLocks
  private func assignRole(_ slot: Reference<EffectSlot>, chain: inout ChainLinks) {
    slot.value.isDue = slot.value.stage != .working
    let unit = slot.value.unit
    if slot.value.stage == .moving { extend(&chain, to: slot.value.wantedRank) }
    let isSteady = unit.value.isPresent == unit.value.isWanted
    if isSteady, slot.value.stage != .moving { return }
    extend(&chain, to: slot.value.rank)
    if isSteady { return }
    slot.value.role = unit.value.isWanted ? .joins : .leaves
    if slot.value.transitionFade.frames > chain.transitionFade.frames {
      chain.transitionFade = slot.value.transitionFade
    }
    slot.value.transitionFade = Fade()
    if slot.value.stage == .moving { chain.hasMoves = true }
    guard unit.value.isWanted else { return }
    unit.value.standBy()
    chain.wait = max(chain.wait, unit.value.settling)
  }

  @_noLocks
  private func extend(_ chain: inout ChainLinks, to rank: Int64) {
    chain.low = min(chain.low, rank)
    chain.high = max(chain.high, rank)
  }

  /// It changes the audio, or delays it.
  @_noLocks
  private func isHeard(_ slot: Reference<EffectSlot>) -> Bool {
    slot.value.unit.value.isPresent || slot.value.unit.value.latency > 0
  }

  /// It neither changes nor delays the audio, and takes part in no transition.
  @_noLocks
  func isUnheard(_ index: Int) -> Bool {
    let slot = effects.reference(index)
    return !slot.value.isDue && slot.value.role == .steady && !isHeard(slot)
  }

  @_noLocks
  private func beginFade(_ chain: inout ChainLinks) {
    guard chain.hasMoves else {
      chain.transitionPieces = PiecewiseFade(from: 0, to: 1, over: chain.transitionFade)
      return chain.transitionPieces.advance(&chain.transition)
    }
    chain.close(over: ramp)
    shutInputs(of: &chain, shuts: true)
  }

  @_noLocks
  private func shutInputs(of chain: inout ChainLinks, shuts: Bool) {
    chain.isShut = shuts
    var index = chain.first
    while index >= 0 {
      effects[index].unit.value.shutInput(shuts)
      index = effects[index].next
    }
  }

  /// Makes the new chain the present one. After a move, the gate stays closed until the samples
  /// have left the delays that passed only a part of the old chain.
  @_noLocks
  private func endTransition(_ chain: inout ChainLinks) {
    var index = chain.first
    while index >= 0 {
      let slot = effects.reference(index)
      let next = slot.value.next
      if slot.value.role != .steady {
        slot.value.unit.value.setPresent(slot.value.role == .joins)
        slot.value.role = .steady
      }
      if slot.value.isDue { carryOut(index, chain: &chain) }
      index = next
    }
    if chain.hasMoves { chain.hold = leadOfEdits(chain) }
    resetTransition(&chain)
  }

  /// Frames of latency between the first and the last edit.
  @_noLocks
  private func leadOfEdits(_ chain: ChainLinks) -> Int {
    var frames = 0
    var index = chain.first
    while index >= 0 {
      if effects[index].rank >= chain.low, effects[index].rank <= chain.high {
        frames += effects[index].unit.value.absorbed
      }
      index = effects[index].next
    }
    return frames
  }

  @_noLocks
  private func carryOut(_ index: Int, chain: inout ChainLinks) {
    effects[index].isDue = false
    if effects[index].stage == .moving { return relink(index, chain: &chain) }
    if effects[index].unit.value.latency == 0 { drop(index, from: &chain) }
  }

  @_noLocks
  private func resetTransition(_ chain: inout ChainLinks) {
    chain.isTurning = false
    chain.hasMoves = false
    chain.wait = 0
    chain.transitionPieces = PiecewiseFade()
    chain.transition.jump(to: 1)
  }

  @_noLocks
  private func relink(_ index: Int, chain: inout ChainLinks) {
    unlink(index, from: &chain)
    effects[index].rank = effects[index].wantedRank
    effects[index].stage = .working
    link(index, into: &chain)
  }

  /// Carries out all edits at once, except removals. Only while the chain is inaudible.
  @_noLocks
  func carryOut(_ chain: inout ChainLinks) {
    var index = chain.first
    while index >= 0 {
      let next = effects[index].next
      effects[index].role = .steady
      effects[index].isDue = false
      effects[index].unit.value.settlePresence()
      if effects[index].stage == .moving { relink(index, chain: &chain) }
      index = next
    }
    resetTransition(&chain)
    chain.hasEdits = false
    chain.hold = 0
    if chain.isHeld || chain.gate.target == 1 { return }
    chain.gate.jump(to: 1)
    shutInputs(of: &chain, shuts: false)
  }

  // MARK: Old and new chain

  /// Crossfades from the old chain's signal to the new one's, in place.
  @_noLocks
  func join(_ chain: inout ChainLinks, old: StereoTarget, new: StereoTarget, frames: Int) {
    if chain.transition.isSteady { return }
    var share = chain.transition.value
    for frame in 0..<frames {
      share += chain.transition.step
      old.left[frame] += (new.left[frame] - old.left[frame]) * share
      old.right[frame] += (new.right[frame] - old.right[frame]) * share
    }
    chain.transition.advance(frames, reached: share)
  }
}
