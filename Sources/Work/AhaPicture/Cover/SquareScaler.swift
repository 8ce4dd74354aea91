import AhaBase
import CShims

/// Scales a square, row by row, to another size: in linear light, blended over white, with a
/// Mitchell filter.
///
/// Source: D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, 1988 (B and C
/// of 1/3).
final class SquareScaler {
  private let from, to: Int
  /// Source pixels per target pixel, and the first one of each.
  private let taps: Int
  private var firsts: [Int] = []
  private let weights: SampleBuffer
  private let light: SampleBuffer
  /// A source row in linear light, the same scaled, and the output; three values per pixel.
  private let row, scaled, sums: SampleBuffer
  private var y = 0

  /// Errors: `outOfMemory`.
  init(from: Int, to: Int) throws(AhaError) {
    (self.from, self.to) = (from, to)
    let wide = max(1, Float(from) / Float(to))
    taps = Int(4 * wide) + 2
    weights = try SampleBuffer(channels: 1, frames: to * taps)
    light = try SampleBuffer(channels: 1, frames: 256)
    row = try SampleBuffer(channels: 1, frames: 3 * from)
    scaled = try SampleBuffer(channels: 1, frames: 3 * to)
    sums = try SampleBuffer(channels: 1, frames: 3 * to * to)
    for value in 0..<256 { light.plane(0)[value] = OklabColor.linear(UInt8(value)) }
    for pixel in 0..<to { weigh(pixel: pixel, wide: wide) }
  }

  /// Computes the weights of one target pixel; they sum to 1.
  private func weigh(pixel: Int, wide: Float) {
    let middle = (Float(pixel) + 0.5) * Float(from) / Float(to) - 0.5
    let first = Int((middle - 2 * wide).rounded(.up))
    firsts.append(first)
    let own = weights.plane(0) + pixel * taps
    var sum: Float = 0
    for tap in 0..<taps where (0..<from).contains(first + tap) {
      own[tap] = SquareScaler.mitchell((Float(first + tap) - middle) / wide)
      sum += own[tap]
    }
    for tap in 0..<taps { own[tap] /= sum }
  }

  private static func mitchell(_ distance: Float) -> Float {
    let x = distance.magnitude
    if x < 1 { return (7 * x * x * x - 12 * x * x + 16 / 3) / 6 }
    if x < 2 { return (-7 / 3 * x * x * x + 12 * x * x - 20 * x + 32 / 3) / 6 }
    return 0
  }

  /// Adds the next row: red, green, blue and alpha.
  func add(row pixels: UnsafePointer<UInt8>) {
    lighten(pixels)
    scaleRow()
    for target in 0..<to {
      let tap = y - firsts[target]
      if tap < 0 { break }
      if tap < taps { spread(to: target, weight: weights.plane(0)[target * taps + tap]) }
    }
    y += 1
  }

  private func lighten(_ pixels: UnsafePointer<UInt8>) {
    let (row, light) = (row.plane(0), light.plane(0))
    for x in 0..<from {
      let alpha = Int(pixels[4 * x + 3])
      for part in 0..<3 {
        let over = Int(pixels[4 * x + part]) * alpha + 255 * (255 - alpha)
        row[3 * x + part] = light[(over + 127) / 255]
      }
    }
  }

  private func scaleRow() {
    let (row, scaled) = (row.plane(0), scaled.plane(0))
    for pixel in 0..<to {
      let own = weights.plane(0) + pixel * taps
      let first = firsts[pixel]
      var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
      for tap in max(0, -first)..<max(0, -first, min(taps, from - first)) {
        let source = row + 3 * (first + tap)
        red += own[tap] * source[0]
        green += own[tap] * source[1]
        blue += own[tap] * source[2]
      }
      (scaled[3 * pixel], scaled[3 * pixel + 1], scaled[3 * pixel + 2]) = (red, green, blue)
    }
  }

  private func spread(to target: Int, weight: Float) {
    let (scaled, sum) = (scaled.plane(0), sums.plane(0) + 3 * to * target)
    for index in 0..<3 * to { sum[index] += weight * scaled[index] }
  }

  /// The result. Call it after all rows. Errors: `outOfMemory`, `invalidArgument` (the size).
  func canvas() throws(AhaError) -> Canvas {
    let canvas = try Canvas(width: to, height: to, background: Color(0))
    for index in 0..<3 * to * to {
      canvas.pixels[index] = OklabColor.encoded(sums.plane(0)[index])
    }
    return canvas
  }
}
