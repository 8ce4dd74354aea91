import AhaBase
import CShims

/// A first-order high-pass at 20 Hz for the input of the reverb: the lines of the network add up a
/// steady offset in phase.
struct OffsetBlock {
  private typealias Frames = SIMD4<Float>

  private var mean: Float = 0
  private let pole: Float
  /// The pole to the powers 1 to 4.
  private let powers: SIMD4<Float>

  init(sampleRate: Int) {
    pole = shim_exp(-2 * .pi * 20 / Float(sampleRate))
    let square = pole * pole
    powers = SIMD4(pole, square, square * pole, square * square)
  }

  @_noLocks
  mutating func reset() { mean = 0 }

  /// Filters a run in place, four frames at a time.
  @_noLocks
  mutating func run(_ samples: Floats) {
    let share = 1 - pole
    var frame = 0
    while frame < DelayBank.run {
      let x = load4(samples + frame)
      var sum = x + Frames(0, x[0], x[1], x[2]) * pole
      sum = sum + Frames(0, 0, sum[0], sum[1]) * powers[1]
      let means = sum * share + powers * mean
      store4(x - means, to: samples + frame)
      mean = means[3]
      frame &+= 4
    }
  }
}
