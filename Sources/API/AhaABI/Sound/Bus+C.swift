import AhaBase
import AhaDSP
import AhaEngine
import CAha
import Synchronization

extension Bus: Handled {
  static var kind: HandleKind { HandleKind(AHA_KIND_BUS, "bus") }

  /// The master bus belongs to its engine.
  var keepsLastOwner: Bool { isMaster }

  func ended(_ handle: UInt) {
    tag.store(0, ordering: .relaxed)
    release()
  }
}

/// NULL stands for the master bus.
func busOrMaster(_ bus: OpaquePointer?, of engine: Engine) throws(AhaError) -> Bus {
  bus == nil ? try engine.master() : try Handle.object(bus, as: Bus.self)
}

@c @implementation
public func aha_bus_create(
  _ engine: OpaquePointer?, _ parent: OpaquePointer?,
  _ outBus: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outBus?.pointee = nil
  return guarded { () throws(AhaError) in
    let host = try Handle.object(engine, as: Engine.self)
    let out = try required(outBus, "out_bus")
    let parent = try busOrMaster(parent, of: host)
    let bus = try host.makeBus(into: parent)
    out.pointee = try Handle.make(bus, parent: engine, tag: bus.tag) { bus.release() }
  }
}

@c @implementation
public func aha_bus_set_parent(_ bus: OpaquePointer?, _ parent: OpaquePointer?) -> aha_result {
  guarded { () throws(AhaError) in
    let bus = try Handle.object(bus, as: Bus.self)
    try bus.setParent(busOrMaster(parent, of: bus.engine))
  }
}

@c @implementation
public func aha_bus_set_gain_db(
  _ bus: OpaquePointer?, _ gainDb: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.setGain(db: gainDb, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_gain_db(_ bus: OpaquePointer?) -> Float {
  getting(0) { () throws(AhaError) in try Handle.object(bus, as: Bus.self).gainDb }
}

@c @implementation
public func aha_bus_set_pan(
  _ bus: OpaquePointer?, _ pan: Float, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.setPan(pan, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_pan(_ bus: OpaquePointer?) -> Float {
  getting(0) { () throws(AhaError) in try Handle.object(bus, as: Bus.self).pan }
}

@c @implementation
public func aha_bus_set_muted(
  _ bus: OpaquePointer?, _ muted: UInt32, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.setMuted(muted != 0, over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_is_muted(_ bus: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in try Handle.object(bus, as: Bus.self).muted ? 1 : 0 }
}

@c @implementation
public func aha_bus_set_soloed(_ bus: OpaquePointer?, _ soloed: UInt32) -> aha_result {
  guarded { () throws(AhaError) in try Handle.object(bus, as: Bus.self).setSoloed(soloed != 0) }
}

@c @implementation
public func aha_bus_is_soloed(_ bus: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in try Handle.object(bus, as: Bus.self).soloed ? 1 : 0 }
}

@c @implementation
public func aha_bus_pause(_ bus: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.pause(over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_resume(_ bus: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.resume(over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_is_paused(_ bus: OpaquePointer?) -> UInt32 {
  getting(0) { () throws(AhaError) in try Handle.object(bus, as: Bus.self).isPaused ? 1 : 0 }
}

@c @implementation
public func aha_bus_stop_players(
  _ bus: OpaquePointer?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(bus, as: Bus.self, ramp) { (bus, ramp) throws(AhaError) in
    try bus.stopPlayers(over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_bus_read_meter(
  _ bus: OpaquePointer?, _ meter: UnsafeMutablePointer<aha_bus_meter>?
) -> aha_result {
  guarded { () throws(AhaError) in
    let bus = try Handle.object(bus, as: Bus.self)
    try Sized.check(meter, "meter")
    let now = bus.meter()
    var value = aha_bus_meter_init()
    value.peak_left = now.peak.left
    value.peak_right = now.peak.right
    value.rms_left = now.rms.left
    value.rms_right = now.rms.right
    try Sized.write(value, to: meter, "meter")
  }
}

/// Makes a send and its handle.
func makeSend(
  _ options: UnsafePointer<aha_send_options>?, _ outSend: UnsafeMutablePointer<OpaquePointer?>?,
  _ make: (SendPoint, Float) throws(AhaError) -> Bus
) throws(AhaError) {
  let out = try required(outSend, "out_send")
  let asked = try Sized.read(options, "options", default: aha_send_options_init())
  let bus = try make(try known(asked.point, "point"), asked.gain_db)
  out.pointee = try Handle.make(bus, parent: bus.engine.handle, tag: bus.tag) { bus.release() }
}

@c @implementation
public func aha_bus_create_send(
  _ bus: OpaquePointer?, _ destination: OpaquePointer?,
  _ options: UnsafePointer<aha_send_options>?, _ outSend: UnsafeMutablePointer<OpaquePointer?>?
) -> aha_result {
  outSend?.pointee = nil
  return guarded { () throws(AhaError) in
    let source = try Handle.object(bus, as: Bus.self)
    let destination = try Handle.object(destination, as: Bus.self)
    try makeSend(options, outSend) { (point, gain) throws(AhaError) in
      try source.makeSend(to: destination, point, gainDb: gain)
    }
  }
}
