import AhaBase
import AhaDSP
import CShims

/// Onset strength, about 172 values per second: the rise of the log powers of twenty bands,
/// separate for low, middle and high bands.
///
/// Source: spectral flux of compressed magnitudes (Klapuri, 1999; Dixon, 2006).
final class OnsetStrength {
  static let bands = 20
  static let perSecond = 44_100.0 / 256
  private static let edgesHz: [Float] = [
    30, 60, 100, 150, 210, 290, 390, 510, 660, 850, 1080, 1370, 1720, 2150, 2700, 3400, 4300, 5400,
    6800, 8400, 10000,
  ]
  /// The first middle band (150 Hz) and the first high band (2150 Hz).
  static let middle = 3
  static let high = 14
  /// Limit of a rise, so that an onset after silence does not dominate.
  private static let maxRise: Float = 6

  let hop: Int
  private let window: SlidingWindow
  private let spectra: SpectrumPair
  private var firstBins: [Int] = []
  /// Log powers of the bands in the last three frames; the newest frame is at `newest`.
  private var levels = [Float](repeating: 0, count: 3 * bands)
  private var newest = 0
  private var isFirst = true
  private var loudest: Float = 0
  private let tracker: RhythmTracker

  /// Errors: `outOfMemory`.
  init(sampleRate: Int, tracker: RhythmTracker) throws(AhaError) {
    self.tracker = tracker
    hop = OnsetStrength.hop(at: sampleRate)
    var size = 16
    while size * size * 44_100 * 44_100 < 1024 * 1024 / 2 * sampleRate * sampleRate { size *= 2 }
    spectra = try SpectrumPair(size: size)
    window = try SlidingWindow(size: size + 2 * hop)
    window.appendZeros(size / 2)
    for edge in OnsetStrength.edgesHz {
      let bin = Int((edge * Float(size) / Float(sampleRate)).rounded())
      firstBins.append(min(max(1, bin), size / 2))
    }
  }

  static func hop(at sampleRate: Int) -> Int {
    max(1, Int((Double(sampleRate) / perSecond).rounded()))
  }

  /// Precondition: count <= SlidingWindow.maxAppended.
  func add(_ samples: Floats, count: Int) {
    window.append(samples, count: count)
    run()
  }

  func finish() {
    var rest = spectra.size / 2 + hop
    while rest > 0 {
      let count = min(rest, SlidingWindow.maxAppended)
      window.appendZeros(count)
      run()
      rest -= count
    }
  }

  private func run() {
    while window.count >= spectra.size + hop {
      spectra.run(window.first, other: window.first + hop)
      frame(spectra.first)
      frame(spectra.second)
      window.drop(2 * hop)
    }
  }

  private func frame(_ power: Floats) {
    newest = (newest + 1) % 3
    let before = (newest + 1) % 3 * OnsetStrength.bands
    let now = newest * OnsetStrength.bands
    bandPowers(of: power, to: now)
    var rises = SIMD4<Float>()
    rises[0] = rise(since: before, at: now, first: 0, end: OnsetStrength.middle)
    rises[1] = rise(since: before, at: now, first: OnsetStrength.middle, end: OnsetStrength.high)
    rises[2] = rise(since: before, at: now, first: OnsetStrength.high, end: OnsetStrength.bands)
    rises[3] = (rises[0] + rises[1] + rises[2]) / 3
    levels.withBuffer { tracker.frame(rises, levels: $0 + now) }
  }

  /// Computes the log powers of the bands, above a floor 50 dB below the loudest frame so far. The
  /// frames before the first are silence.
  private func bandPowers(of power: Floats, to now: Int) {
    let bands = OnsetStrength.bands
    var total: Float = 0
    for band in 0..<bands {
      var sum: Float = 0
      let first = firstBins[band]
      let end = max(first + 1, firstBins[band + 1])
      if first < spectra.size / 2 {
        for bin in first..<min(end, spectra.size / 2) { sum += power[bin] }
      }
      levels[now + band] = sum
      total += sum
    }
    loudest = max(loudest, total)
    let floor = (1e-5 * loudest + 1e-11) / 4
    if isFirst { levels = levels.indices.map { $0 / bands == newest ? levels[$0] : logf(floor) } }
    isFirst = false
    for band in now..<now + bands { levels[band] = logf(levels[band] + floor) }
  }

  /// The mean rise of the bands from `first` up to `end`.
  private func rise(since before: Int, at now: Int, first: Int, end: Int) -> Float {
    var sum: Float = 0
    for band in first..<end {
      sum += min(max(0, levels[now + band] - levels[before + band]), OnsetStrength.maxRise)
    }
    return sum / Float(end - first)
  }
}
