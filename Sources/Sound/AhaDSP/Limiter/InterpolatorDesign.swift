import CShims

/// The coefficients of `Interpolator`, per pair of samples f - pair and f + 1 + pair.
struct InterpolatorDesign {
  private static let beta: Float = 4

  let half, even, odd: [Double]
  /// See `Interpolator.excess`.
  let excess: Double

  init() {
    let pairs = 0..<Interpolator.pairs
    let half = pairs.map { InterpolatorDesign.tap(Float($0) + 0.5) }
    let near = pairs.map { InterpolatorDesign.tap(Float($0) + 0.25) }
    let far = pairs.map { InterpolatorDesign.tap(Float($0) + 0.75) }
    let even = pairs.map { near[$0] + far[$0] }
    let odd = pairs.map { near[$0] - far[$0] }
    // Scaled so that a straight line is interpolated exactly.
    let lever = pairs.map { odd[$0] * (Double($0) + 0.5) }
    self.half = half.map { 0.5 * $0 / half.reduce(0, +) }
    self.even = even.map { 0.5 * $0 / even.reduce(0, +) }
    self.odd = odd.map { 0.125 * $0 / lever.reduce(0, +) }
    excess = InterpolatorDesign.excess(half: self.half, even: self.even, odd: self.odd)
  }

  private static func tap(_ time: Float) -> Double {
    let ratio = time / Float(Interpolator.pairs)
    let window = bessel(beta * shim_root(max(0, 1 - ratio * ratio)))
    return Double(window * shim_sin(.pi * time) / (.pi * time))
  }

  /// The modified Bessel function of order 0.
  private static func bessel(_ x: Float) -> Float {
    var (sum, term): (Float, Float) = (1, 1)
    for index in 1..<24 {
      term *= (x / 2) * (x / 2) / Float(index * index)
      sum += term
    }
    return sum
  }

  /// A point is a mean of the samples on both sides plus a weighted sum of second differences. The
  /// top of a parabola is at most half a step from one of its points, and exceeds it by at most an
  /// eighth of the points' second difference, which is a sum of the samples' second differences
  /// too.
  private static func excess(half: [Double], even: [Double], odd: [Double]) -> Double {
    let pairs = Interpolator.pairs
    var point = [[Double]](repeating: [Double](repeating: 0, count: 2 * pairs), count: 5)
    for pair in 0..<pairs {
      let (before, after) = (pairs - 1 - pair, pairs + pair)
      (point[1][before], point[1][after]) = (even[pair] + odd[pair], even[pair] - odd[pair])
      (point[2][before], point[2][after]) = (half[pair], half[pair])
      (point[3][before], point[3][after]) = (point[1][after], point[1][before])
    }
    point[0][pairs - 1] = 1
    point[4][pairs] = 1
    var largest = 0.0
    for which in 0...4 {
      let share = Double(which) / 4
      let bend = secondSums(
        (0..<2 * pairs).map {
          point[which][$0] - (1 - share) * point[0][$0] - share * point[4][$0]
        })
      for center in [1, 3] {
        let curve = secondSums(
          (0..<2 * pairs).map {
            point[center - 1][$0] - 2 * point[center][$0] + point[center + 1][$0]
          })
        largest = max(largest, zip(bend, curve).reduce(0) { $0 + abs($1.0) + abs($1.1) / 8 })
      }
    }
    return largest
  }

  /// Converts weights of samples to weights of second differences (a double sum).
  private static func secondSums(_ weights: [Double]) -> [Double] {
    var (first, second) = (0.0, 0.0)
    return weights.map {
      first += $0
      second += first
      return second
    }
  }
}
