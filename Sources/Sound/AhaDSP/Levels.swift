import AhaBase
import CShims

/// Decibels as linear factors.
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
}
