/// The curves of `SaturationKernel`, each with less aliasing than the curve itself.
///
/// At eight times the rate the harmonics around eight times the rate still alias. Smooth curves add
/// their second derivative along the signal, weighted so that these harmonics cancel:
/// f(x) + f''(x) (x' / 2 pi)^2 has a zero at the sampling frequency. The hard clipper rounds its
/// corners: the curve of the locally straight signal, smoothed by a triangle of two samples.
///
/// Source: J. Parker, V. Zavalishin, E. Le Bivic, Reducing the aliasing of nonlinear waveshaping
/// using continuous-time convolution, 2016; F. Esqueda, V. Välimäki, S. Bilbao, Rounding corners
/// with BLAMP, 2016.
enum SaturationCurve: Int {
  typealias Lanes = SIMD4<Float>

  case tanh = 0
  case soft, tube, hard

  /// The tube's operating point.
  private static var bias: Lanes { @_noLocks @inline(__always) get { Lanes(repeating: 0.4) } }

  /// The curve at `x`, with the samples before and after it.
  @_noLocks @inline(__always)
  func shape(_ before: Lanes, _ x: Lanes, _ after: Lanes) -> Lanes {
    let slope = (after - before) * Lanes(repeating: 0.5)
    switch self {
    case .tanh: return SaturationCurve.tanh(x, slope)
    case .soft: return SaturationCurve.soft(x, slope)
    case .tube: return SaturationCurve.tube(x, slope)
    case .hard: return SaturationCurve.hard(x, slope)
    }
  }

  /// (slope / 2 pi)^2
  @_noLocks @inline(__always)
  private static func bend(_ slope: Lanes) -> Lanes {
    slope * slope * Lanes(repeating: 0.0253303)
  }

  /// The second derivative of tanh is -2 tanh (1 - tanh^2).
  @_noLocks @inline(__always)
  private static func tanh(_ x: Lanes, _ slope: Lanes) -> Lanes {
    let (one, t, bend) = (Lanes(repeating: 1), Sigmoid.tanh(x), bend(slope))
    return t * (one - (bend + bend) * (one - t * t))
  }

  /// x (1 - 2/3 u + 1/5 u^2) with u = (8/15 x)^2, up to 1 at 15/8. The slope is (1 - u)^2, so the
  /// second derivative, -4 (8/15)^2 x (1 - u), ends at 0 too.
  @_noLocks @inline(__always)
  private static func soft(_ value: Lanes, _ slope: Lanes) -> Lanes {
    let (one, end) = (Lanes(repeating: 1), Lanes(repeating: 1.875))
    let x = value.smaller(end).larger(Lanes() - end)
    let u = x * x * Lanes(repeating: 64.0 / 225)
    let curve = one - u * (Lanes(repeating: 2.0 / 3) - u * Lanes(repeating: 0.2))
    return x * (curve - bend(slope) * (one - u) * Lanes(repeating: 256.0 / 225))
  }

  /// tanh around an operating point: asymmetric, with even harmonics. Slope 1 at 0.
  @_noLocks @inline(__always)
  private static func tube(_ x: Lanes, _ slope: Lanes) -> Lanes {
    let rest = Sigmoid.tanh(bias)
    let scale = Lanes(repeating: 1) / (Lanes(repeating: 1) - rest * rest)
    return (tanh(x + bias, slope) - rest) * scale
  }

  /// Clips at 1. Within a sample of the corner the rounded curve is |slope| (1 - distance)^3 / 6
  /// lower.
  @_noLocks @inline(__always)
  private static func hard(_ x: Lanes, _ slope: Lanes) -> Lanes {
    let (one, none) = (Lanes(repeating: 1), Lanes())
    let speed = slope.absolute.larger(Lanes(repeating: 1e-9))
    let inverse = one / speed
    let upper = (one - (x - one).absolute * inverse).larger(none)
    let lower = (one - (x + one).absolute * inverse).larger(none)
    let corners = lower * lower * lower - upper * upper * upper
    return x.smaller(one).larger(none - one) + speed * corners * Lanes(repeating: 1.0 / 6)
  }
}
