import CShims

/// A lowpass filter: a sum of cosines over a limited time, given by its frequency response.
///
/// Units: frames of the sound; its Nyquist frequency is 1.
/// Source: L. R. Rabiner, B. Gold, C. A. McGonegal, An approach to the approximation problem for
/// nonrecursive digital filters, IEEE Transactions on Audio and Electroacoustics 18(2), 1970.
struct SpeedFilter {
  /// Samples per frame.
  private static let density = 1024

  /// Frames on either side of the middle.
  let half: Double
  /// From the middle on.
  private let samples: [Double]

  /// - Parameter bins: The frequency response at multiples of 1 / half.
  private init(half: Double, bins: [Double]) {
    self.half = half
    samples = (0...Int(half * Double(SpeedFilter.density))).map { index in
      SpeedFilter.sum(bins, half: half, at: Double(index) / Double(SpeedFilter.density))
    }
  }

  /// A sum of cosines at a time, by Clenshaw's recurrence.
  static func sum(_ bins: [Double], half: Double, at time: Double) -> Double {
    let factor = 2 * cos(.pi * time / half)
    var (next, last) = (0.0, 0.0)
    for bin in bins.dropFirst().reversed() { (next, last) = (bin + factor * next - last, next) }
    return (bins[0] + factor * next - 2 * last) / (2 * half)
  }

  /// At speed 1, frames stay as they are: the filter is 0 at all frames but one, because bins
  /// 16 - n and 16 + n have a sum of 1. The other bins minimize the stopband: -100 dB.
  static var exact: SpeedFilter {
    let edge = [0.999831, 0.98146, 0.840567]
    let passband = [Double](repeating: 1, count: 13)
    return SpeedFilter(
      half: 16, bins: passband + edge + [0.5] + edge.reversed().map { 1 - $0 })
  }

  /// Shorter: for a stopband of -96 dB, the bins minimize the ripple of the passband, 0.014 dB.
  static var short: SpeedFilter {
    SpeedFilter(
      half: 8 * 2.0.squareRoot(),
      bins: [
        1, 1.001519, 0.998469, 1.001428, 0.998715, 1.001142, 0.998955, 1.001082, 0.998609,
        0.999663, 0.855854, 0.430334, 0.087953, 0.0034, 0.000011,
      ])
  }

  func value(at time: Double) -> Double {
    let position = time.magnitude * Double(SpeedFilter.density)
    let index = Int(position)
    guard index + 1 < samples.count else { return 0 }
    return samples[index] + (samples[index + 1] - samples[index]) * (position - Double(index))
  }
}
