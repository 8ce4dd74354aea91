import AhaBase
import AhaDSP

/// Effects of a player or bus, in order; used by control threads.
public final class Chain {
  public static let capacity = 32
  /// Initial distance between ranks, so that new ranks fit in between.
  private static let gap: Int64 = 1 << 32

  /// Owner in the form of `EffectSlot.owner`.
  private let owner: Int
  // Invariant: accessed with the engine's lock held.
  private var effects: [Effect] = []
  /// Latency of removed effects that remain as delays until the chain is silent.
  var leftLatency = 0
  var leftCount = 0
  /// Of the effect behind the tempo of a player.
  var tempoLatency = 0

  init(owner: Int) { self.owner = owner }

  public var count: Int { effects.count }

  /// Frames by which the output lags the input.
  public var latency: Int { effects.reduce(leftLatency + tempoLatency) { $0 + $1.latency } }

  /// Errors: `invalidArgument`.
  public func effect(at position: Int) throws(AhaError) -> Effect {
    guard effects.indices.contains(position) else {
      throw AhaError(.invalidArgument, "position \(position) in a chain of \(effects.count)")
    }
    return effects[position]
  }

  /// Errors: `state`, `limit`, `invalidArgument`, `outOfMemory`. Invariant: caller holds lock.
  public func insert(_ effect: Effect, at position: Int, engine: Engine) throws(AhaError) {
    try check(effect, engine: engine)
    guard position <= effects.count else {
      throw AhaError(.invalidArgument, "position \(position) in a chain of \(effects.count)")
    }
    guard effects.count + leftCount < Chain.capacity else {
      throw AhaError(
        .limit, "more than \(Chain.capacity) effects in a chain, with \(leftCount) removed ones")
    }
    if owner < 0 || engine.players[owner]?.hasOwnBus == true {
      try engine.requireLatency(adding: effect.latency)
    }
    effect.rank = try makeRank(at: position, engine: engine)
    try engine.attach(effect, to: owner)
    effect.isChainClosed = false
    effects.insert(effect, at: position)
    if effect.latency > 0 { engine.countedLatency = nil }
  }

  private func check(_ effect: Effect, engine: Engine) throws(AhaError) {
    guard effect.engine === engine else {
      throw AhaError(.invalidArgument, "the effect belongs to another engine")
    }
    if effect.slot >= 0 { throw AhaError(.state, "the effect is in a chain already") }
  }

  /// Invariant: caller holds lock. Errors: `invalidArgument`.
  public func move(_ effect: Effect, to position: Int, engine: Engine) throws(AhaError) {
    let old = try index(of: effect)
    guard effects.indices.contains(position) else {
      throw AhaError(.invalidArgument, "position \(position) in a chain of \(effects.count)")
    }
    if old == position { return }
    effects.remove(at: old)
    defer { effects.insert(effect, at: min(position, effects.count)) }
    let rank = try makeRank(at: position, engine: engine)
    try engine.send(.effect(effect.slot, .move(rank: rank)))
    effect.rank = rank
  }

  /// Invariant: caller holds lock. Errors: `invalidArgument`.
  public func remove(_ effect: Effect, engine: Engine) throws(AhaError) {
    let index = try index(of: effect)
    try engine.send(.effect(effect.slot, .remove))
    effects.remove(at: index)
    leftLatency += effect.latency
    if effect.latency > 0 { leftCount += 1 }
    effect.slot = -1
    effect.key = nil
  }

  public func clear(_ engine: Engine) throws(AhaError) {
    while let last = effects.last { try remove(last, engine: engine) }
  }

  /// Closes the chain with its player or bus. The renderer reuses the table slots of its effects,
  /// so a later command for one of them would reach another effect.
  /// Invariant: caller holds lock and has sent the owner's last command.
  func close(_ engine: Engine) {
    for effect in effects {
      effect.slot = -1
      effect.isChainClosed = true
      effect.key = nil
    }
    engine.countedLatency = nil
    engine.endingEffects += effects
    effects = []
  }

  private func index(of effect: Effect) throws(AhaError) -> Int {
    guard let index = effects.firstIndex(where: { $0 === effect }) else {
      throw AhaError(.invalidArgument, "the effect is not in this chain")
    }
    return index
  }

  /// Returns a rank between the effect at a position and the one before it.
  private func makeRank(at position: Int, engine: Engine) throws(AhaError) -> Int64 {
    for _ in 0..<2 {
      let before = position > 0 ? effects[position - 1].rank : nil
      let after = position < effects.count ? effects[position].rank : nil
      guard let before else { return (after ?? 0) - Chain.gap }
      guard let after else { return before + Chain.gap }
      if after - before > 1 { return before + (after - before) / 2 }
      try spreadRanks(engine)
    }
    return 0
  }

  /// Gives all effects new ranks in the same order, with gaps between them.
  private func spreadRanks(_ engine: Engine) throws(AhaError) {
    for (index, effect) in effects.enumerated() {
      effect.rank = Int64(index) * Chain.gap
      try engine.send(.effect(effect.slot, .setRank(effect.rank)))
    }
  }
}
