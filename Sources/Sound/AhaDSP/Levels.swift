import AhaBase
import CShims

/// Decibels, and gain with pan as linear factors.
public enum Level {
  /// The range of gains that a host may set; minus infinity is silence.
  public static let gainRange: ClosedRange<Float> = -Float.infinity...24

  /// Gains up to this value are silence. Units: dB.
  static var silence: Float {
    @_noLocks get { -120 }
  }

  /// The linear factor of a gain without a value for silence, for kernels; 0 dB is exactly 1.
  @_noLocks
  static func factor(db: Float) -> Float { db == 0 ? 1 : shim_power(10, db / 20) }

  /// The linear factor of a gain; 0 dB is exactly 1.
  public static func linear(db: Float) -> Float {
    if db <= silence { return 0 }
    return db == 0 ? 1 : power(10, exponent: db / 20)
  }

  /// Gain and equal-power pan of a mono signal: -3 dB in both channels at the center.
  public static func mono(db: Float, pan: Float) -> StereoGain {
    let quarter = Float.pi / 4
    let gain = linear(db: db)
    return StereoGain(
      left: gain * sine(quarter * (1 - pan)), right: gain * sine(quarter * (1 + pan)))
  }

  /// Gain and equal-power balance of a stereo signal: exactly 1 at the center, +3 dB in the louder
  /// channel at the edge.
  public static func stereo(db: Float, pan: Float) -> StereoGain {
    if pan == 0 {
      let gain = linear(db: db)
      return StereoGain(left: gain, right: gain)
    }
    let half = mono(db: db, pan: pan)
    let root = Float(2).squareRoot()
    return StereoGain(left: half.left * root, right: half.right * root)
  }
}
