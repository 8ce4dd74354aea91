import AhaBase
import AhaDSP
import CShims

/// How a player's gain decreases with its distance from the listener.
public enum DistanceCurve: UInt32, CaseIterable, Sendable {
  case inverse = 0
  case linear, exponential, none
}

/// Position of a player around the listener.
public struct Space {
  /// Meters per second.
  static let soundSpeed = 343.3

  public var position = Vector.zero
  public var velocity = Vector.zero
  public var curve = DistanceCurve.inverse
  /// Meters.
  public var minDistance = 1.0
  public var maxDistance = 1000.0
  public var rolloff = 1.0
  /// 0: no Doppler effect. 1: that of air.
  public var doppler = 0.0
  /// Delays the sound at the far ear.
  public var delaysEars = false

  public init() {}

  /// Errors: `invalidArgument`.
  func check() throws(AhaError) {
    guard position.isFinite, velocity.isFinite else {
      throw AhaError(.invalidArgument, "the player has a coordinate that is not finite")
    }
    guard minDistance > 0, maxDistance.isFinite, minDistance <= maxDistance else {
      throw AhaError(
        .invalidArgument, "distances from \(minDistance) to \(maxDistance) are not a range")
    }
    guard (0...100).contains(rolloff), (0...100).contains(doppler) else {
      throw AhaError(
        .invalidArgument, "rolloff \(rolloff) or doppler \(doppler) is not in 0 to 100")
    }
  }

  /// Errors: `invalidArgument`.
  func placement(for listener: Listener) throws(AhaError) -> Placement {
    let right = try listener.right()
    let offset = position - listener.position
    var result = Placement()
    result.gain = Float(gain(at: offset.length))
    guard let direction = offset.direction else { return result }
    result.lateral = max(-1, min(1, direction.dot(right)))
    result.speed = speed(listener.velocity.dot(direction), player: velocity.dot(direction))
    return result
  }

  /// The curves of OpenAL 1.1, with clamped distances.
  func gain(at distance: Double) -> Double {
    let distance = max(minDistance, min(distance, maxDistance))
    let further = distance - minDistance
    if further == 0 { return 1 }
    switch curve {
    case .none: return 1
    case .inverse: return minDistance / (minDistance + rolloff * further)
    case .linear: return max(0, 1 - rolloff * further / (maxDistance - minDistance))
    case .exponential:
      return Double(power(Float(distance / minDistance), exponent: Float(-rolloff)))
    }
  }

  /// The Doppler factor. At or above the speed of sound it is one of the limits.
  /// - Parameters: Velocities of the listener and the player, in the direction from the listener
  ///   to the player.
  private func speed(_ listener: Double, player: Double) -> Double {
    let above = Space.soundSpeed + doppler * listener
    let below = Space.soundSpeed + doppler * player
    let limits = SpeedDrive.limits
    if above <= 0 { return limits.lowerBound }
    if below <= 0 { return limits.upperBound }
    return SpeedDrive.limited(above / below)
  }
}

/// The effect of a position on a player's sound.
struct Placement: Equatable {
  var gain: Float = 1
  /// Sine of the angle from the median plane: -1 is left, 1 is right.
  var lateral = 0.0
  /// Factor of the speed.
  var speed = 1.0

  /// The angle from the median plane in radians.
  var angle: Double { atan2(lateral, max(0, 1 - lateral * lateral).squareRoot()) }

  /// Factors of the gain: a balance along the angle.
  func factors(_ law: PanLaw) -> StereoGain {
    law.balance(Float(max(-1, min(1, angle * 2 / .pi)))) * StereoGain(gain)
  }

  /// Seconds by which the far ear hears the sound later; negative: the sound is on the left.
  /// Source: R. S. Woodworth, Experimental psychology, 1938, for a sphere.
  var earDelay: Double {
    let headRadius = 0.0875
    return headRadius / Space.soundSpeed * (angle + lateral)
  }
}
