import AhaBase
import CShims

/// The lengths and windows of the grains.
///
/// The product of analysis and synthesis window is a four-term cosine window over four hops.
/// Copies of it one hop apart sum to exactly 1. Its coefficients are the best for shifts rounded to
/// whole bins: half a bin off, the flutter at the rate of the hops is at -77 dB (-55 dB with a
/// Blackman-Harris window). The analysis window alone is longer: it extends back to the beginning
/// of the transform, which costs no latency and resolves low partials better.
/// Source: F. Harris, On the use of windows for harmonic analysis, Proc. IEEE 66, 1978.
struct GrainShape {
  /// Frames between grains.
  let hop: Int
  /// Frames of the analysis window and of the transform.
  let size: Int
  /// Bins within 300 Hz.
  let formantBins: Int
  /// `size` samples; the middle of the grain is two hops before their end.
  let analysis: Floats
  /// Frames from the peak of the analysis window to its end.
  private let fall: Int
  /// The energy of side lobes of the analysis window, times the cube of their distance in bins.
  let sideLobes: Float
  /// Four hops, for the end of the (unscaled) inverse transform.
  let synthesis: Floats
  /// Four hops: the sum of the grains begun more than a hop before; exactly 1 in the first hop.
  let share: Floats
  /// The gain that compensates a shift rounded by d bins is 1 + bend.0 d^2 + bend.1 d^4.
  let bend: (Float, Float)
  private let memory: FloatMemory

  init(sampleRate: Int, hop: Int) throws(AhaError) {
    try self.init(
      sampleRate: sampleRate, hop: hop, size: GrainShape.size(hop: hop), fall: 2 * hop,
      sideLobes: 3.6e-3)
  }

  /// Grains for a latency of at most 40 ms. The past costs no latency, so the analysis window is
  /// twice as long as a grain. It falls over three hops: shorter ones have high side lobes, and
  /// longer ones follow a voice late.
  init(liveAt sampleRate: Int) throws(AhaError) {
    let hop = sampleRate / 125
    try self.init(
      sampleRate: sampleRate, hop: hop, size: FFT.size(notBelow: 8 * hop), fall: 3 * hop,
      sideLobes: 6e-3)
  }

  private init(
    sampleRate: Int, hop: Int, size: Int, fall: Int, sideLobes: Float
  ) throws(AhaError) {
    (self.hop, self.size, self.fall, self.sideLobes) = (hop, size, fall, sideLobes)
    formantBins = 300 * size / sampleRate
    memory = try FloatMemory(planes: 3, samples: size + 8 * hop)
    var planes = memory
    analysis = planes.claim(size)
    synthesis = planes.claim(4 * hop)
    share = planes.claim(4 * hop)
    let product = GrainShape.product(4 * hop)
    bend = GrainShape.bend(product, size: size)
    fill(product)
  }

  func free() { memory.release() }

  private static func size(hop: Int) -> Int { FFT.size(notBelow: 4 * hop + hop / 8) }

  /// The hop for low latency; the latency is a multiple of the hop.
  static func shortHop(_ sampleRate: Int) -> Int { sampleRate / 50 }

  /// The longest hop with the same transform size as the short hop: 20 to 23 ms.
  ///
  /// Its windows fill the transform, which resolves low partials best.
  static func longHop(_ sampleRate: Int) -> Int { size(hop: shortHop(sampleRate)) * 8 / 33 }

  private static func product(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let x = 2 * .pi * Double(index) / Double(count)
      return 0.37809898 - 0.49437059 * cos(x) + 0.12190102 * cos(2 * x) - 0.00562941 * cos(3 * x)
    }
  }

  private func fill(_ product: [Double]) {
    let middle = size - fall
    for index in 0..<size {
      let side = index < middle ? middle : size - middle
      let x = Double(index - middle) / Double(side)
      analysis[index] = Float(GrainShape.kaiser(x))
    }
    let sum = product.reduce(0, +) / Double(hop)
    for index in 0..<(4 * hop) {
      let window = Double(analysis[size - 4 * hop + index])
      synthesis[index] = Float(product[index] / (window * sum * Double(size)))
      var rest = 0.0
      for later in stride(from: index, to: 4 * hop, by: hop) { rest += product[later] / sum }
      share[index] = index < hop ? 1 : Float(rest)
    }
  }

  /// The Kaiser window at -1...1; this beta resolves two partials 4.2 bins apart best. Half of the
  /// step at its ends is removed: distant side lobes are 5 dB lower.
  private static func kaiser(_ x: Double) -> Double {
    let beta = 5.5
    return (bessel(beta * max(0, 1 - x * x).squareRoot()) - 0.5) / (bessel(beta) - 0.5)
  }

  private static func bessel(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for index in 1..<40 {
      term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
      sum += term
    }
    return sum
  }

  private static func bend(_ product: [Double], size: Int) -> (Float, Float) {
    func gain(_ bins: Double) -> Double {
      var (sum, turned) = (0.0, 0.0)
      for (index, value) in product.enumerated() {
        sum += value
        turned += value * cos(2 * .pi * bins * Double(index - product.count / 2) / Double(size))
      }
      return sum / turned
    }
    let half = gain(0.5) - 1
    let quarter = gain(0.25) - 1
    let fourth = (half - 4 * quarter) / (1.0 / 16 - 4.0 / 256)
    return (Float(4 * half - fourth / 4), Float(fourth))
  }
}
