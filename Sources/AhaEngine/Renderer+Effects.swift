import AhaDSP
import Synchronization

// What commands do to effects, and changes that wait for their frames.
extension Renderer {
  @_noLocks
  func apply(_ command: EffectCommand, toEffect index: Int) {
    let unit = effects[index].unit
    switch command {
    case .add: add(index)
    case .remove: remove(index)
    case .move(let rank): move(index, to: rank)
    case .setRank(let rank):
      effects[index].wantedRank = rank
      if effects[index].stage != .moving { effects[index].rank = rank }
    case .bypass(let isBypassed): unit.pointee.bypass(isBypassed)
    case .set(let parameter, let value, let ramp):
      setParameter(index, Int(parameter), value, over: ramp.map { Int($0) })
    case .change(let frame, let parameter, let value, let ramp):
      addChange(
        index, Change(frame: frame, parameter: Int(parameter), value: value, ramp: ramp, next: -1))
    case .modulate(let parameter, let modulator):
      prepareToMove(index)
      unit.pointee.modulate(Int(parameter), modulator)
    case .endModulation(let parameter):
      prepareToMove(index)
      unit.pointee.endModulation(Int(parameter))
    }
  }

  // MARK: Coming and going

  @_noLocks
  private func add(_ index: Int) {
    effects[index].time = isHeard(index) ? -1 : clock
    hasEffects = true
    hasDebts = true
    let owner = effects[index].owner
    if owner >= 0 {
      if voices[owner].chain.isEmpty { voices[owner].beginChain() }
      link(index, into: &voices[owner].chain)
      if voices[owner].isHot { effects[index].unit.pointee.enter() }
    } else {
      let strip = strips + (-1 - owner)
      link(index, into: &strip.pointee.chain)
      if strip.pointee.isHeard { effects[index].unit.pointee.enter() }
    }
  }

  @_noLocks
  private func remove(_ index: Int) {
    effects[index].stage = .leaving
    effects[index].unit.pointee.leave()
    let owner = effects[index].owner
    if owner >= 0, !voices[owner].isHot {
      drop(index, from: &voices[owner].chain)
      if voices[owner].chain.isEmpty { voices[owner].endChain() }
    } else if owner < 0, !strips[-1 - owner].isHeard {
      dropDelays(-1 - owner)
    }
  }

  @_noLocks
  private func move(_ index: Int, to rank: Int64) {
    effects[index].wantedRank = rank
    effects[index].stage = .moving
    let owner = effects[index].owner
    if owner >= 0 {
      move(index, &voices[owner].chain, isHeard: voices[owner].isHot)
    } else {
      let strip = strips + (-1 - owner)
      move(index, &strip.pointee.chain, isHeard: strip.pointee.isHeard)
    }
  }

  @_noLocks
  private func move(_ index: Int, _ chain: inout ChainLinks, isHeard: Bool) {
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

  // MARK: Parameters

  /// What moves begins to move now, also while nothing goes through the chain.
  @_noLocks
  private func prepareToMove(_ index: Int) {
    guard !isHeard(index), effects[index].time < clock else { return }
    skip(effects + index, to: clock)
    effects[index].time = clock
  }

  @_noLocks
  func isHeard(_ index: Int) -> Bool {
    if index == limiter { return strips[0].isHeard }
    let owner = effects[index].owner
    return owner >= 0 ? voices[owner].isHot : strips[-1 - owner].isHeard
  }

  @_noLocks
  private func setParameter(
    _ index: Int, _ parameter: Int, _ value: Float, over wanted: Int?
  ) {
    prepareToMove(index)
    var ramp = wanted
    if ramp == nil, !isHeard(index) { ramp = 0 }
    let time = ramp == nil ? effects[index].unit.pointee.smoothing(of: parameter) : ramp!
    let jumps = ramp == 0 ? !isHeard(index) : false
    noteMove(index, parameter, to: value, over: jumps ? LaneMove.jump : time)
    effects[index].unit.pointee.set(parameter, value, over: ramp)
    if jumps { effects[index].unit.pointee.settle() }
  }

  /// Puts a change in the effect's list, which is in the order of frames.
  @_noLocks
  private func addChange(_ index: Int, _ change: Change) {
    guard freeChange >= 0 else { return }
    let place = freeChange
    freeChange = changes[place].next
    var previous = -1
    var next = effects[index].firstChange
    while next >= 0, changes[next].frame <= change.frame {
      previous = next
      next = changes[next].next
    }
    changes[place] = change
    changes[place].next = next
    if previous < 0 { effects[index].firstChange = place } else { changes[previous].next = place }
  }

  /// Makes the changes that are due; returns the frame of the next one.
  @_noLocks
  func applyChanges(_ slot: UnsafeMutablePointer<EffectSlot>, upTo label: Int64) -> Int64 {
    while slot.pointee.firstChange >= 0 {
      let change = changes[slot.pointee.firstChange]
      if change.frame > label { return change.frame }
      let unit = slot.pointee.unit
      let ramp =
        change.ramp < 0 ? unit.pointee.smoothing(of: change.parameter) : Int(change.ramp)
      noteMove(slot, change.parameter, to: change.value, over: ramp, at: label)
      unit.pointee.set(change.parameter, change.value, over: ramp)
      freeFirstChange(of: slot)
    }
    return .max
  }

  @_noLocks
  func dropChanges(of slot: UnsafeMutablePointer<EffectSlot>) {
    while slot.pointee.firstChange >= 0 { freeFirstChange(of: slot) }
  }

  /// Of a chain that goes back to the control threads, which must not touch the list of changes.
  @_noLocks
  func dropChanges(of chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      dropChanges(of: effects + index)
      index = effects[index].next
    }
  }

  @_noLocks
  private func freeFirstChange(of slot: UnsafeMutablePointer<EffectSlot>) {
    let place = slot.pointee.firstChange
    slot.pointee.firstChange = changes[place].next
    changes[place].next = freeChange
    freeChange = place
    counters.pointee.waitingChanges.wrappingSubtract(1, ordering: .relaxed)
  }
}
