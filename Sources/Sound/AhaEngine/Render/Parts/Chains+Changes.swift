import AhaBase
import AhaDSP
import Synchronization

// Parameter changes: immediate, or scheduled at a frame.
extension Chains {
  @_noLocks
  func setRank(of index: Int, rank: Int64) {
    effects[index].wantedRank = rank
    if effects[index].stage != .moving { effects[index].rank = rank }
  }

  /// Advances an inaudible effect to the present, so that a parameter ramp starts now even while no
  /// audio passes the chain.
  @_noLocks
  func prepareToMove(_ index: Int, isHeard: Bool) {
    let clock = reports.clock
    guard !isHeard, effects[index].time < clock else { return }
    skip(effects.reference(index), to: clock)
    effects[index].time = clock
  }

  @_noLocks
  func set(
    _ index: Int, parameter: Int, value: Float, over wanted: Fade?, isHeard: Bool
  ) {
    prepareToMove(index, isHeard: isHeard)
    var ramp = wanted.map { Int($0.frames) }
    if ramp == nil, !isHeard { ramp = 0 }
    let time = ramp == nil ? effects[index].unit.value.smoothing(of: parameter) : ramp!
    let jumps = ramp == 0 ? !isHeard : false
    noteMove(
      effects.reference(index), parameter: parameter, to: value, over: jumps ? LaneMove.jump : time,
      isHeard: isHeard)
    effects[index].unit.value.set(
      parameter, value: value, over: ramp, shape: wanted?.shape ?? .linear)
    if jumps { effects[index].unit.value.settle() }
  }

  /// Inserts a change into the effect's list. Invariant: the list is in order of frames.
  @_noLocks
  func add(_ change: Change, to index: Int) {
    guard pool.value.freeChange >= 0 else { return }
    let node = pool.value.freeChange
    pool.value.freeChange = changes[node].next
    var previous = -1
    var next = effects[index].firstChange
    while next >= 0, changes[next].frame <= change.frame {
      previous = next
      next = changes[next].next
    }
    changes[node] = change
    changes[node].next = next
    if previous < 0 { effects[index].firstChange = node } else { changes[previous].next = node }
  }

  /// Applies the changes that are due; returns the frame of the next one.
  @_noLocks
  func applyChanges(_ slot: Reference<EffectSlot>, upTo label: Int64) -> Int64 {
    while slot.value.firstChange >= 0 {
      let change = changes[slot.value.firstChange]
      if change.frame > label { return change.frame }
      let unit = slot.value.unit
      let ramp =
        change.fade.map { Int($0.frames) }
        ?? unit.value.smoothing(of: change.parameter)
      noteMove(slot, parameter: change.parameter, to: change.value, over: ramp, at: label)
      unit.value.set(
        change.parameter, value: change.value, over: ramp, shape: change.fade?.shape ?? .linear)
      freeFirstChange(of: slot)
    }
    return .max
  }

  @_noLocks
  func dropChanges(of slot: Reference<EffectSlot>) {
    while slot.value.firstChange >= 0 { freeFirstChange(of: slot) }
  }

  /// Drops the pending changes of a chain before it returns to the control threads, which must not
  /// touch the list of changes.
  @_noLocks
  func dropChanges(of chain: ChainLinks) {
    var index = chain.first
    while index >= 0 {
      dropChanges(of: effects.reference(index))
      index = effects[index].next
    }
  }

  @_noLocks
  private func freeFirstChange(of slot: Reference<EffectSlot>) {
    let node = slot.value.firstChange
    slot.value.firstChange = changes[node].next
    changes[node].next = pool.value.freeChange
    pool.value.freeChange = node
    reports.countChangeDone()
  }
}
