/// How alike signals are.
public enum Correlation {
  /// The sum of the products of a pattern and as much of a signal.
  /// Precondition: start + pattern.count <= signal.count.
  public static func dot(_ pattern: [Float], _ signal: [Float], from start: Int) -> Float {
    pattern.withUnsafeBufferPointer { pattern in
      signal.withUnsafeBufferPointer { signal in
        guard let one = pattern.baseAddress, let other = signal.baseAddress else { return 0 }
        return dot(one, other + start, pattern.count)
      }
    }
  }

  /// The sum of the products of `count` samples.
  @_optimize(speed)
  public static func dot(
    _ one: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ count: Int
  ) -> Float {
    var (a, b) = (SIMD4<Float>(), SIMD4<Float>())
    var (c, d) = (SIMD4<Float>(), SIMD4<Float>())
    var index = 0
    while index + 16 <= count {
      a += load4(one + index) * load4(other + index)
      b += load4(one + index + 4) * load4(other + index + 4)
      c += load4(one + index + 8) * load4(other + index + 8)
      d += load4(one + index + 12) * load4(other + index + 12)
      index += 16
    }
    var sum: Float = (a + b + (c + d)).sum()
    while index < count {
      sum += one[index] * other[index]
      index += 1
    }
    return sum
  }

  /// The sums of the products of a block with its past at four lags, the first of which leads to
  /// `past`, and each next one a sample further back.
  /// Precondition: count is a multiple of 4.
  @_optimize(speed)
  public static func dots(
    _ block: UnsafePointer<Float>, _ past: UnsafePointer<Float>, _ count: Int
  ) -> SIMD4<Float> {
    var (a, b) = (SIMD4<Float>(), SIMD4<Float>())
    var (c, d) = (SIMD4<Float>(), SIMD4<Float>())
    var index = 0
    while index < count {
      let four = load4(block + index)
      a += four * load4(past + index)
      b += four * load4(past + index - 1)
      c += four * load4(past + index - 2)
      d += four * load4(past + index - 3)
      index += 4
    }
    return SIMD4(a.sum(), b.sum(), c.sum(), d.sum())
  }
}
