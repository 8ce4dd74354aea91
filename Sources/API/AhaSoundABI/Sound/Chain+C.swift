import AhaArguments
import AhaBase
import AhaEngine
import CAha
import CShims

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

/// Runs on the audio thread, as `aha_engine_render` does.
@c @implementation
public func aha_chain_render(
  _ chain: OpaquePointer?, _ input: UnsafePointer<Float>?, _ frameCount: UInt64,
  _ channels: UInt32, _ output: UnsafeMutablePointer<Float>?,
  _ outCount: UnsafeMutablePointer<UInt64>?
) -> aha_result {
  outCount?.pointee = 0
  if Callback.isInLog { return RenderCall.refuseInCallback() }
  let isBus = HandleTable.kind(of: UInt(bitPattern: chain)) == Bus.chain.number
  guard let slot = RenderCall.pin(chain, isBus: isBus) else {
    return RenderCall.refuse(chain, wanted: isBus ? Bus.chain : Player.chain).rawValue
  }
  defer { HandleTable.unpin(slot) }
  guard frameCount <= RenderCall.largest, channels == 1 || channels == 2 else {
    return RenderCall.refuse(
      .invalidArgument, "frame_count is over 2147483648, or channels is not 1 or 2")
  }
  if output == nil, frameCount > 0 {
    return RenderCall.refuse(.invalidArgument, "output is NULL")
  }
  if !isBus {
    return RenderCall.refuse(
      .unsupported, "frames of the host go through the chain of a bus, not a player's")
  }
  return Unmanaged<Bus>.fromOpaque(slot.pointee.pointer)._withUnsafeGuaranteedRef { bus in
    RenderCall.render(
      input, count: frameCount, channels: channels, throughChainOf: bus, to: output, outCount)
  }
}

extension RenderCall {
  /// The bus or player of a chain; nil: not the handle of a chain.
  fileprivate static func pin(
    _ chain: OpaquePointer?, isBus: Bool
  ) -> UnsafeMutablePointer<HandleTable.Slot>? {
    if isBus { return pin(HandleTable.alias(chain, as: Bus.kind), kind: Bus.kind) }
    guard HandleTable.kind(of: UInt(bitPattern: chain)) == Player.chain.number else { return nil }
    return pin(HandleTable.alias(chain, as: Player.kind), kind: Player.kind)
  }

  fileprivate static func render(
    _ input: UnsafePointer<Float>?, count: UInt64, channels: UInt32, throughChainOf bus: Bus,
    to output: UnsafeMutablePointer<Float>?, _ outCount: UnsafeMutablePointer<UInt64>?
  ) -> aha_result {
    let output = output ?? bus.engine.noFrames
    let samples = Int(count) * Int(channels)
    guard shim_begin_call() else {
      return RenderCall.refuse(.state, "the process is ending")
    }
    defer { shim_end_call() }
    guard
      let made = bus.engine.render(
        input.map { Floats($0, count: samples) }, frames: Int(count), channels: Int(channels),
        throughChainOf: bus, to: Floats(output, count: samples))
    else {
      return RenderCall.refuse(.state, "another render is under way")
    }
    outCount?.pointee = UInt64(made.count)
    return made.isOver ? aha_result(AHA_END) : ResultCode.ok.rawValue
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
