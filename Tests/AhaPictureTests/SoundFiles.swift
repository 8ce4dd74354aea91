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
