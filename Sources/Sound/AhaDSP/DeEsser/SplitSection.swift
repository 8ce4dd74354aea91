import AhaBase

/// A trapezoidal state-variable section (Butterworth) for both channels, with its band-pass and
/// low-pass outputs.
struct SplitSection {
  typealias Pair = SIMD2<Float>

  /// 1 / Q.
  static var damping: Float { @_noLocks @inline(__always) get { 1.41421356 } }

  private var g: Float = 0
  private var scale: Float = 1
  private var s1 = Pair()
  private var s2 = Pair()

  /// - Parameter warped: tan(pi frequency / sample rate).
  @_noLocks
  mutating func tune(_ warped: Float) {
    g = warped
    scale = 1 / (1 + g * (g + SplitSection.damping))
  }

  @_noLocks
  mutating func run(
    _ input: StereoSource, bands: StereoTarget, lows: StereoTarget, count: Int
  ) {
    var (s1, s2) = (s1, s2)
    let feedback = SplitSection.damping + g
    for frame in 0..<count {
      let x = Pair(input.left[frame], input.right[frame])
      let high = (x - feedback * s1 - s2) * scale
      let band = g * high + s1
      let low = g * band + s2
      s1 = g * high + band
      s2 = g * band + low
      bands.left[frame] = band[0]
      bands.right[frame] = band[1]
      lows.left[frame] = low[0]
      lows.right[frame] = low[1]
    }
    (self.s1, self.s2) = (s1, s2)
    if !((s1 + s2).sum().magnitude < .infinity) { clear() }
  }

  @_noLocks
  mutating func clear() { (s1, s2) = (Pair(), Pair()) }
}
