import AhaBase
import AhaPiece
import CShims

/// Decodes a sound to the bars of a cover.
struct CoverSound {
  typealias Bar = SoundShape.Bar

  private var bars: [Bar] = []
  private var peaks: [UInt8] = []

  var shape: SoundShape {
    var shape = SoundShape()
    (shape.bars, shape.peaks) = (bars, peaks)
    return shape
  }

  /// - Parameter progress: Returning false cancels. See `CoverMaker`.
  /// Errors: those of decoding, `outOfMemory`, `cancelled`.
  init(
    of path: FilePath, bars count: Int, peaks: Int = 0,
    progress: (Int64, Int64) -> Bool = { _, _ in true }
  ) throws(AhaError) {
    let columns = try SpectrumColumns(
      of: path, columns: count, seconds: 0.05, overlap: 0.25, density: CoverSound.density,
      peaks: peaks, isWanted: { progress(0, 0) })
    let perBin = Float(columns.sampleRate) / Float(columns.size)
    while let powers = try columns.next() {
      bars.append(CoverSound.bar(of: powers, count: columns.size / 2, perBin: perBin))
      let (done, all) = columns.progress
      if !progress(done, all) { throw AhaError(.cancelled, "drawing the cover was cancelled") }
    }
    self.peaks = columns.peaks.parts.map { $0.loudness }
    scaleLevels()
    spreadHeights()
  }

  /// Windows of a bar. Every frame of a song of four minutes is in one.
  private static let density: Int64 = 32

  /// Level: root mean square. Height: centroid in octaves.
  private static func bar(of powers: Floats, count: Int, perBin: Float) -> Bar {
    var (power, sum, weighted): (Float, Float, Float) = (0, 0, 0)
    for bin in 1..<count {
      let frequency = Float(bin) * perBin
      power += powers[bin]
      if frequency < 30 || frequency > 16_000 { continue }
      let weight = (powers[bin] / frequency).squareRoot()
      sum += weight
      weighted += weight * log2f(frequency)
    }
    // 0 is at 160 Hz, 1 at 2.5 kHz.
    let octave = sum > 0 ? weighted / sum : 9
    return Bar(level: power.squareRoot(), height: (octave - 7.3) / 4)
  }

  private mutating func scaleLevels() {
    var loudest: Float = 1e-6
    for bar in bars { loudest = max(loudest, bar.level) }
    for index in bars.indices { bars[index].level = powf(bars[index].level / loudest, 0.8) }
  }

  /// Spreads heights that are similar and moves their mean toward the middle, so that the colors
  /// differ visibly.
  private mutating func spreadHeights() {
    var (sum, squares, weight): (Float, Float, Float) = (0, 0, 1e-9)
    for bar in bars {
      sum += bar.level * bar.height
      squares += bar.level * bar.height * bar.height
      weight += bar.level
    }
    let mean = sum / weight
    let deviation = max(0, squares / weight - mean * mean).squareRoot()
    let middle = mean + 0.4 * (0.45 - mean)
    let gain = max(1, min(0.24 / max(deviation, 0.01), 4))
    for index in bars.indices {
      bars[index].height = max(0, min(middle + gain * (bars[index].height - mean), 1))
    }
  }
}
