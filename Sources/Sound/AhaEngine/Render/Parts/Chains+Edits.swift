import AhaBase
import AhaDSP

// Links the effects of a chain, and drops them.
extension Chains {
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
    if chain.isShut { effects[index].unit.value.shutInput(true) }
  }

  @_noLocks
  func unlink(_ index: Int, from chain: inout ChainLinks) {
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
    dropChanges(of: effects.reference(index))
    dropLanes(of: effects.reference(index))
    dropKey(of: effects.reference(index))
    reports.retire(.effect(index))
  }

  /// A chain with an effect of the host, or a plug-in.
  @_noLocks
  func hasHost(_ chain: ChainLinks) -> Bool {
    var index = chain.first
    while index >= 0 {
      if effects[index].unit.value.host != nil { return true }
      index = effects[index].next
    }
    return false
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

  /// Ends the ramps of all parameters at their goals. Only while the chain is inaudible.
  @_noLocks
  func finishMoves(_ chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      effects[index].unit.value.finishMoves()
      index = effects[index].next
    }
  }

  /// Resets a chain to silence, and drops the effects that are leaving.
  @_noLocks
  func cool(_ chain: inout ChainLinks) {
    carryOut(&chain)
    dropLeaving(&chain)
    var index = chain.first
    while index >= 0 {
      effects[index].unit.value.reset()
      effects[index].hasRun = false
      index = effects[index].next
    }
    chain.ringing.end()
  }
}
