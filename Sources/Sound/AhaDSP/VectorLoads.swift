import AhaBase

// Unaligned loads and stores of four samples.

@inline(__always) @_noLocks
func load4(_ from: Floats) -> SIMD4<Float> { from.load() }

@inline(__always) @_noLocks
func store4(_ value: SIMD4<Float>, to: Floats) { to.store(value) }

/// Loads up to four samples; zero after them.
@inline(__always) @_noLocks
func load4(_ from: Floats, upTo count: Int) -> SIMD4<Float> {
  if count >= 4 { return load4(from) }
  return SIMD4(from[0], count > 1 ? from[1] : 0, count > 2 ? from[2] : 0, 0)
}

/// Stores the first samples, at most four.
@inline(__always) @_noLocks
func store4(_ value: SIMD4<Float>, to: Floats, upTo count: Int) {
  if count >= 4 { return store4(value, to: to) }
  to[0] = value[0]
  if count > 1 { to[1] = value[1] }
  if count > 2 { to[2] = value[2] }
}

extension SIMD4<Float> {
  /// The lanes in reverse order.
  @inline(__always) @_noLocks
  func backward() -> SIMD4<Float> { SIMD4(self[3], self[2], self[1], self[0]) }
}

extension Double {
  /// Rounds a value below 2^51 to the nearest whole number. (`rounded` may not be called on the
  /// audio thread.)
  @inline(__always) @_noLocks
  func nearest() -> Double { (self + 0x1.8p52) - 0x1.8p52 }
}

extension Float {
  /// Rounds a value below 2^22 to the nearest whole number.
  @inline(__always) @_noLocks
  func nearest() -> Float { (self + 0x1.8p23) - 0x1.8p23 }
}
