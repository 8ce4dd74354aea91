import AhaBase
import AhaEngine
import CAha

@c @implementation
public func aha_engine_set_listener(
  _ engine: OpaquePointer?, _ listener: UnsafePointer<aha_listener>?,
  _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(engine, as: Engine.self, ramp) { (engine, ramp) throws(AhaError) in
    try engine.setListener(Listener(listener), over: ramp.fade, at: ramp.frame)
  }
}

@c @implementation
public func aha_player_set_space(
  _ player: OpaquePointer?, _ space: UnsafePointer<aha_space>?, _ ramp: UnsafePointer<aha_ramp>?
) -> aha_result {
  changing(player, as: Player.self, ramp) { (player, ramp) throws(AhaError) in
    try player.setSpace(space == nil ? nil : Space(space), over: ramp.fade, at: ramp.frame)
  }
}

extension Vector {
  fileprivate init(_ vector: aha_vector) {
    self.init(Double(vector.x), Double(vector.y), Double(vector.z))
  }

  /// The vector of the host; all zero: the default.
  fileprivate init(_ vector: aha_vector, default standard: Vector) {
    self.init(vector)
    if self == .zero { self = standard }
  }
}

extension Listener {
  fileprivate init(_ listener: UnsafePointer<aha_listener>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(listener, "listener", default: aha_listener_init())
    position = Vector(asked.position)
    velocity = Vector(asked.velocity)
    forward = Vector(asked.forward, default: forward)
    up = Vector(asked.up, default: up)
  }
}

extension Space {
  fileprivate init(_ space: UnsafePointer<aha_space>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(space, "space", default: aha_space_init())
    position = Vector(asked.position)
    velocity = Vector(asked.velocity)
    curve = try known(asked.curve, "curve")
    if asked.min_distance_m != 0 { minDistance = Double(asked.min_distance_m) }
    if asked.max_distance_m != 0 { maxDistance = Double(asked.max_distance_m) }
    if asked.rolloff != 0 { rolloff = Double(asked.rolloff) }
    doppler = Double(asked.doppler)
    delaysEars = asked.delay_ears != 0
  }
}
