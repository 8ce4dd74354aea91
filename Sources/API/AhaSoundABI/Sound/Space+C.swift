import AhaArguments
import AhaBase
import AhaEngine
import CAha

extension Vector {
  init(_ vector: aha_vector) {
    self.init(x: Double(vector.x), y: Double(vector.y), z: Double(vector.z))
  }

  /// The vector of the host; all zero: the default.
  init(vector: aha_vector, default standard: Vector) {
    self.init(vector)
    if self == .zero { self = standard }
  }
}

extension Listener {
  init(_ listener: UnsafePointer<aha_listener>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(listener, "listener", default: aha_listener_init())
    position = Vector(fields.position)
    velocity = Vector(fields.velocity)
    forward = Vector(vector: fields.forward, default: forward)
    up = Vector(vector: fields.up, default: up)
  }
}

extension Space {
  init(_ space: UnsafePointer<aha_space>?) throws(AhaError) {
    self.init()
    let fields = try Sized.read(space, "space", default: aha_space_init())
    position = Vector(fields.position)
    velocity = Vector(fields.velocity)
    curve = try known(fields.curve, "curve")
    if fields.min_distance_m != 0 { minDistance = Double(fields.min_distance_m) }
    if fields.max_distance_m != 0 { maxDistance = Double(fields.max_distance_m) }
    if fields.rolloff != 0 { rolloff = Double(fields.rolloff) }
    doppler = Double(fields.doppler)
    delaysEars = fields.delay_ears != 0
  }
}
