import AhaDSP
import AhaTestSupport
import Glibc
import Testing

@Suite("Fades on curves")
struct FadeTests {
  /// The level at each frame, advanced in runs of at most `size` frames.
  private func levels(from first: Float, to last: Float, _ fade: Fade, size: Int = 7) -> [Float] {
    var ramp = Ramp(first)
    var pieces = PiecewiseFade(from: first, to: last, over: fade)
    var all: [Float] = []
    while !pieces.isLast {
      pieces.advance(&ramp)
      while !ramp.isSteady {
        for _ in 0..<min(size, ramp.frames) {
          ramp.skip(1)
          all.append(ramp.value)
        }
      }
    }
    return all
  }

  /// The curves as a person would write them down.
  private func expected(_ shape: FadeShape, _ time: Double) -> Double {
    switch shape {
    case .linear: time
    case .equalPower: sin(time * .pi / 2)
    case .smooth: time * time * (3 - 2 * time)
    case .exponential: (exp(log(1000) * time) - 1) / 999
    }
  }

  @Test(arguments: FadeShape.allCases, [1, 5, 240, 4800, 96_001] as [Int64])
  func followItsCurve(shape: FadeShape, frames: Int64) {
    let rising = levels(from: 0, to: 1, Fade(frames, shape: shape))
    #expect(rising.count == Int(frames) && rising.last == 1)
    for (index, level) in rising.enumerated() {
      let value = expected(shape, Double(index + 1) / Double(frames))
      #expect(abs(Double(level) - value) < 0.0016, "frame \(index)")
    }
    let falling = levels(from: 1, to: 0, Fade(frames, shape: shape))
    #expect(falling.last == 0)
    for (level, mirrored) in zip(falling.dropLast(), rising.dropLast().reversed()) {
      #expect(abs(level - mirrored) < 1e-5)
    }
  }

  @Test func changeByEqualDecibels() {
    let levels = levels(from: 0.5, to: 0.05, Fade(20_000, shape: .exponential))
    for frame in stride(from: 1999, to: 20_000, by: 2000) {
      let wanted = 20 * log10(Float(0.5)) - Float(frame + 1) / 1000
      #expect(abs(20 * log10(levels[frame]) - wanted) < 0.01)
    }
  }

  @Test(arguments: [1_000_000_000, Int64.max - 1])
  func aVeryLongFadeNeitherStepsNorStops(frames: Int64) {
    var ramp = Ramp(0)
    var pieces = PiecewiseFade(from: 0, to: 1, over: Fade(frames))
    for _ in 0..<10_000 {
      pieces.advance(&ramp)
      #expect(ramp.frames == 64)
      ramp.skip(64)
    }
    #expect(abs(ramp.value - 640_000 / Float(frames)) < 1e-6)
    #expect(!pieces.isLast)
  }

  @Test(arguments: FadeShape.allCases)
  func equalLevelsStayEqual(shape: FadeShape) {
    for level in [0, 0.3, 1] as [Float] {
      #expect(levels(from: level, to: level, Fade(500, shape: shape)).allSatisfy { $0 == level })
    }
  }
}
