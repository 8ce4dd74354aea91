import AhaBase
import AhaEngine
import CAha
import Synchronization

extension Player { static var chain: HandleKind { kind.alias("chain") } }
extension Bus { static var chain: HandleKind { kind.alias("chain") } }

/// Chain handle of a player or bus: the same slot under another kind. It lives as long as the
/// owner's handle and needs no memory of its own.
@c @implementation
public func aha_player_chain(_ player: OpaquePointer?) -> OpaquePointer? {
  getting(nil) { () throws(AhaError) in
    _ = try Handle.object(player, as: Player.self)
    return HandleTable.alias(player, as: Player.chain)
  }
}

@c @implementation
public func aha_bus_chain(_ bus: OpaquePointer?) -> OpaquePointer? {
  getting(nil) { () throws(AhaError) in
    _ = try Handle.object(bus, as: Bus.self)
    return HandleTable.alias(bus, as: Bus.chain)
  }
}

/// Owner of a chain.
enum ChainOwner {
  case player(Player)
  case bus(Bus)

  /// Errors: `invalidHandle`, `released`.
  init(_ chain: OpaquePointer?) throws(AhaError) {
    let number = UInt(bitPattern: chain)
    if HandleTable.kind(of: number) == Player.chain.number,
      let player = try? Handle.object(HandleTable.alias(chain, as: Player.kind), as: Player.self)
    {
      self = .player(player)
    } else if HandleTable.kind(of: number) == Bus.chain.number,
      let bus = try? Handle.object(HandleTable.alias(chain, as: Bus.kind), as: Bus.self)
    {
      self = .bus(bus)
    } else {
      let isBus = HandleTable.kind(of: number) == Bus.chain.number
      throw Handle.complaint(number, isBus ? Bus.chain : Player.chain)
    }
  }

  var engine: Engine {
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

  /// `AHA_LAST` is the end.
  func insert(_ effect: Effect, at position: UInt32) throws(AhaError) {
    try edit { (chain) throws(AhaError) in
      try chain.insert(effect, at: position == .max ? chain.count : Int(position), engine)
    }
  }

  func move(_ effect: Effect, to position: Int) throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.move(effect, to: position, engine) }
  }

  func remove(_ effect: Effect) throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.remove(effect, engine) }
  }

  func clear() throws(AhaError) {
    try edit { (chain) throws(AhaError) in try chain.clear(engine) }
  }

  func count() throws(AhaError) -> Int {
    var count = 0
    try edit { chain in count = chain.count }
    return count
  }

  func latency() throws(AhaError) -> Int {
    var frames = 0
    try edit { chain in frames = chain.latency }
    return frames
  }

  func at(_ position: Int) throws(AhaError) -> Effect {
    var found: Effect!
    try edit { (chain) throws(AhaError) in found = try chain.effect(at: position) }
    return found
  }
}

extension Handle {
  static func object(
    _ chain: OpaquePointer?, as type: ChainOwner.Type
  ) throws(AhaError) -> ChainOwner {
    try ChainOwner(chain)
  }
}

@c @implementation
public func aha_bus_duck(
  _ bus: OpaquePointer?, _ key: OpaquePointer?, _ options: UnsafePointer<aha_duck_options>?,
  _ outEffect: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEffect?.pointee = nil
  return guarded { () throws(AhaError) in
    let bus = try Handle.object(bus, as: Bus.self)
    let key = try Handle.object(key, as: Bus.self)
    let effect = try bus.duck(by: key, Ducking(options))
    guard let outEffect else { return }
    do throws(AhaError) {
      outEffect.pointee = try handle(of: effect, parent: bus.engine.handle)
    } catch {
      try? bus.editChain { (chain) throws(AhaError) in try chain.remove(effect, bus.engine) }
      throw error
    }
  }
}
