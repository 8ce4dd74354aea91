import AhaBase

/// Owner of a chain.
public enum ChainOwner {
  case player(Player)
  case bus(Bus)

  public var engine: Engine {
    switch self {
    case .player(let player): player.engine
    case .bus(let bus): bus.engine
    }
  }

  /// Runs the body under the engine's lock. Errors: `released`.
  private func edit(_ body: (Chain) throws(AhaError) -> Void) throws(AhaError) {
    switch self {
    case .player(let player): try player.editChain(body)
    case .bus(let bus): try bus.editChain(body)
    }
  }

  /// - Parameter position: `UInt32.max`: the end.
  public func insert(_ effect: Effect, at position: UInt32) throws(AhaError) {
    try edit { (chain) throws(AhaError) in
      try chain.insert(effect, at: position == .max ? chain.count : Int(position), engine: engine)
    }
  }

  public func move(_ effect: Effect, to position: Int) throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.move(effect, to: position, engine: engine) }
  }

  public func remove(_ effect: Effect) throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.remove(effect, engine: engine) }
  }

  public func clear() throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.clear(engine) }
  }

  /// Forgets the frames of the host. Errors: `unsupported` (a player's chain).
  public func reset() throws(AhaError) {
    guard case .bus(let bus) = self else {
      throw AhaError(
        .unsupported, "frames of the host go through the chain of a bus, not a player's")
    }
    try bus.editChain { (_) throws(AhaError) in try bus.resetHostFrames() }
  }

  public func count() throws(AhaError) -> Int {
    var count = 0
    try edit { chain in count = chain.count }
    return count
  }

  public func latency() throws(AhaError) -> Int {
    var frames = 0
    try edit { chain in frames = chain.latency }
    return frames
  }

  public func at(_ position: Int) throws(AhaError) -> Effect {
    var found: Effect!
    try edit { (chain) throws(AhaError) in found = try chain.effect(at: position) }
    return found
  }
}
