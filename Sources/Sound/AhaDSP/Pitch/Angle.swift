/// Angles in cycles, -0.5...0.5.
enum Angle {
  /// Cosine and sine of -0.5...0.5 cycles, accurate to 1e-7.
  @inline(__always) @_noLocks
  static func vector(_ angle: Float) -> (cosine: Float, sine: Float) {
    let size = angle.magnitude
    let folded = size > 0.25 ? 0.5 - size : size
    let sine = quarter(folded)
    return (quarter(0.25 - size), angle < 0 ? -sine : sine)
  }

  /// The sine of -0.25...0.25 cycles, by its Taylor series.
  @inline(__always) @_noLocks
  private static func quarter(_ angle: Float) -> Float {
    let x = angle * (2 * .pi)
    let s = x * x
    let high = s * (1 / 362_880 - s * (1 / 39_916_800))
    return x * (1 - s * (1 / 6 - s * (1 / 120 - s * (1 / 5040 - high))))
  }
}
