import AhaBase
import AhaDSP
import CShims

/// Collects pitches over time: of all notes and of the bass.
///
/// Source: harmonic pitch class profiles (Gomez, 2006).
final class KeyTracker {
  private static let size = 8192
  /// A partial counts for all notes that it may be an overtone of, with decreasing weights.
  private static let overtones: [(bins: Float, weight: Float)] = (1...4).map {
    (Float(PitchHistogram.bins) * log2f(Float($0)), powf(0.6, Float($0 - 1)))
  }
  private static let bassHz: Float = 260
  /// Smoothing of the mean that `center` subtracts: a high-pass at about 5 Hz.
  private static let meanRate: Float = 0.003

  private let decimator: Decimator
  private let window: SlidingWindow
  private let spectra: SpectrumPair
  private let low: SampleBuffer
  private var picker: PartialPicker
  /// Nil before the first sample.
  private var mean: Float?
  private(set) var timeline = PitchTimeline()

  /// The sample rate after the decimator.
  private let rate: Double
  private var hop: Int { KeyTracker.size / 4 }

  /// Errors: `outOfMemory`.
  init(sampleRate: Int) throws(AhaError) {
    decimator = try Decimator(sampleRate: sampleRate)
    spectra = try SpectrumPair(size: KeyTracker.size)
    window = try SlidingWindow(size: KeyTracker.size + 2 * KeyTracker.size / 4)
    low = try SampleBuffer(channels: 1, frames: SlidingWindow.maxAppended)
    rate = Double(sampleRate) / Double(decimator.factor)
    picker = PartialPicker(binHz: Float(rate) / Float(KeyTracker.size), bins: KeyTracker.size / 2)
  }

  /// The sample between two steps: that between the middles of the frames beside it.
  func sample(atStep step: Int) -> Int {
    (step * timeline.framesPerStep * hop + (KeyTracker.size - hop) / 2) * decimator.factor
  }

  var stepSeconds: Double { Double(timeline.framesPerStep * hop) / rate }

  /// Precondition: count <= SlidingWindow.maxAppended.
  func add(_ samples: Floats, count: Int) {
    let made = decimator.run(samples, count: count, to: low.plane(0))
    center(made)
    window.append(low.plane(0), count: made)
    run(second: true)
  }

  /// Subtracts the running mean; otherwise a DC offset makes a step at the end.
  private func center(_ count: Int) {
    let plane = low.plane(0)
    guard count > 0 else { return }
    var mean = mean ?? plane[0]
    for index in 0..<count {
      mean += KeyTracker.meanRate * (plane[index] - mean)
      plane[index] -= mean
    }
    self.mean = mean
  }

  /// Analyzes the rest, padded with silence, if it is long enough or the only frame.
  func finish() {
    let hasPitches = timeline.steps.contains { $0.pitchedFrames > 0 }
    let shortest = hasPitches ? KeyTracker.size * 3 / 4 : 64
    guard window.count >= shortest else { return }
    let isPair = window.count >= KeyTracker.size
    while window.count < KeyTracker.size + hop {
      window.appendZeros(min(512, KeyTracker.size + hop - window.count))
    }
    run(second: isPair)
  }

  private func run(second: Bool) {
    while window.count >= KeyTracker.size + hop {
      spectra.run(window.first, other: window.first + hop)
      frame(spectra.first)
      if second { frame(spectra.second) }
      window.drop(2 * hop)
    }
  }

  private func frame(_ spectrum: Floats) {
    picker.run(spectrum)
    var step = PitchTimeline.Step(frames: 1)
    if picker.power > 1e-10 {
      step.audibleFrames = 1
      step.power = Double(picker.power)
      step.clearPower = Double(min(picker.clearPower, picker.power))
      if !picker.partials.isEmpty { gather(into: &step) }
    }
    timeline.add(step)
  }

  private func gather(into step: inout PitchTimeline.Step) {
    var (full, low) = (PitchHistogram(), PitchHistogram())
    for partial in picker.partials {
      let pitch = Float(PitchHistogram.bins) * log2f(partial.hz / 261.625_565)
      let strength = partial.power.squareRoot().squareRoot()
      for (bins, factor) in KeyTracker.overtones { full.add(strength * factor, at: pitch - bins) }
      if partial.hz < KeyTracker.bassHz { low.add(partial.power.squareRoot(), at: pitch) }
    }
    let weight = picker.power.squareRoot().squareRoot()
    step.all.add(full, times: weight / max(full.sum, 1e-9))
    step.bass.add(low, times: weight)
    step.pitchedFrames = 1
  }
}
