import AhaBase
import CShims

/// K-weighting: a shelf that models the head, then a high-pass; both channels at once.
/// Source: ITU-R BS.1770-4, whose coefficients for 48 kHz are those of these analog filters.
struct KWeighting {
  typealias Pair = SIMD2<Double>

  private struct Section {
    var b0, b1, b2, a1, a2: Double
    var first = Pair()
    var second = Pair()

    /// Flushes denormals after a sound has ended: they are slow.
    mutating func settle() {
      first.replace(with: 0, where: first * first .< 1e-60)
      second.replace(with: 0, where: second * second .< 1e-60)
    }
  }

  private var shelf: Section
  private var pass: Section

  init(sampleRate: Int) {
    shelf = KWeighting.shelf(at: sampleRate)
    pass = KWeighting.highPass(at: sampleRate)
  }

  /// tan(pi f / rate), with f limited below the Nyquist frequency.
  private static func warped(_ hz: Double, sampleRate: Int) -> Double {
    tan(Double.pi * min(hz / Double(sampleRate), 0.45))
  }

  private static func shelf(at sampleRate: Int) -> Section {
    let (k, q) = (warped(1681.974450955533, sampleRate: sampleRate), 0.7071752369554196)
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    let scale = 1 / (1 + k / q + k * k)
    return Section(
      b0: (high + band * k / q + k * k) * scale, b1: 2 * (k * k - high) * scale,
      b2: (high - band * k / q + k * k) * scale, a1: 2 * (k * k - 1) * scale,
      a2: (1 - k / q + k * k) * scale)
  }

  private static func highPass(at sampleRate: Int) -> Section {
    let (k, q) = (warped(38.13547087602444, sampleRate: sampleRate), 0.5003270373238773)
    let scale = 1 / (1 + k / q + k * k)
    return Section(
      b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) * scale, a2: (1 - k / q + k * k) * scale)
  }

  /// The sum of the squared output.
  /// - Parameter right: Nil for one channel.
  mutating func energy(left: Floats, right: Floats?, count: Int) -> Double {
    var (shelf, pass, sum) = (self.shelf, self.pass, Pair())
    let other = right ?? left
    // The numerator of the high-pass is 1, -2, 1. Independent terms are computed first.
    let (b0, b1, b2) = (
      Pair(repeating: shelf.b0), Pair(repeating: shelf.b1), Pair(repeating: shelf.b2)
    )
    let (a1, a2) = (Pair(repeating: shelf.a1), Pair(repeating: shelf.a2))
    let (c1, c2) = (Pair(repeating: pass.a1), Pair(repeating: pass.a2))
    for index in 0..<count {
      let sample = Pair(Double(left[index]), Double(other[index]))
      let middle = b0 * sample + shelf.first
      shelf.first = (b1 * sample + shelf.second) - a1 * middle
      shelf.second = b2 * sample - a2 * middle
      let out = middle + pass.first
      pass.first = (pass.second - (middle + middle)) - c1 * out
      pass.second = middle - c2 * out
      sum += out * out
    }
    shelf.settle()
    pass.settle()
    (self.shelf, self.pass) = (shelf, pass)
    return right == nil ? sum.x : sum.sum()
  }
}
