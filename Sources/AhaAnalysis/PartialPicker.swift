import CShims

/// Finds the steady tones of a spectrum: peaks that stand clear of what is beside them.
struct PartialPicker {
  struct Partial {
    var hz: Float
    /// Power over that of the strongest.
    var power: Float
  }

  /// Peaks this far below the strongest one are not looked at: 40 dB.
  private static let least: Float = 1e-4
  /// How far, in power, a peak is above the means beside it: 15.6 dB.
  private static let clearance: Float = 36
  /// A Hann window's peak is all of its tone's power times this.
  private static let peakShare: Float = 1.5

  private let binHz: Float
  private let first: Int
  private let end: Int
  private(set) var partials: [Partial] = []
  /// Power of all, and of the peaks that stand clear.
  private(set) var power: Float = 0
  private(set) var clearPower: Float = 0

  /// - Parameter bins: Of a spectrum; the last is below half the rate.
  init(binHz: Float, bins: Int) {
    self.binHz = binHz
    first = max(20, Int(50 / binHz))
    end = min(Int(3500 / binHz), bins - 20)
  }

  mutating func run(_ spectrum: UnsafePointer<Float>) {
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
      let hz = (Float(bin) + Float(Parabola.offset(before, top, after))) * binHz
      partials.append(Partial(hz: hz, power: spectrum[bin] / strongest))
    }
  }

  private func isClear(_ peak: UnsafePointer<Float>) -> Bool {
    var (below, above): (Float, Float) = (0, 0)
    for distance in 5...16 {
      below += peak[-distance]
      above += peak[distance]
    }
    return peak[0] * 12 > PartialPicker.clearance * min(below, above)
  }
}
