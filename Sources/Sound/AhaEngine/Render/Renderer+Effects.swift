import AhaBase
import AhaDSP

// Adds, moves and removes the effects of voices and buses.
extension Renderer {
  @_noLocks
  func apply(_ command: EffectCommand, toEffect index: Int) {
    let unit = chains.effects[index].unit
    switch command {
    case .add: add(index)
    case .remove: remove(index)
    case .move(let rank): move(index, to: rank)
    case .setRank(let rank): chains.setRank(of: index, rank: rank)
    case .bypass(let isBypassed, let fade): bypass(index, isBypassed: isBypassed, over: fade)
    case .set(let parameter, let value, let fade):
      chains.set(
        index, parameter: Int(parameter), value: value, over: fade, isHeard: isHeard(index))
    case .change(let frame, let parameter, let value, let fade):
      chains.add(
        Change(frame: frame, parameter: Int(parameter), value: value, fade: fade, next: -1),
        to: index)
    case .setKey(let key):
      chains.dropKey(of: chains.effects.reference(index))
      chains.effects[index].key = key
      if let key { buses.add(key) }
    case .modulate(let parameter, let modulator):
      chains.prepareToMove(index, isHeard: isHeard(index))
      unit.value.modulate(Int(parameter), modulator: modulator)
    case .endModulation(let parameter):
      chains.prepareToMove(index, isHeard: isHeard(index))
      unit.value.endModulation(Int(parameter))
    }
  }

  // MARK: Edits

  @_noLocks
  private func add(_ index: Int) {
    chains.effects[index].time = isHeard(index) ? -1 : clock
    hasEffects = true
    needsPriming = true
    let owner = chains.effects[index].owner
    if owner >= 0 {
      if voices[owner].chain.isEmpty { voices[owner].beginChain() }
      chains.link(index, into: &voices[owner].chain)
    } else {
      chains.link(index, into: &buses[-1 - owner].chain)
    }
    if isHeard(index) { chains.effects[index].unit.value.standBy() }
    carryOut(index)
  }

  @_noLocks
  private func remove(_ index: Int) {
    dropAgenda(ofEffect: index)
    chains.effects[index].stage = .leaving
    chains.effects[index].unit.value.leave()
    let owner = chains.effects[index].owner
    if owner >= 0, !voices[owner].isHot {
      chains.drop(index, from: &voices[owner].chain)
      if voices[owner].chain.isEmpty { voices[owner].endChain() }
    } else if owner < 0, !buses[-1 - owner].isHeard {
      dropDelays(-1 - owner)
    } else if !dropUnheard(index) {
      carryOut(index)
    }
  }

  /// Drops an effect that is not heard, without a transition. Otherwise effects that come and go
  /// while a transition waits would use up the engine's effects. The last one of a voice ends its
  /// chain by transition.
  @_noLocks
  private func dropUnheard(_ index: Int) -> Bool {
    guard chains.isUnheard(index) else { return false }
    let owner = chains.effects[index].owner
    if owner < 0 {
      chains.drop(index, from: &buses[-1 - owner].chain)
      return true
    }
    if voices[owner].chain.first == index, chains.effects[index].next < 0 { return false }
    chains.drop(index, from: &voices[owner].chain)
    return true
  }

  @_noLocks
  private func move(_ index: Int, to rank: Int64) {
    chains.effects[index].wantedRank = rank
    chains.effects[index].stage = .moving
    carryOut(index)
  }

  @_noLocks
  private func bypass(_ index: Int, isBypassed: Bool, over wanted: Fade?) {
    let unit = chains.effects[index].unit
    let fade = Fade.edge(wanted, ramp: ramp)
    if index == output.limiter.first {
      return unit.value.bypass(isBypassed, over: Int(fade.frames))
    }
    unit.value.want(bypassed: isBypassed)
    chains.effects[index].transitionFade = fade
    carryOut(index)
  }

  /// Carries out an edit: in a transition if audio passes through the chain, otherwise at once.
  @_noLocks
  private func carryOut(_ index: Int) {
    let owner = chains.effects[index].owner
    if owner >= 0 {
      voices[owner].chain.hasEdits = true
      if !voices[owner].isHot { chains.carryOut(&voices[owner].chain) }
    } else {
      let bus = -1 - owner
      buses[bus].chain.hasEdits = true
      if !buses[bus].isHeard { chains.carryOut(&buses[bus].chain) }
    }
  }

  /// True if audio passes through the effect's chain.
  @_noLocks
  func isHeard(_ index: Int) -> Bool {
    let owner = chains.effects[index].owner
    return owner >= 0 ? voices[owner].isHot : buses[-1 - owner].isHeard
  }
}
