import AhaDSP

// Adds, moves and removes the effects of a chain.
extension Chains {
  /// Sends frames through a chain as `run` does, and adds, moves or removes effects at the frames
  /// at which their fades end.
  @_noLocks
  func pass(
    _ chain: inout ChainLinks, _ audio: StereoTarget, _ frames: Int, label: Int64,
    scratch: StereoTarget
  ) -> Int {
    var done = 0
    var came = 0
    while done < frames {
      let count = piece(of: chain, frames - done)
      let out = run(
        chain, audio.advanced(by: done), count, label: label + Int64(done), scratch: scratch)
      done += count
      came += out
      BusPass.applyRamp(&chain.gate, to: audio.advanced(by: done - out), frames: out)
      settle(&chain, out)
    }
    return came
  }

  /// Count of frames up to the end of the next fade; at most `limit`.
  @_noLocks
  private func piece(of chain: ChainLinks, _ limit: Int) -> Int {
    var frames = limit
    if chain.gate.frames > 0 { frames = min(frames, chain.gate.frames) }
    if chain.hold > 0 { frames = min(frames, chain.hold) }
    var index = chain.first
    while index >= 0 {
      let fade = effects[index].unit.pointee.fadeFrames
      if effects[index].stage != .working, fade > 0 { frames = min(frames, fade) }
      index = effects[index].next
    }
    return frames
  }

  /// Completes the removals and moves whose fade has ended.
  @_noLocks
  private func settle(_ chain: inout ChainLinks, _ frames: Int) {
    chain.hold = max(0, chain.hold - frames)
    let isClosed = chain.isClosed
    var index = chain.first
    while index >= 0 {
      let next = effects[index].next
      settleEffect(index, &chain, isClosed)
      index = next
    }
    if isClosed { chain.hasMoves = false }
    reopen(&chain)
  }

  /// Moves an effect to its wanted rank: at once if the chain is inaudible, else after a fade-out.
  @_noLocks
  func move(_ index: Int, _ chain: inout ChainLinks, isHeard: Bool) {
    if !isHeard {
      relink(index, &chain)
      chain.hold = 0
      return
    }
    if effects[index].unit.pointee.latency == 0 {
      effects[index].unit.pointee.leave()
    } else {
      closeForMoves(&chain)
    }
  }

  /// Closes the chain's output, and the inputs of its delay lines, until all its moves are done.
  @_noLocks
  func closeForMoves(_ chain: inout ChainLinks) {
    chain.hasMoves = true
    chain.close(over: ramp)
    shutInputs(of: chain, true)
  }

  @_noLocks
  func reopen(_ chain: inout ChainLinks) {
    if chain.reopen(over: ramp) { shutInputs(of: chain, false) }
  }

  @_noLocks
  private func shutInputs(of chain: ChainLinks, _ shuts: Bool) {
    var index = chain.first
    while index >= 0 {
      effects[index].unit.pointee.shutInput(shuts)
      index = effects[index].next
    }
  }

  @_noLocks
  private func settleEffect(_ index: Int, _ chain: inout ChainLinks, _ isClosed: Bool) {
    let slot = effects + index
    let isPlain = slot.pointee.unit.pointee.latency == 0
    switch slot.pointee.stage {
    case .leaving:
      if isPlain, slot.pointee.unit.pointee.isGone { drop(index, from: &chain) }
    case .moving:
      if isPlain ? slot.pointee.unit.pointee.isGone : isClosed { relink(index, &chain) }
    case .working:
      break
    }
  }

  @_noLocks
  func relink(_ index: Int, _ chain: inout ChainLinks) {
    unlink(index, from: &chain)
    effects[index].rank = effects[index].wantedRank
    link(index, into: &chain)
    effects[index].stage = .working
    if effects[index].unit.pointee.latency == 0 {
      effects[index].unit.pointee.enter()
    } else {
      chain.hold = lead(of: chain)
    }
  }

  // MARK: Links

  /// Inserts an effect by rank.
  @_noLocks
  func link(_ index: Int, into chain: inout ChainLinks) {
    var previous = -1
    var next = chain.first
    while next >= 0, effects[next].rank <= effects[index].rank {
      previous = next
      next = effects[next].next
    }
    effects[index].next = next
    if previous < 0 { chain.first = index } else { effects[previous].next = index }
    // The delay lines of the other effects are closed as well.
    if chain.isShifting { effects[index].unit.pointee.shutInput(true) }
  }

  @_noLocks
  private func unlink(_ index: Int, from chain: inout ChainLinks) {
    let next = effects[index].next
    if chain.first == index {
      chain.first = next
      return
    }
    var previous = chain.first
    while previous >= 0, effects[previous].next != index { previous = effects[previous].next }
    if previous >= 0 { effects[previous].next = next }
  }

  /// Retires an effect. Invariant: no code reads the effect afterwards.
  @_noLocks
  func drop(_ index: Int, from chain: inout ChainLinks) {
    unlink(index, from: &chain)
    dropChanges(of: effects + index)
    dropLanes(of: effects + index)
    dropKey(of: effects + index)
    reports.retire(.effect(index))
  }

  /// Drops the effects that are leaving, with their remaining delays.
  @_noLocks
  func dropLeaving(_ chain: inout ChainLinks) {
    var index = chain.first
    while index >= 0 {
      let next = effects[index].next
      if effects[index].stage == .leaving { drop(index, from: &chain) }
      index = next
    }
  }

  /// Resets a chain to silence, and drops the effects that are leaving.
  @_noLocks
  func cool(_ chain: inout ChainLinks) {
    var index = chain.first
    while index >= 0 {
      let next = effects[index].next
      if effects[index].stage == .leaving {
        drop(index, from: &chain)
      } else {
        effects[index].unit.pointee.reset()
        effects[index].hasRun = false
      }
      index = next
    }
    chain.ringing.end()
  }
}
