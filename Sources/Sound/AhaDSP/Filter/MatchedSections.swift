import CShims

/// Designs of sections whose magnitudes follow analog ones up to 20 kHz at 44.1 kHz; each lane is
/// one section.
///
/// Shape: H(s) = (high s^2 + band s + low) / (s^2 + damping s + 1), s = i tan(w / 2) / warped.
/// The poles are those of the sampled analog impulse response. The numerator is fitted: exact at
/// 0 Hz and at two frequencies. A high-pass and a notch have their zeros at 0 Hz and at the center,
/// so their poles are fitted instead, at three and two frequencies. The frequencies are found by
/// search: each is where the best section crosses the analog response.
/// Units: angles are radians per frame.
/// Source: M. Vicanek, Matched second order digital filters, 2016, for the poles and the idea of a
/// match in the squared magnitude, which is linear in the unknowns.
struct MatchedSections {
  typealias Lanes = SIMD4<Float>

  /// An analog section with |H|^2 = (low^2 + middle u + high u^2) / (1 + (damping^2 - 2) u + u^2),
  /// where u is (frequency / that of the poles)^2.
  struct Analog {
    var angle: Lanes
    var damping: Lanes
    var low, middle, high: Lanes
    /// The lower of the two angles where the match is exact.
    var lower: Lanes

    @_noLocks @inline(__always)
    func square(at angle: Lanes) -> Lanes {
      let ratio = angle / self.angle
      let u = ratio * ratio
      return (low * low + (middle + high * u) * u) / (1 + (damping * damping - 2 + u) * u)
    }
  }

  private(set) var warped, damping: Lanes
  private(set) var high, band, low: Lanes

  /// The higher angle where the match is exact, and tan^2 of its half.
  private static var upper: Float { @_noLocks @inline(__always) get { 2.75 } }
  private static var upperSquare: Float { @_noLocks @inline(__always) get { 25.42091 } }
  private static var least: Lanes { @_noLocks @inline(__always) get { Lanes(repeating: 1e-12) } }

  @_noLocks @inline(__always)
  private static func square(_ value: Lanes) -> Lanes { value * value }

  /// tan^2 of half an angle.
  @_noLocks @inline(__always)
  private static func warp(_ angle: Lanes) -> Lanes {
    square(SectionCoefficients.tangent(0.5 * angle))
  }

  @_noLocks
  init(_ analog: Analog) {
    (warped, damping) = MatchedSections.poles(analog.angle, damping: analog.damping)
    low = analog.low
    let scale = 1 / (warped * warped)
    let near = MatchedSections.warp(analog.lower) * scale
    let far = MatchedSections.upperSquare * scale
    let upper = Lanes(repeating: MatchedSections.upper)
    let first = MatchedSections.rest(analog.square(at: analog.lower), low, damping, at: near)
    let second = MatchedSections.rest(analog.square(at: upper), low, damping, at: far)
    let slope = ((second - first) / (far - near)).larger(MatchedSections.least)
    high = shim_roots(slope)
    let middle = first - slope * near + 2 * low * high
    band = shim_roots(middle.larger(MatchedSections.least))
  }

  /// (|numerator|^2 - low^2) / x for |H|^2 = `square` at x = (tan(w / 2) / warped)^2.
  @_noLocks @inline(__always)
  private static func rest(_ square: Lanes, _ low: Lanes, _ damping: Lanes, at x: Lanes) -> Lanes {
    (square * (1 + (damping * damping - 2 + x) * x) - low * low) / x
  }

  /// The bilinear parameters of the poles exp(p), where p are those of an analog section.
  @_noLocks
  private static func poles(_ angle: Lanes, damping: Lanes) -> (Lanes, Lanes) {
    let half = 0.5 * damping
    let spread = shim_roots((1 - half * half).absolute)
    let isReal = half .> 1
    // A pair p gives tanh(p / 2) = (a + i b) / (1 + i a b); real ones give a and b on their own.
    let fast = half + Lanes().replacing(with: spread, where: isReal)
    let a = hyperbolicTangent(0.5 * angle * fast)
    let b = SectionCoefficients.tangent(
      Lanes().replacing(with: 0.5 * angle * spread, where: .!isReal))
    let (aa, bb) = (a * a, b * b)
    let scale = 1 / (1 + aa * bb)
    var (square, sum) = ((aa + bb) * scale, 2 * a * (1 + bb) * scale)
    if half.highest > 1 {
      let slow = hyperbolicTangent(0.5 * angle / fast)
      square.replace(with: a * slow, where: isReal)
      sum.replace(with: a + slow, where: isReal)
    }
    let warped = shim_roots(square)
    return (warped, sum / warped)
  }

