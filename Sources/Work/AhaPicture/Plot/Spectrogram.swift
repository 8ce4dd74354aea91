import AhaBase
import AhaDSP
import CShims

/// Draws the spectrum of a sound over time.
///
/// In the first pass a pixel stores its level as a number. When the maximum is known, the levels
/// are replaced by colors.
struct Spectrogram {
  /// Range below the loudest level.
  private static let rangeDb: Float = 90
  /// Min top of the range, so that a nearly silent sound does not show noise.
  private static let minTopDb: Float = -60
  /// Levels in pixels: steps per dB, starting at `lowestDb`.
  private static let steps: Float = 100
  private static let lowestDb: Float = -200
  private static let overlap = 0.5

  private let canvas: Canvas
  private let columns: SpectrumColumns
  /// The bin at the upper edge of each row, and at the lower edge of the last.
  private var edges: [Float] = []

  /// Perceptually equal steps from dark to bright.
  static var usualColors: [OklabColor] {
    [
      OklabColor(0.12, chroma: 0.02, hue: 280), OklabColor(0.29, chroma: 0.13, hue: 290),
      OklabColor(0.46, chroma: 0.17, hue: 345), OklabColor(0.63, chroma: 0.18, hue: 35),
      OklabColor(0.80, chroma: 0.15, hue: 75), OklabColor(0.97, chroma: 0.06, hue: 105),
    ]
  }

  /// Errors: those of decoding, `outOfMemory`.
  init(of path: FilePath, canvas: Canvas) throws(AhaError) {
    self.canvas = canvas
    columns = try SpectrumColumns(
      of: path, columns: canvas.width, seconds: 0.1, overlap: Spectrogram.overlap)
    let high = min(20_000, Float(columns.sampleRate) / 2)
    let low = min(30, high / 10)
    let perHz = Float(columns.size) / Float(columns.sampleRate)
    for row in 0...canvas.height {
      let octaves = Float(canvas.height - row) / Float(canvas.height)
      edges.append(low * powf(high / low, octaves) * perHz)
    }
  }

  /// Errors: those of the stream.
  func draw(in colors: [OklabColor]) throws(AhaError) {
    var (column, loudest): (Int, Float) = (0, Spectrogram.minTopDb)
    while let powers = try columns.next() {
      for row in 0..<canvas.height {
        let level = 10 * log10f(max(power(in: powers, row: row), 1e-30))
        loudest = max(loudest, level)
        let step = max(0, min(65535, (level - Spectrogram.lowestDb) * Spectrogram.steps))
        canvas.set(x: column, y: row, color: Color(UInt32(step)))
      }
      column += 1
    }
    color(of: colors, from: loudest - Spectrogram.rangeDb)
  }

  /// The loudest bin of a row; interpolated if a row is narrower than a bin.
  private func power(in powers: Floats, row: Int) -> Float {
    let (low, high) = (edges[row + 1], edges[row])
    let lastBin = columns.size / 2 - 1
    let middle = min((low + high) / 2, Float(lastBin))
    let below = min(Int(middle), lastBin - 1)
    let share = middle - Float(below)
    var power = powers[below] + share * (powers[below + 1] - powers[below])
    var bin = Int(low) + 1
    while bin <= lastBin, Float(bin) < high {
      power = max(power, powers[bin])
      bin += 1
    }
    return power
  }

  private func color(of colors: [OklabColor], from bottom: Float) {
    let table = (0...255).map { OklabColor.between(colors, share: Float($0) / 255).color }
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        guard let held = canvas.color(x: x, y: y) else { continue }
        let step = Float(UInt32(held.green) << 8 | UInt32(held.blue))
        let level = step / Spectrogram.steps + Spectrogram.lowestDb
        let share = (level - bottom) / Spectrogram.rangeDb
        canvas.set(x: x, y: y, color: table[Int(max(0, min(share, 1)) * 255 + 0.5)])
      }
    }
  }
}
