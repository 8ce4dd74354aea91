/// Curves that saturate at 1, for four lanes; only vector arithmetic.
enum Sigmoid {
  typealias Lanes = SIMD4<Float>

  /// Where the fraction of `tanh` reaches 1.
  private static var end: Float { @_noLocks @inline(__always) get { 3.6467386 } }

  /// tanh, within 0.0014.
  /// Source: Lambert's continued fraction.
  @_noLocks @inline(__always)
  static func tanh(_ value: Lanes) -> Lanes {
    let x = value.smaller(Lanes(repeating: end)).larger(Lanes(repeating: -end))
    let square = x * x
    let above = (square + Lanes(repeating: 105)) * square + Lanes(repeating: 945)
    let below =
      (square * Lanes(repeating: 15) + Lanes(repeating: 420)) * square + Lanes(repeating: 945)
    return x * above / below
  }
}
