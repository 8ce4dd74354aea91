/// Points between the samples: three in each frame, and the tops of parabolas through them.
///
/// A frame f's points come from the samples f - 15 ... f + 16. The filters of 1/4 and 3/4 mirror
/// each other, and that of 2/4 itself: sums and differences of mirrored samples serve all three.
///
/// Source: ITU-R BS.1770-4, Annex 2; the coefficients are our own (Kaiser-windowed sinc).
struct Interpolator {
  typealias Lanes = SIMD4<Float>

  /// Half of the taps; samples after a frame that its points come from.
  static var pairs: Int {
    @_noLocks get { 16 }
  }

  /// For each pair: of 2/4 and of 1/4 for the sum, of 1/4 for the difference.
  private let table: UnsafeMutablePointer<Lanes>
  /// How far a top can be above the samples on both its sides, for second differences of at most 1.
  let excess: Float

  init() {
    table = UnsafeMutablePointer<Lanes>.allocate(capacity: 3 * Interpolator.pairs)
    let filters = InterpolatorDesign()
    for pair in 0..<Interpolator.pairs {
      let coefficients = [filters.half[pair], filters.even[pair], filters.odd[pair]]
      for (index, value) in coefficients.enumerated() {
        (table + 3 * pair + index).initialize(to: Lanes(repeating: Float(value)))
      }
    }
    excess = Float(filters.excess)
  }

  func free() { table.deallocate() }

  /// The highest magnitude of both sides from the first of four frames to the one after the last.
  @_noLocks @inline(__always)
  func highest(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>) -> Float {
    var (half, even, odd) = (Lanes(), Lanes(), Lanes())
    var (half2, even2, odd2) = (Lanes(), Lanes(), Lanes())
    for pair in 0..<Interpolator.pairs {
      let taps = table + 3 &* pair
      let (before, after) = (load4(left - pair), load4(left + (1 &+ pair)))
      let sum = before + after
      half = half + sum * taps[0]
      even = even + sum * taps[1]
      odd = odd + (before - after) * taps[2]
      let (before2, after2) = (load4(right - pair), load4(right + (1 &+ pair)))
      let sum2 = before2 + after2
      half2 = half2 + sum2 * taps[0]
      even2 = even2 + sum2 * taps[1]
      odd2 = odd2 + (before2 - after2) * taps[2]
    }
    let one = highest(left, even + odd, half, even - odd)
    return one.larger(highest(right, even2 + odd2, half2, even2 - odd2)).highest
  }

  @_noLocks @inline(__always)
  private func highest(
    _ source: UnsafePointer<Float>, _ one: Lanes, _ two: Lanes, _ three: Lanes
  ) -> Lanes {
    top(load4(source), one, two).larger(top(two, three, load4(source + 1)))
  }

  /// The highest magnitude of the three points, and of their parabola's top where it is among them.
  @_noLocks @inline(__always)
  private func top(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    let slope = a - c
    let curve = (a - b) + (c - b)
    let summit = (b - 0.125 * slope * (slope / curve)).absolute
    let points = a.absolute.larger(b.absolute).larger(c.absolute)
    return points.replacing(with: summit, where: slope.absolute .< 2 * curve.absolute)
  }
}
