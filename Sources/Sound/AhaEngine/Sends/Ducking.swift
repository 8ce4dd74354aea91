import AhaBase
import AhaDSP

extension EffectKind {
  /// The kind has an input for the level of another bus.
  public var hasKey: Bool { self == .compressor || self == .gate }
}

extension Effect {
  /// Lets the level of another bus control the effect. Nil: its own input.
  /// Errors: `unsupported` (another kind), `state` (in no chain), `invalidArgument` (a loop),
  /// `limit`, `released`, `outOfMemory`.
  public func setSidechain(_ key: Bus?) throws(AhaError) {
    guard effectKind.hasKey else {
      throw AhaError(
        .unsupported, "\(name) has no side-chain: compressor and gate have one")
    }
    try engine.locked { () throws(AhaError) in
      try requireChain()
      let owner = engine.renderer.chains.effects[slot].owner
      if owner < 0, let bus = engine.buses[-1 - owner] {
        try engine.setKey(key, of: self, in: bus)
      } else if owner >= 0, let player = engine.players[owner] {
        try engine.setKey(key, of: self, of: player)
      }
    }
  }
}

/// How much and how fast a bus becomes quieter while another one is heard.
public struct Ducking {
  /// Greatest reduction, in dB.
  public var depth: Float = 12
  /// Level of the other bus that reduces the gain, in dB.
  public var threshold: Float = -40
  public var attack: Float = 20
  public var release: Float = 400

  public init() {}

  /// Values of a compressor. A high ratio reduces by far more than the depth, and the dry share of
  /// the mix remains.
  public func value(of parameter: String) -> Float? {
    switch parameter {
    case "threshold_db": threshold
    case "ratio": 20
    case "attack_ms": attack
    case "release_ms": release
    case "mix": 1 - Level.linear(db: -depth)
    default: nil
    }
  }
}

extension Bus {
  /// Adds a compressor to the chain whose key is another bus.
  /// Errors: `invalidArgument` (a loop), `limit`, `outOfMemory`, `released`.
  public func duck(by key: Bus, ducking: Ducking) throws(AhaError) -> Effect {
    let effect = try engine.makeEffect(.compressor)
    for (index, spec) in effect.specs.enumerated() {
      guard let value = ducking.value(of: spec.name.text) else { continue }
      try effect.set(UInt32(index), value: value, over: 0)
    }
    try editChain { (chain) throws(AhaError) in
      try chain.insert(effect, at: chain.count, engine: engine)
    }
    do throws(AhaError) { try effect.setSidechain(key) } catch {
      try? editChain { (chain) throws(AhaError) in try chain.remove(effect, engine: engine) }
      throw error
    }
    return effect
  }
}
