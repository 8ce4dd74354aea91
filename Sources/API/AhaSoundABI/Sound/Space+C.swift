import AhaArguments
import AhaBase
import AhaEngine
import CAha

extension Vector {
  init(_ vector: aha_vector) {
    self.init(Double(vector.x), Double(vector.y), Double(vector.z))
  }

  /// The vector of the host; all zero: the default.
  init(_ vector: aha_vector, default standard: Vector) {
    self.init(vector)
    if self == .zero { self = standard }
  }
}

extension Listener {
  init(_ listener: UnsafePointer<aha_listener>?) throws(AhaError) {
    self.init()
    let asked = try Sized.read(listener, "listener", default: aha_listener_init())
    position = Vector(asked.position)
    velocity = Vector(asked.velocity)
    forward = Vector(asked.forward, default: forward)
    up = Vector(asked.up, default: up)
  }
}

extension Space {
  init(_ space: UnsafePointer<aha_space>?) throws(AhaError) {
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
