import AhaBase
import CShims

/// Distinguishes a single voice from a chord that repeats as exactly.
///
/// A chord repeats at the period of a fundamental far below its notes. It has only the harmonics
/// that belong to a note: of a fifth 2, 3, 4, 6, 8, 9 …, of a major triad 4, 5, 6, 8 …. Only a
/// single voice has 1, 11 or 13.
/// Source: the powers are the cosine series of the autocorrelation (Wiener and Khinchin).
enum HarmonicPower {
  /// The decimator removes harmonics above. Units: Hz.
  private static var highest: Float {
    @_noLocks get { 2500 }
  }

  /// The share of the power in the harmonics 1, 11 and 13.
  ///
  /// - Parameters:
  ///   - similarity: At every lag from 0; one more than the period.
  ///   - period: Units: samples.
  @_noLocks
  static func voiceShare(_ similarity: Floats, period: Float, rate: Float) -> Float {
    var sum = share(similarity, of: 1, period: period)
    if 11 * rate <= highest * period { sum += share(similarity, of: 11, period: period) }
    if 13 * rate <= highest * period { sum += share(similarity, of: 13, period: period) }
    return sum
  }

  /// The share of a harmonic in the power: the mean of the similarity times a cosine over one
  /// period, by the trapezoidal rule.
  @_noLocks
  private static func share(_ similarity: Floats, of harmonic: Float, period: Float) -> Float {
    let whole = Int(period)
    let rest = period - Float(whole)
    let angle = 2 * Float.pi * harmonic / period
    let (c, s) = (shim_cos(angle), shim_sin(angle))
    var (x, y): (Float, Float) = (1, 0)
    var sum = -0.5 * similarity[0]
    for lag in 0..<whole {
      sum += similarity[lag] * x
      (x, y) = (x * c - y * s, x * s + y * c)
    }
    // The part between the last whole lag and the period, where the cosine is 1 again.
    let end = similarity[whole] + rest * (similarity[whole + 1] - similarity[whole])
    sum += 0.5 * similarity[whole] * x + 0.5 * rest * (similarity[whole] * x + end)
    return max(0, 2 * sum / period)
  }
}
