import AhaBase

/// Position, velocity or direction in space: x to the right, y up, z to the back.
///
/// Units: meters, or meters per second.
public struct Vector: Equatable, Sendable {
  public var x, y, z: Double

  public init(x: Double, y: Double, z: Double) {
    (self.x, self.y, self.z) = (x, y, z)
  }

  public static let zero = Vector(x: 0, y: 0, z: 0)

  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  var length: Double { dot(self).squareRoot() }

  /// The vector with length 1; nil without a length. Coordinates up to the largest float do not
  /// overflow.
  var direction: Vector? {
    let length = length
    return length > 0 ? Vector(x: x / length, y: y / length, z: z / length) : nil
  }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector) -> Vector {
    Vector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  static func - (_ left: Vector, _ right: Vector) -> Vector {
    Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
  }
}

/// The ears of an engine.
public struct Listener {
  public var position = Vector.zero
  public var velocity = Vector.zero
  public var forward = Vector(x: 0, y: 0, z: -1)
  public var up = Vector(x: 0, y: 1, z: 0)

  public init() {}

  /// The direction to the right. Errors: `invalidArgument`.
  func right() throws(AhaError) -> Vector {
    guard position.isFinite, velocity.isFinite, forward.isFinite, up.isFinite else {
      throw AhaError(.invalidArgument, "the listener has a coordinate that is not finite")
    }
    guard let ahead = forward.direction, let above = up.direction,
      let right = ahead.cross(above).direction
    else {
      throw AhaError(
        .invalidArgument, "forward and up of the listener are parallel, or one of them is zero")
    }
    return right
  }
}
