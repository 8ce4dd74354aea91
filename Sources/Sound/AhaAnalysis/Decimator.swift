import AhaBase
import AhaDSP
import CShims

/// Low-passes and decimates a signal to about 11 kHz.
///
/// Frequencies above 5.5 kHz alias to above 3.5 kHz, which the analysis ignores.
///
/// Source: windowed-sinc low-pass (Blackman).
final class Decimator {
  static let targetRate = 11_025

  let factor: Int
  private let taps: Int
  private let coefficients: SampleBuffer
  private let past: SlidingWindow
  private var isFirst = true

  /// Errors: `outOfMemory`.
  init(sampleRate: Int) throws(AhaError) {
    factor = max(1, (sampleRate + Decimator.targetRate / 2) / Decimator.targetRate)
    taps = factor == 1 ? 1 : 16 * factor
    coefficients = try SampleBuffer(channels: 1, frames: taps)
    past = try SlidingWindow(size: taps + factor)
    design()
  }

  private func design() {
    let plane = coefficients.plane(0)
    var sum = 0.0
    for tap in 0..<taps {
      let x = Double(tap) - Double(taps - 1) / 2
      let phase = 2 * Double.pi * (Double(tap) + 0.5) / Double(taps)
      let window = 0.42 - 0.5 * cos(phase) + 0.08 * cos(2 * phase)
      let arc = Double.pi / Double(factor) * x
      let value = window * (arc == 0 ? 1 : sin(arc) / arc)
      plane[tap] = Float(value)
      sum += value
    }
    for tap in 0..<taps { plane[tap] /= Float(sum) }
  }

  /// Fills the history with the first sample, so that a DC offset causes no step.
  private func begin(with first: Floats) {
    isFirst = false
    for _ in 1..<taps { past.append(first, count: 1) }
  }

  /// Returns the count of output samples, at most `count`.
  /// Precondition: count <= SlidingWindow.maxAppended.
  func run(_ samples: Floats, count: Int, to output: Floats) -> Int {
    if isFirst, count > 0 { begin(with: samples) }
    past.append(samples, count: count)
    var made = 0
    while past.count >= taps + 4 * factor - 1, taps & 3 == 0 {
      let four = Correlation.dots(
        coefficients.plane(0), signal: past.first, count: taps, every: factor)
      for next in 0..<4 { output[made + next] = four[next] }
      past.drop(4 * factor)
      made += 4
    }
    while past.count >= taps + factor - 1 {
      output[made] = Correlation.dot(coefficients.plane(0), other: past.first, count: taps)
      past.drop(factor)
      made += 1
    }
    return made
  }
}
