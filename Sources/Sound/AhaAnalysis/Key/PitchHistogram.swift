import CShims

/// A histogram of pitches, octaves folded, in steps of ten cents.
struct PitchHistogram {
  static let bins = 120
  private static let perSemitone = bins / 12

  private(set) var values = [Float](repeating: 0, count: bins)

  /// - Parameter pitch: Bins above any C.
  mutating func add(_ weight: Float, at pitch: Float) {
    guard pitch.magnitude < 1e6 else { return }
    let bin = Int(pitch.rounded()) % PitchHistogram.bins
    values[bin < 0 ? bin + PitchHistogram.bins : bin] += weight
  }

  mutating func add(_ other: PitchHistogram, times factor: Float) {
    for bin in 0..<PitchHistogram.bins { values[bin] += factor * other.values[bin] }
  }

  mutating func scale(_ factor: Float) {
    for bin in 0..<PitchHistogram.bins { values[bin] *= factor }
  }

  var sum: Float { values.reduce(0, +) }

  /// The deviation from A = 440 Hz, -5 to 5 bins: the direction of the mean on a circle of one
  /// semitone.
  func tuning() -> Int {
    var (x, y): (Float, Float) = (0, 0)
    for bin in 0..<PitchHistogram.bins {
      let angle = 2 * Float.pi * Float(bin) / Float(PitchHistogram.perSemitone)
      x += values[bin] * cosf(angle)
      y += values[bin] * sinf(angle)
    }
    let total = sum
    guard total > 0, total.isFinite else { return 0 }
    let bins = atan2f(y, x) / (2 * .pi) * Float(PitchHistogram.perSemitone)
    return Int(bins.rounded())
  }

  /// The share of each semitone, from C, with a Gaussian window around each.
  func chroma(tuning: Int) -> [Float] {
    var result = [Float](repeating: 0, count: 12)
    for semitone in 0..<12 {
      for offset in -5...5 {
        let bin = semitone * PitchHistogram.perSemitone + offset + tuning + 2 * PitchHistogram.bins
        let distance = Float(offset) / 2.5
        result[semitone] += values[bin % PitchHistogram.bins] * expf(-0.5 * distance * distance)
      }
    }
    let total = result.reduce(0, +)
    return total > 0 ? result.map { $0 / total } : result
  }
}
