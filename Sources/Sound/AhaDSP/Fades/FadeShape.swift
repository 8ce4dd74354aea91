import CShims

/// The curve of a fade between two levels. A falling fade is the mirror image of a rising one.
///
/// The raw values are those of aha/ramp.h.
public enum FadeShape: UInt32, CaseIterable, BitwiseCopyable, Sendable {
  case linear = 0
  /// A quarter of a sine: two fades that cross keep their power.
  case equalPower
  /// Equal times change the level by equal decibels, over 60 dB at most.
  case exponential
  /// Smoothstep, t * t * (3 - 2 * t): zero slope at both ends.
  case smooth

  /// The lower end of an exponential fade, relative to the upper end: -60 dB.
  private static let floor: Float = 1e-3

  /// The level of a fade between two levels, both at least 0.
  /// - Parameter time: 0 at the beginning, 1 at the end.
  @_noLocks
  func level(from first: Float, to last: Float, at time: Float) -> Float {
    let (low, high) = (min(first, last), max(first, last))
    let share = rise(first < last ? time : 1 - time, low: low, high: high)
    return low + (high - low) * share
  }

  /// The value of a ramp between two values of any sign after some of its frames.
  @_noLocks
  public func value(from first: Double, to last: Double, at frame: Int, of frames: Int) -> Double {
    if frame >= frames { return last }
    let time = Double(frame) / Double(frames)
    let share = self == .linear ? time : Double(share(at: Float(time), isRising: last > first))
    return first + (last - first) * share
  }

  /// The part of the way that is done at a time.
  @_noLocks
  func share(at time: Float, isRising: Bool) -> Float {
    isRising ? level(from: 0, to: 1, at: time) : 1 - level(from: 1, to: 0, at: time)
  }

  /// The rising curve from 0 to 1.
  @_noLocks
  private func rise(_ time: Float, low: Float, high: Float) -> Float {
    switch self {
    case .linear: return time
    case .equalPower: return shim_sin(time * (.pi / 2))
    case .smooth: return time * time * (3 - 2 * time)
    case .exponential:
      let ratio = max(low / high, FadeShape.floor)
      // Of nearly equal levels; also of a high level of 0, whose ratio is NaN.
      guard ratio < 0.999 else { return time }
      return (shim_exp(shim_log(ratio) * (1 - time)) - ratio) / (1 - ratio)
    }
  }
}

/// Length and curve of a fade. A longer one than `longest` never ends in practice.
public struct Fade: Equatable, BitwiseCopyable, Sendable {
  private static var longest: Int64 {
    @_noLocks get { 1 << 48 }
  }

  public let frames: Int64
  public let shape: FadeShape

  @_noLocks
  public init(_ frames: Int64 = 0, shape: FadeShape = .linear) {
    self.frames = max(0, min(frames, Fade.longest))
    self.shape = shape
  }
}

/// A count of frames is a linear fade.
extension Fade: ExpressibleByIntegerLiteral {
  public init(integerLiteral frames: Int64) { self.init(frames) }
}
