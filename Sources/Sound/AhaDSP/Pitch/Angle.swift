/// Angles in cycles, -0.5...0.5.
/// Source: M. Abramowitz, I. Stegun, Handbook of mathematical functions, 4.4.49 (the arc tangent).
enum Angle {
  /// The angle of (x, y), accurate to 1e-7; 0 for (0, 0).
  @inline(__always) @_noLocks
  static func of(y: Float, x: Float) -> Float {
    let (across, along) = (y.magnitude, x.magnitude)
    let slope = min(across, along) / max(max(across, along), 1e-37)
    let s = slope * slope
    let high =
      0.1065626393 + s
      * (-0.0752896400 + s * (0.0429096138 + s * (-0.0161657367 + s * 0.0028662257)))
    let low = 1 + s * (-0.3333314528 + s * (0.1999355085 + s * (-0.1420889944 + s * high)))
    var angle = slope * low * (0.5 / .pi)
    if across > along { angle = 0.25 - angle }
    if x < 0 { angle = 0.5 - angle }
    return y < 0 ? -angle : angle
  }

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
