import AhaBase
import AhaTestSupport

@testable import AhaPicture

/// Mono 16-bit sounds for tests.
extension TemporaryFolder {
  func sound(
    _ name: String = "a.wav", rate: Int = 48_000, seconds: Double, _ value: (Double) -> Double
  ) -> FilePath {
    let count = Int(Double(rate) * seconds)
    let samples = (0..<count).map { Int16(32767 * value(Double($0) / Double(rate))) }
    return FilePath(write(wav16(samples, sampleRate: UInt32(rate)), to: name))
  }
}

func sine(_ frequency: Double, _ time: Double) -> Double {
  Double(sine(Float((frequency * time).truncatingRemainder(dividingBy: 1) * 2 * .pi)))
}

/// Brightness of a pixel, 0...1.
func brightness(_ canvas: Canvas, _ x: Int, _ y: Int) -> Float {
  guard let color = canvas.color(x: x, y: y) else { return 0 }
  return OklabColor(color).lightness
}

/// Count of bright pixels in rows of a cover.
func brightPixels(_ canvas: Canvas, rows: Range<Int>) -> Int {
  rows.reduce(0) { sum, y in sum + (0..<640).count { brightness(canvas, $0, y) > 0.6 } }
}

extension [UInt8] {
  func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
