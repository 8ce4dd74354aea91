import CShims

/// The level of a signal near half the sample rate, in blocks of 16 frames.
///
/// An interpolator misses the part of a peak that comes from samples beyond its taps: about as much
/// as there is in its transition band. The band is measured by a low-pass of the signal whose every
/// second sample is negated: sums of four frames, then the weights 1, 3, 3, 1.
struct NyquistEdge {
  typealias Lanes = SIMD4<Float>

  /// Measured on white noise, on random samples of 1 and -1, and on bursts of 22 kHz at 48 kHz: the
  /// peaks exceed the limiter's ceiling by less than 0.1 dB.
  private static var crest: Float { @_noLocks get { 1.4 } }

  /// Mean squares of the last four blocks, of the louder channel.
  private var blocks = Lanes()
  /// The last three sums of both channels.
  private var sums = (SIMD2<Float>(), SIMD2<Float>(), SIMD2<Float>())

  @_noLocks
  init() {}

  /// Measures the next 16 frames.
  @_noLocks @inline(__always)
  mutating func take(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) {
    let signs = Lanes(1, -1, 1, -1) * Lanes(repeating: 1.0 / 32)
    var squares = SIMD2<Float>()
    for group in 0..<4 {
      let one = (load4(left + 4 &* group) * signs).sum()
      let other = (load4(right + 4 &* group) * signs).sum()
      let newest = SIMD2<Float>(one, other)
      let middle = (sums.1 + sums.2) * SIMD2<Float>(repeating: 3)
      let level = sums.0 + middle + newest
      squares = squares + level * level
      sums = (sums.1, sums.2, newest)
    }
    blocks = Lanes(blocks[1], blocks[2], blocks[3], max(squares[0], squares[1]) * 0.25)
  }

  /// The part of a peak that an interpolator of 32 samples may miss.
  var missing: Float {
    @_noLocks get {
      let mean = (blocks[1] + blocks[2] + max(blocks[0], blocks[3])) * (1.0 / 3)
      return NyquistEdge.crest * shim_root(mean)
    }
  }
}
