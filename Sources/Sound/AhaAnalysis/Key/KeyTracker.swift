import AhaBase
import AhaDSP
import CShims

/// Collects pitches over time: of all notes, the bass, the first and the last notes.
///
/// Source: harmonic pitch class profiles (Gomez, 2006).
final class KeyTracker {
  private static let size = 8192
  /// A partial counts for all notes that it may be an overtone of, with decreasing weights.
  private static let overtones: [(bins: Float, weight: Float)] = (1...4).map {
    (Float(PitchHistogram.bins) * log2f(Float($0)), powf(0.6, Float($0 - 1)))
  }
  private static let bassHz: Float = 260
  /// Frames of the first notes.
  private static let beginning = 8
  /// Smoothing of the mean that `center` subtracts: a high-pass at about 5 Hz.
  private static let meanRate: Float = 0.003
  private static let lastDecay: Float = 0.8

  private let decimator: Decimator
  private let window: SlidingWindow
  private let spectra: SpectrumPair
  private let low: SampleBuffer
  private var picker: PartialPicker
  /// Nil before the first sample.
  private var mean: Float?
  private var allFrames = 0
  private var audibleFrames = 0
  private var frames = 0
  private var weights: Float = 0
  private var power = 0.0
  private var clearPower = 0.0
  private(set) var all = PitchHistogram()
  private(set) var bass = PitchHistogram()
  private(set) var first = PitchHistogram()
  private(set) var last = PitchHistogram()
  private var sections = PitchSections()
  /// Pitches of each half of the sound, which differ if the key changes.
  var halves: [PitchHistogram] { sections.halves }

  private var hop: Int { KeyTracker.size / 4 }

  /// Errors: `outOfMemory`.
  init(sampleRate: Int) throws(AhaError) {
    decimator = try Decimator(sampleRate: sampleRate)
    spectra = try SpectrumPair(size: KeyTracker.size)
    window = try SlidingWindow(size: KeyTracker.size + 2 * KeyTracker.size / 4)
    low = try SampleBuffer(channels: 1, frames: SlidingWindow.maxAppended)
    let rate = Float(sampleRate) / Float(decimator.factor)
    picker = PartialPicker(binHz: rate / Float(KeyTracker.size), bins: KeyTracker.size / 2)
  }

  /// Share of the frames that are not silent.
  var audibleShare: Double { allFrames > 0 ? Double(audibleFrames) / Double(allFrames) : 0 }

  /// Share of the power in steady tones.
  var tonalShare: Double { power > 0 ? clearPower / power : 0 }

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
    let shortest = frames == 0 ? 64 : KeyTracker.size * 3 / 4
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
    allFrames += 1
    guard picker.power > 1e-10 else { return }
    audibleFrames += 1
    power += Double(picker.power)
    clearPower += Double(min(picker.clearPower, picker.power))
    guard !picker.partials.isEmpty else { return }
    let weight = picker.power.squareRoot().squareRoot()
    weights += weight
    frames += 1
    gather(weight)
  }

  private func gather(_ weight: Float) {
    var (full, low) = (PitchHistogram(), PitchHistogram())
    for partial in picker.partials {
      let pitch = Float(PitchHistogram.bins) * log2f(partial.hz / 261.625_565)
      let strength = partial.power.squareRoot().squareRoot()
      for (bins, factor) in KeyTracker.overtones { full.add(strength * factor, at: pitch - bins) }
      if partial.hz < KeyTracker.bassHz { low.add(partial.power.squareRoot(), at: pitch) }
    }
    let share = weight / max(full.sum, 1e-9)
    all.add(full, times: share)
    bass.add(low, times: weight)
    sections.add(full, times: share)
    if frames <= KeyTracker.beginning { first.add(full, times: share) }
    guard weight > 0.3 * weights / Float(frames) else { return }
    last.scale(KeyTracker.lastDecay)
    last.add(full, times: share)
  }
}
