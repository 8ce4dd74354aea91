import AhaDSP
import Synchronization

// What commands do to effects, and changes that wait for their frames.
extension Renderer {
  @_noLocks
  func applyToEffect(_ command: Command) {
    let index = command.index
    let unit = effects[index].unit
    switch command.kind {
    case .addEffect: add(index)
    case .removeEffect: remove(index)
    case .moveEffect: move(index, to: command.first)
    case .rankEffect:
      effects[index].wantedRank = command.first
      if effects[index].stage != .moving { effects[index].rank = command.first }
    case .bypassEffect: unit.pointee.bypass(command.count != 0)
    case .setParameter: setParameter(index, command)
    case .changeParameter: addChange(index, command)
    case .modulate:
      prepareToMove(index)
      unit.pointee.modulate(Int(command.parameter), Modulator(command))
    case .endModulation:
      prepareToMove(index)
      unit.pointee.endModulation(Int(command.parameter))
    default: break
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
      let voice = voices + owner
      if voice.pointee.chain.isEmpty { beginChain(voice) }
      link(index, into: &voice.pointee.chain)
      if voice.pointee.isHot { effects[index].unit.pointee.enter() }
    } else {
      let strip = strips + (-1 - owner)
      link(index, into: &strip.pointee.chain)
      if strip.pointee.isHeard { effects[index].unit.pointee.enter() }
    }
  }

  /// A voice that is heard goes on without a seam; its gain is from now on applied behind the
  /// chain.
  @_noLocks
  private func beginChain(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.isHot = voice.pointee.isSounding
    voice.pointee.fader = voice.pointee.main.mix.gain
    voice.pointee.main.mix.gain = StereoRamp(.unity)
    voice.pointee.ghost.mix.gain = StereoRamp(.unity)
    voice.pointee.chain.gate = Ramp(1)
  }

  /// The last effect has gone.
  @_noLocks
  func endChain(_ voice: UnsafeMutablePointer<Voice>) {
    voice.pointee.isHot = false
    voice.pointee.main.mix.gain = voice.pointee.fader
    voice.pointee.ghost.mix.gain = voice.pointee.fader
  }

  @_noLocks
  private func remove(_ index: Int) {
    effects[index].stage = .leaving
    effects[index].unit.pointee.leave()
    let owner = effects[index].owner
    if owner >= 0, !voices[owner].isHot {
      drop(index, from: &voices[owner].chain)
      if voices[owner].chain.isEmpty { endChain(voices + owner) }
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
  private func setParameter(_ index: Int, _ command: Command) {
    prepareToMove(index)
    var ramp: Int? = command.second < 0 ? nil : Int(command.second)
    if ramp == nil, !isHeard(index) { ramp = 0 }
    let parameter = Int(command.parameter)
    let time = ramp == nil ? effects[index].unit.pointee.smoothing(of: parameter) : ramp!
    let jumps = ramp == 0 ? !isHeard(index) : false
    noteMove(index, parameter, to: command.left, over: jumps ? LaneMove.jump : time)
    effects[index].unit.pointee.set(Int(command.parameter), command.left, over: ramp)
    if jumps { effects[index].unit.pointee.settle() }
  }

  /// Puts a change in the effect's list, which is in the order of frames.
  @_noLocks
  private func addChange(_ index: Int, _ command: Command) {
    guard freeChange >= 0 else { return }
    let place = freeChange
    freeChange = changes[place].next
    var previous = -1
    var next = effects[index].firstChange
    while next >= 0, changes[next].frame <= command.first {
      previous = next
      next = changes[next].next
    }
    changes[place] = Change(
      frame: command.first, parameter: Int(command.parameter), value: command.left,
      ramp: command.second, next: next)
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

extension Modulator {
  @_noLocks
  fileprivate init(_ command: Command) {
    let waveform: Waveform = switch command.count & 3 {
    case 0: .random
    case 1: .sine
    default: .triangle
    }
    self.init(
      waveform: waveform, rate: command.left, depth: command.right, duration: command.first,
      seed: UInt32(truncatingIfNeeded: command.second))
  }
}
