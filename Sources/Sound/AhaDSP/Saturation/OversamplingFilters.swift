/// Linear-phase filters between the engine's rate and eight times that rate.
///
/// Half-band filters have the pass band 0...20 kHz at 48 kHz. The last one has its stop band from
/// 25 kHz (-71 dB), and compensates the loss of `eighth` at 20 kHz.
///
/// Source: minimax designs (Remez exchange and linear programming) of libaha's own; the idea of
/// half-band stages: M. Bellanger et al., Interpolation, extrapolation, and reduction of
/// computation speed in digital filters, 1974.
struct OversamplingFilters {
  typealias Lanes = SIMD4<Float>

  /// Weights of the nearest, the second, ... pair of samples around a new one.
  let double, quadruple: UnsafeMutablePointer<Lanes>
  /// From four times to twice the rate: the pairs around a sample, whose own weight is 0.5.
  let halve: UnsafeMutablePointer<Lanes>
  /// From twice the rate: the weight of the sample, then of its pairs.
  let last: UnsafeMutablePointer<Lanes>

  static var doublePairs: Int { @_noLocks @inline(__always) get { 16 } }
  static var lastPairs: Int { @_noLocks @inline(__always) get { 32 } }

  init() {
    double = OversamplingFilters.table([
      0.634322658, -0.205286237, 0.116069947, -0.0757818344, 0.0522070735, -0.0366111191,
      0.0256442098, -0.0177233946, 0.0119724668, -0.0078368058, 0.00492507742, -0.00293841779,
      0.00163880684, -0.000834062695, 0.000370847496, -0.000139215624,
    ])
    quadruple = OversamplingFilters.table([
      0.615481899, -0.155893905, 0.0523923408, -0.0142240766, 0.00224374211,
    ])
    halve = OversamplingFilters.table([0.305516134, -0.0723564019, 0.0205797066, -0.00373943858])
    last = OversamplingFilters.table([
      0.472479355, 0.319917521, 0.0319199094, -0.104543657, -0.0358322647, 0.0539052188,
      0.0337302811, -0.0297698076, -0.0299617712, 0.0153909177, 0.0253925904, -0.00618056967,
      -0.0205089537, 0.000324922451, 0.01570012, 0.0031301601, -0.0112807513, -0.00482716489,
      0.00747449754, 0.00526842366, -0.00441508864, -0.00487994, 0.00214191494, 0.00401772576,
      -0.000620904303, -0.00298523535, -0.000280533789, 0.0019236673, 0.000494803916,
      -0.00151730038, -0.00132693581, -9.76067808e-05, 0.000352641864,
    ])
  }

  func free() {
    for table in [double, quadruple, halve, last] { table.deallocate() }
  }

  private static func table(_ weights: [Float]) -> UnsafeMutablePointer<Lanes> {
    let table = UnsafeMutablePointer<Lanes>.allocate(capacity: weights.count)
    for (index, weight) in weights.enumerated() {
      (table + index).initialize(to: Lanes(repeating: weight))
    }
    return table
  }

  /// A sample at an eighth, from two samples on each side at quarters (Lagrange).
  @_noLocks @inline(__always)
  static func eighth(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes) -> Lanes {
    (b + c) * Lanes(repeating: 0.5625) - (a + d) * Lanes(repeating: 0.0625)
  }

  /// A sample at a quarter from five at eighths (binomial).
  @_noLocks @inline(__always)
  static func quarter(_ a: Lanes, _ b: Lanes, _ c: Lanes, _ d: Lanes, _ e: Lanes) -> Lanes {
    (a + e) * Lanes(repeating: 0.0625) + (b + d) * Lanes(repeating: 0.25)
      + c * Lanes(repeating: 0.375)
  }
}
