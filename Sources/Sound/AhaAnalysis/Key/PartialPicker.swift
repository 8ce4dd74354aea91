import AhaBase
import CShims

/// Finds steady tones in a spectrum: peaks high above their surroundings.
struct PartialPicker {
  struct Partial {
    var hz: Float
    /// Relative to the strongest partial.
    var power: Float
  }

  /// Min power relative to the strongest peak: -40 dB.
  private static let least: Float = 1e-4
  /// Min ratio of a peak to the mean power beside it: 15.6 dB.
  private static let clearance: Float = 36
  /// Ratio of a tone's total power to its peak bin, for a Hann window.
  private static let peakShare: Float = 1.5

  private let binHz: Float
  private let first: Int
  private let end: Int
  private(set) var partials: [Partial] = []
  /// Total power, and the power of the clear peaks.
  private(set) var power: Float = 0
  private(set) var clearPower: Float = 0

  /// - Parameter bins: Bins of the spectrum below the Nyquist frequency.
  init(binHz: Float, bins: Int) {
    self.binHz = binHz
    first = max(20, Int(50 / binHz))
    end = min(Int(3500 / binHz), bins - 20)
  }

  mutating func run(_ spectrum: Floats) {
    partials.removeAll(keepingCapacity: true)
    (power, clearPower) = (0, 0)
    guard first < end else { return }
    var strongest: Float = 0
    for bin in first..<end {
      power += spectrum[bin]
      strongest = max(strongest, spectrum[bin])
    }
    guard strongest > 1e-11 else { return }
    for bin in first..<end where spectrum[bin] > PartialPicker.least * strongest {
      guard spectrum[bin] > spectrum[bin - 1], spectrum[bin] >= spectrum[bin + 1] else { continue }
      guard isClear(spectrum + bin) else { continue }
      clearPower += PartialPicker.peakShare * spectrum[bin]
      let (before, top, after) = (
        logf(spectrum[bin - 1] + 1e-20), logf(spectrum[bin]), logf(spectrum[bin + 1] + 1e-20)
      )
      let hz = (Float(bin) + Float(Parabola.offset(before: before, top: top, after: after))) * binHz
      partials.append(Partial(hz: hz, power: spectrum[bin] / strongest))
    }
  }

  private func isClear(_ peak: Floats) -> Bool {
    var (below, above): (Float, Float) = (0, 0)
    for distance in 5...16 {
      below += peak[-distance]
      above += peak[distance]
    }
    return peak[0] * 12 > PartialPicker.clearance * min(below, above)
  }
}
