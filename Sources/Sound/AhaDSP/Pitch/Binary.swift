/// Binary logarithm and power, accurate to 1e-5, with the same bits on every processor.
enum Binary {
  /// Precondition: a normal number above 0.
  @inline(__always) @_noLocks
  static func log(_ x: Float) -> Float {
    let bits = x.bitPattern
    let exponent = Int32(truncatingIfNeeded: bits >> 23) &- 127
    let mantissa = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
    let y = (mantissa - 1) / (mantissa + 1)
    let s = y * y
    let sum = 1 + s * (1.0 / 3 + s * (0.2 + s * (1.0 / 7)))
    return Float(exponent) + y * sum * 2.885_390_1
  }

  /// Precondition: -126 < x < 127.
  @inline(__always) @_noLocks
  static func power(_ x: Float) -> Float {
    let whole = x.nearest()
    let t = (x - whole) * 0.693_147_2
    let sum = 1 + t * (1 + t * (0.5 + t * (1.0 / 6 + t * (1.0 / 24 + t * (1.0 / 120)))))
    return sum * Float(bitPattern: UInt32(truncatingIfNeeded: Int32(whole) &+ 127) << 23)
  }
}