  /// tanh of values from 0, within 1e-6: Lambert's continued fraction at an eighth, doubled thrice.
  @_noLocks @inline(__always)
  private static func hyperbolicTangent(_ value: Lanes) -> Lanes {
    let x = value.smaller(Lanes(repeating: 8)) * 0.125
    let square = x * x
    let above = (square + 105) * square + 945
    let below = (15 * square + 420) * square + 945
    var tangent: Lanes = x * above / below
    for _ in 0..<3 {
      let squared: Lanes = 1 + tangent * tangent
      tangent = 2 * tangent / squared
    }
    return tangent
  }

  /// A high-pass, whose 1 / |H|^2 is a polynomial in y = 1 / tan^2(w / 2); exact at three angles.
  /// No section is that of a resonance above 2.86, so 2.85 is the highest: 20 kHz at 44.1 kHz.
  @_noLocks
  init(highPassAt wanted: Lanes, damping k: Lanes) {
    let angle = wanted.smaller(Lanes(repeating: 2.85))
    let upper = Lanes(repeating: 2.7)
    let y2 = Lanes(repeating: 0.05038037)
    let (square, edge) = (k * k, shim_roots(1 + 0.25 * k * k) - 0.5 * k)
    let share = 0.12 * angle * angle * square / (square + 1 / 64)
    let (lower, middle) = (edge * angle / (1 + share), angle + (1.8 - angle) * k / (k + 2.5))
    let (y0, y1) = (1 / MatchedSections.warp(lower), 1 / MatchedSections.warp(middle))
    let f0 = MatchedSections.inverseHighPass(angle / lower, square)
    let f1 = MatchedSections.inverseHighPass(angle / middle, square)
    let f2 = MatchedSections.inverseHighPass(angle / upper, square)
    let slope = (f1 - f0) / (y1 - y0)
    let c2 = ((f2 - f1) / (y2 - y1) - slope) / (y2 - y0)
    let c1 = slope - c2 * (y0 + y1)
    let c0 = f0 - slope * y0 + c2 * y0 * y1
    high = shim_roots(1 / c0)
    let squared = shim_roots(c2 / c0)
    warped = shim_roots(squared)
    damping = shim_roots((c1 / (c0 * squared) + 2).larger(MatchedSections.least))
    (band, low) = (Lanes(), Lanes())
  }

  /// 1 / |H|^2 of an analog high-pass. `ratio`: its corner by the frequency.
  @_noLocks @inline(__always)
  private static func inverseHighPass(_ ratio: Lanes, _ dampingSquare: Lanes) -> Lanes {
    let u = ratio * ratio
    return 1 + (dampingSquare - 2 + u) * u
  }

  /// A notch, whose |denominator|^2 is a polynomial in (tan(w / 2) / that of the notch)^2; exact at
  /// 0 Hz and at two angles.
  @_noLocks
  init(notchAt angle: Lanes, damping k: Lanes) {
    let above = (angle - 1.4).larger(Lanes())
    let lower = angle * (0.97 - 0.3 * k / (k + 1) * above)
    // At the notch itself the ratio of both zeros is 0 / 0.
    let isNear = (angle - MatchedSections.upper).absolute .< 0.05
    let upper = Lanes(repeating: MatchedSections.upper).replacing(with: 2.82, where: isNear)
    let center = MatchedSections.warp(angle)
    let (x0, x1) = (MatchedSections.warp(lower) / center, MatchedSections.warp(upper) / center)
    let f0 = MatchedSections.denominator(lower / angle, k * k, at: x0)
    let f1 = MatchedSections.denominator(upper / angle, k * k, at: x1)
    let slope = (f1 - f0) / (x1 - x0)
    let inverse = 1 / shim_roots(slope)
    high = inverse
    warped = shim_roots(inverse * center)
    damping = shim_roots(((f0 - slope * x0) * inverse + 2).larger(MatchedSections.least))
    (band, low) = (Lanes(), Lanes(repeating: 1))
  }

  /// (|denominator|^2 - 1) / x that gives a notch the analog gain at this ratio to its center.
  @_noLocks @inline(__always)
  private static func denominator(
    _ ratio: Lanes, _ dampingSquare: Lanes, at x: Lanes
  ) -> Lanes {
    let u = ratio * ratio
    let zeros = (1 - x) / (1 - u)
    return (zeros * zeros * (1 + (dampingSquare - 2 + u) * u) - 1) / x
  }

  /// The section 1 / H, which cuts as much as this one boosts.
  @_noLocks
  func inverse() -> MatchedSections {
    var inverse = self
    let ratio = shim_roots(low / high)
    inverse.warped = warped * ratio
    inverse.damping = band / shim_roots(low * high)
    inverse.high = 1 / high
    inverse.band = damping * ratio / low
    inverse.low = 1 / low
    return inverse
  }

  /// One section, with its gain multiplied by `gain`.
  @_noLocks
  func section(_ lane: Int, gain: Float = 1) -> Section {
    let (high, k) = (self.high[lane], damping[lane])
    return Section(
      warped: warped[lane], damping: k, input: high * gain, band: (band[lane] - k * high) * gain,
      low: (low[lane] - high) * gain)
  }
}
