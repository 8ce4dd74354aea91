import Glibc

/// Similarity of two signals.
public enum Measure {
  public static func energy(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  /// Signal-to-noise ratio in dB: `reference` is the signal, the difference is the noise.
  public static func snr(_ samples: [Float], reference: [Float]) -> Double {
    let difference = zip(samples, reference).map { $0 - $1 }
    return decibels(energy(reference), energy(difference))
  }

  public static func largestDifference(
    _ left: some Sequence<Float>, _ right: some Sequence<Float>
  ) -> Float {
    zip(left, right).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  /// Signal-to-noise ratio in dB of a sine of known frequency. Amplitude and phase are fitted by
  /// least squares; the residual is the noise.
  public static func sineSNR(_ samples: [Float], frequency: Double, sampleRate: Int) -> Double {
    let step = 2 * Double.pi * frequency / Double(sampleRate)
    var (ss, sc, cc, sy, cy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
      ss += s * s
      sc += s * c
      cc += c * c
      sy += s * Double(sample)
      cy += c * Double(sample)
    }
    let determinant = ss * cc - sc * sc
    let (a, b) = ((sy * cc - cy * sc) / determinant, (cy * ss - sy * sc) / determinant)
    var (signal, noise) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let (s, c) = (sin(step * Double(index)), cos(step * Double(index)))
      let fitted = a * s + b * c
      signal += fitted * fitted
      noise += (Double(sample) - fitted) * (Double(sample) - fitted)
    }
    return decibels(signal, noise)
  }

  /// Ratio of energies in dB.
  public static func decibels(_ signal: Double, _ noise: Double) -> Double {
    if noise == 0 { return .infinity }
    if signal == 0 { return -.infinity }
    return 10 * log10(signal / noise)
  }
}
