import AhaBase

/// Inner products of signals.
public enum Correlation {
  /// The inner product of a pattern and a signal from `start`.
  /// Precondition: start + pattern.count <= signal.count.
  public static func dot(_ pattern: [Float], signal: [Float], from start: Int) -> Float {
    pattern.withBuffer { pattern in
      signal.withBuffer { dot(pattern, other: $0 + start, count: pattern.count) }
    }
  }

  /// The inner product of `count` samples.
  public static func dot(_ one: Floats, other: Floats, count: Int) -> Float {
    var (a, b) = (SIMD4<Float>(), SIMD4<Float>())
    var index = 0
    while index + 8 <= count {
      a += load4(one + index) * load4(other + index)
      b += load4(one + index + 4) * load4(other + index + 4)
      index += 8
    }
    var sum: Float = (a + b).sum()
    while index < count {
      sum += one[index] * other[index]
      index += 1
    }
    return sum
  }

  /// The inner products of a block with four sections of a signal. The first begins at `signal`,
  /// each next one `step` samples later. Precondition: count is a multiple of 4.
  public static func dots(
    _ block: Floats, signal: Floats, count: Int, every step: Int
  ) -> SIMD4<Float> {
    var (a, b) = (SIMD4<Float>(), SIMD4<Float>())
    var (c, d) = (SIMD4<Float>(), SIMD4<Float>())
    var index = 0
    while index < count {
      let four = load4(block + index)
      a += four * load4(signal + index)
      b += four * load4(signal + index + step)
      c += four * load4(signal + index + 2 * step)
      d += four * load4(signal + index + 3 * step)
      index += 4
    }
    return SIMD4(a.sum(), b.sum(), c.sum(), d.sum())
  }
}
