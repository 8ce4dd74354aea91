import AhaArguments
import AhaBase
import AhaEngine
import CAha
import CShims
import Synchronization

extension Engine {
  static func create(_ settings: EngineSettings) throws(AhaError) -> Engine {
    guard settings.channels == 1 || settings.channels.isMultiple(of: 2) else {
      throw AhaError(
        .invalidArgument,
        "channels \(settings.channels): an engine has 1 channel, or pairs of them up to 32")
    }
    return try Engine(settings)
  }

  /// Nil before the host has the handle.
  var handle: OpaquePointer? { OpaquePointer(bitPattern: tag.load(ordering: .relaxed)) }

  var sampleRate: Int { settings.sampleRate }
  var channels: Int { settings.channels }
}

/// Runs on the audio thread: counts no references, and its error lines are static.
@c @implementation
public func aha_engine_render(
  _ engine: OpaquePointer?, _ frames: UnsafeMutablePointer<Float>?, _ frameCount: UInt64
) -> aha_result {
  if Callback.isInLog { return RenderCall.refuseInCallback() }
  guard let slot = RenderCall.pin(engine, kind: Engine.kind) else {
    return RenderCall.refuse(engine, wanted: Engine.kind).rawValue
  }
  defer { HandleTable.unpin(slot) }
  return Unmanaged<Engine>.fromOpaque(slot.pointee.pointer)._withUnsafeGuaranteedRef { engine in
    RenderCall.render(engine, frames: frames, count: frameCount)
  }
}

@c @implementation
public func aha_engine_master_bus(_ engine: OpaquePointer?) -> OpaquePointer? {
  OpaquePointer(
    bitPattern: getting(UInt(0)) { () throws(AhaError) in
      try Handle.object(engine, as: Engine.self).master().tag.load(ordering: .relaxed)
    })
}
