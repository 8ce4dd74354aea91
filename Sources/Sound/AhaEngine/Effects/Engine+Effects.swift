import AhaBase
import AhaDSP
import Synchronization

extension Engine {
  /// Errors: `outOfMemory`, `released`.
  public func makeEffect(
    _ kind: EffectKind, content: EffectContent = .none
  ) throws(AhaError) -> Effect {
    _ = try master()
    return try Effect(engine: self, kind: kind, content: content)
  }

  /// The limiter after the master bus. Errors: `state` (the engine has no limiter).
  public func limiter() throws(AhaError) -> Effect {
    try locked { () throws(AhaError) in
      guard let outputLimiter else {
        throw AhaError(.state, "the engine was made without a limiter")
      }
      return outputLimiter
    }
  }

  /// Puts the limiter after the master bus, before the first render.
  func addLimiter() throws(AhaError) {
    let effect = try Effect(engine: self, kind: .limiter)
    try prepare(effect, owner: EffectSlot.owner(bus: 0))
    renderer.output.limiter.first = effect.slot
    renderer.needsPriming = true
    outputLimiter = effect
  }

  // MARK: The renderer's table

  /// Passes an effect to the renderer. Invariant: caller holds lock. Errors: `limit`,
  /// `outOfMemory`.
  func attach(_ effect: Effect, to owner: Int) throws(AhaError) {
    try prepare(effect, owner: owner)
    // Offline, the first render starts it.
    if !settings.isOffline { team?.start(for: renderer) }
    do throws(AhaError) {
      try send(.effect(effect.slot, .add))
    } catch {
      freeSlot(effect.slot)
      effect.slot = -1
      throw error
    }
  }

  private func prepare(_ effect: Effect, owner: Int) throws(AhaError) {
    let slot = try claimEffectSlot()
    do throws(AhaError) {
      let unit = try effect.claimUnit()
      units[slot] = unit
      renderer.chains.effects.initialize(
        slot, to: EffectSlot(unit: unit, owner: owner, rank: effect.rank))
      effect.slot = slot
    } catch {
      freeEffects.append(slot)
      throw error
    }
  }

  private func claimEffectSlot() throws(AhaError) -> Int {
    if freeEffects.isEmpty, units.count == settings.maxEffects { collectWithoutRenderer() }
    if let slot = freeEffects.popLast() { return slot }
    guard units.count < settings.maxEffects else {
      throw AhaError(.limit, "the engine's \(settings.maxEffects) effects are all in use")
    }
    units.append(nil)
    return units.count - 1
  }

  /// Frees an effect that the renderer has retired. Invariant: caller holds lock.
  func freeEffect(_ slot: Int) {
    guard let unit = units[slot] else { return }
    if let chain = chain(of: renderer.chains.effects[slot].owner), unit.value.latency > 0 {
      chain.leftLatency -= unit.value.latency
      chain.leftCount -= 1
      countedLatency = nil
    }
    freeSlot(slot)
  }

  private func freeSlot(_ slot: Int) {
    guard let unit = units[slot] else { return }
    while let lane = renderer.chains.effects[slot].lanes {
      renderer.chains.effects[slot].lanes = lane.value.next
      freeLane(lane)
    }
    free(unit)
    units[slot] = nil
    freeEffects.append(slot)
  }

  /// Invariant: caller holds lock.
  private func free(_ unit: Reference<EffectUnit>) {
    if let host = unit.value.host { endingHosts.append(host.takeUnretainedValue()) }
    Effect.free(unit)
  }

  private func chain(of owner: Int) -> Chain? {
    owner >= 0 ? players[owner]?.chain : buses[-1 - owner]?.chain
  }

  /// Frees the effects of a retired player or bus. Invariant: caller holds lock.
  func freeEffects(_ links: ChainLinks) {
    var slot = links.first
    while slot >= 0 {
      let next = renderer.chains.effects[slot].next
      freeSlot(slot)
      slot = next
    }
  }

  /// Frees all effects. Invariant: the renderer has rendered for the last time.
  func freeAllEffects() {
    for slot in units.indices {
      if let unit = units[slot] { free(unit) }
      units[slot] = nil
    }
    while let lane = lanes { freeLane(lane) }
    outputLimiter = nil
  }

  /// Sends changes that wait for a frame. Errors: `limit`.
  func countChanges(_ count: Int = 1, _ send: () throws(AhaError) -> Void) throws(AhaError) {
    let counters = renderer.reports.counters
    let waiting = counters.value.waitingChanges.load(ordering: .relaxed)
    guard waiting + count <= Renderer.maxChanges else {
      throw AhaError(.limit, "\(waiting) changes of the engine wait for their frames already")
    }
    counters.value.waitingChanges.wrappingAdd(count, ordering: .relaxed)
    do throws(AhaError) { try send() } catch {
      counters.value.waitingChanges.wrappingSubtract(count, ordering: .relaxed)
      throw error
    }
  }
}

// Chain edits of hosts.
extension Player {
  public func editChain(_ body: (Chain) throws(AhaError) -> Void) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try requireAlive()
      try body(chain)
    }
  }
}

extension Bus {
  public func editChain(_ body: (Chain) throws(AhaError) -> Void) throws(AhaError) {
    try engine.locked { () throws(AhaError) in
      try engine.check(self)
      try body(chain)
    }
  }
}
