import AhaBase
import CShims

/// The lengths and windows of the grains.
///
/// Analysis and synthesis window make together a four-term Blackman-Harris window over four hops:
/// its copies a hop apart sum to one exactly, and its spectrum is empty (-92 dB) where the rounding
/// of a shift to whole bins would be heard as a flutter at the rate of the hops. The analysis
/// window alone is longer: it reaches back as far as the transform, which costs no latency and
/// parts low partials.
/// Source: F. Harris, On the use of windows for harmonic analysis, Proc. IEEE 66, 1978.
struct GrainShape {
  /// Frames between grains.
  let hop: Int
  /// Frames of a grain's analysis, and of its transform.
  let size: Int
  /// The bins within 300 Hz of one.
  let reach: Int
  /// `size` samples; the middle of the grain is two hops from their end.
  let analysis: UnsafeMutablePointer<Float>
  /// Four hops, for the end of what comes out of the (undivided) inverse transform.
  let synthesis: UnsafeMutablePointer<Float>
  /// Four hops: what the grains begun more than a hop before sum to; exactly 1 for the first hop.
  let share: UnsafeMutablePointer<Float>
  /// The gain that makes good a shift rounded by d bins is 1 + bend.0 d^2 + bend.1 d^4.
  let bend: (Float, Float)
  private let memory: FloatMemory

  init(sampleRate: Int, hop: Int) throws(AhaError) {
    self.hop = hop
    size = GrainShape.size(hop: hop)
    reach = 300 * size / sampleRate
    memory = try FloatMemory(planes: 3, samples: size + 8 * hop)
    var planes = memory
    analysis = planes.take(size)
    synthesis = planes.take(4 * hop)
    share = planes.take(4 * hop)
    let product = GrainShape.product(4 * hop)
    bend = GrainShape.bend(product, size: size)
    fill(product)
  }

  func free() { memory.release() }

  private static func size(hop: Int) -> Int { FFT.size(notBelow: 4 * hop + hop / 8) }

  /// The hop of grains that have to be quick: the latency is made of hops.
  static func shortHop(_ sampleRate: Int) -> Int { sampleRate / 50 }

  /// The longest hop that needs no larger transform than the short one does: 20 to 23 ms.
  ///
  /// The windows fill the transform, and so part low partials best.
  static func longHop(_ sampleRate: Int) -> Int { size(hop: shortHop(sampleRate)) * 8 / 33 }

  private static func product(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let x = 2 * .pi * Double(index) / Double(count)
      return 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x)
    }
  }

  private func fill(_ product: [Double]) {
    let middle = size - 2 * hop
    for index in 0..<size {
      let side = index < middle ? middle : size - middle
      let place = Double(index - middle) / Double(side)
      analysis[index] = Float(GrainShape.kaiser(place))
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

  /// The Kaiser window at -1...1, with the beta that parts two partials 4.2 bins apart best.
  private static func kaiser(_ place: Double) -> Double {
    let beta = 5.5
    return bessel(beta * max(0, 1 - place * place).squareRoot()) / bessel(beta)
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
