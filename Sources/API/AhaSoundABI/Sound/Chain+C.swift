import AhaArguments
import AhaBase
import AhaEngine
import CAha

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

extension ChainOwner {
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
      throw Handle.complaint(number, wanted: isBus ? Bus.chain : Player.chain)
    }
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
    let effect = try bus.duck(by: key, ducking: Ducking(options))
    guard let outEffect else { return }
    do throws(AhaError) {
      outEffect.pointee = try handle(of: effect, parent: bus.engine.handle)
    } catch {
      try? bus.editChain { (chain) throws(AhaError) in try chain.remove(effect, engine: bus.engine)
      }
      throw error
    }
  }
}
