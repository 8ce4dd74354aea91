/// Fast logarithms of four lanes, accurate to 0.002 dB; only vector arithmetic.
enum FastLog {
  typealias Lanes = SIMD4<Float>

  /// log2 of a value of at least 0; about -127 at 0.
  @_noLocks @inline(__always)
  static func log2(_ x: Lanes) -> Lanes {
    let bits = unsafeBitCast(x, to: SIMD4<UInt32>.self)
    // 2^23 + exponent as a float has the exponent in its last bits.
    let whole = (bits &>> 23) | SIMD4(repeating: 0x4B00_0000)
    let exponent = unsafeBitCast(whole, to: Lanes.self) - Lanes(repeating: 0x1p23 + 127)
    let one = (bits & SIMD4(repeating: 0x007F_FFFF)) | SIMD4(repeating: 0x3F80_0000)
    let f = unsafeBitCast(one, to: Lanes.self) - Lanes(repeating: 1)
    var sum = Lanes(repeating: -0.04424374) * f + Lanes(repeating: 0.14701877)
    sum = sum * f + Lanes(repeating: -0.26653628)
    sum = sum * f + Lanes(repeating: 0.44183587)
    return exponent + (f + sum * f * (Lanes(repeating: 1) - f))
  }

  /// 2 to the power of x, within -126...126; exactly 1 at 0.
  @_noLocks @inline(__always)
  static func exp2(_ x: Lanes) -> Lanes {
    let limited = x.larger(Lanes(repeating: -126)).smaller(Lanes(repeating: 126))
    // Adding 1.5 * 2^23 leaves the nearest whole number in the last bits.
    let magic = Lanes(repeating: 0x1.8p23)
    let rounded = limited + magic
    let f = limited - (rounded - magic)
    var sum = Lanes(repeating: 0.00134004) * f + Lanes(repeating: 0.00967217)
    sum = sum * f + Lanes(repeating: 0.05550327)
    sum = sum * f + Lanes(repeating: 0.24022228)
    sum = sum * f + Lanes(repeating: 0.69314721)
    sum = sum * f + Lanes(repeating: 1)
    let whole = unsafeBitCast(rounded, to: SIMD4<UInt32>.self) &<< 23
    return unsafeBitCast(unsafeBitCast(sum, to: SIMD4<UInt32>.self) &+ whole, to: Lanes.self)
  }
}
