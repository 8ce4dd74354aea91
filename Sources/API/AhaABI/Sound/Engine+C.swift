import AhaBase
import AhaEngine
import CAha
import CShims
import Synchronization

extension Engine: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_ENGINE, "engine") }

  static var releaseBlocks: Bool { true }

  func ended(_ handle: UInt) {
    close()
    Handle.endChildren(of: handle)
    Log.debug("engine released after \(position) frames")
  }
}

extension Engine {
  /// Nil before the host has the handle.
  var handle: OpaquePointer? { OpaquePointer(bitPattern: tag.load(ordering: .relaxed)) }

  var sampleRate: Int { settings.sampleRate }
  var channels: Int { settings.channels }
}

@c @implementation
public func aha_engine_create(
  _ options: UnsafePointer<aha_engine_options>?, _ outEngine: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outEngine?.pointee = nil
  return guarded { () throws(AhaError) in
    let out = try required(outEngine, "out_engine")
    let engine = try Engine(EngineSettings(options))
    let handle = OpaquePointer(bitPattern: try Handle.make(engine))
    engine.tag.store(UInt(bitPattern: handle), ordering: .relaxed)
    let master = try engine.master()
    do throws(AhaError) {
      master.tag.store(try Handle.make(master, parent: handle), ordering: .relaxed)
    } catch {
      _ = try? Handle.release(handle, as: Engine.self)
      throw error
    }
    out.pointee = handle
    Log.debug("engine at \(engine.settings.sampleRate) Hz")
  }
}

extension EngineSettings {
  /// Reads the host's options. Errors: `invalidArgument`, `unsupported`.
  init(_ options: UnsafePointer<aha_engine_options>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(options, "options", default: aha_engine_options_init())
    sampleRate = try choose(asked.sample_rate, 8000...192_000, sampleRate, "sample_rate")
    channels = try choose(asked.channels, 1...2, channels, "channels")
    maxPlayers = try choose(asked.max_players, 1...65_536, maxPlayers, "max_players")
    maxBuses = try choose(asked.max_buses, 1...1024, maxBuses, "max_buses")
    eventCapacity = try choose(asked.event_capacity, 1...65_536, eventCapacity, "event_capacity")
    maxEffects = try choose(asked.max_effects, 1...65_536, maxEffects, "max_effects")
    threads = try choose(asked.threads, 1...64, threads, "threads")
    maxOneShots = try choose(asked.max_one_shots, 1...65_536, maxOneShots, "max_one_shots")
    maxHeard = try choose(asked.max_heard, 1...65_536, maxHeard, "max_heard")
    hasLimiter = asked.no_limiter == 0
    isOffline = asked.offline != 0
    rampMilliseconds = try choose(asked.ramp_ms, 0.1...1000, rampMilliseconds, "ramp_ms")
  }
}

/// Runs on the audio thread: counts no references, and its error lines are static.
@c @implementation
public func aha_engine_render(
  _ engine: OpaquePointer?, _ frames: UnsafeMutablePointer<Float>?, _ frameCount: UInt64
) -> aha_result {
  if Callback.isInLog { return RenderCall.refuseInCallback() }
  guard let slot = RenderCall.pin(engine, Engine.kind) else {
    return RenderCall.refuse(engine, Engine.kind).rawValue
  }
  defer { HandleTable.unpin(slot) }
  return Unmanaged<Engine>.fromOpaque(slot.pointee.pointer)._withUnsafeGuaranteedRef { engine in
    RenderCall.render(engine, frames, frameCount)
  }
}

@c @implementation
public func aha_engine_master_bus(_ engine: OpaquePointer?) -> OpaquePointer? {
  OpaquePointer(
    bitPattern: getting(UInt(0)) { () throws(AhaError) in
      try Handle.object(engine, as: Engine.self).master().tag.load(ordering: .relaxed)
    })
}
