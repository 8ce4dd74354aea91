import AhaBase

/// Values between the samples: three points per frame, and the tops of parabolas through them.
///
/// The points of frame f use the samples f - 15 ... f + 16. The filter of 1/4 is the mirror image
/// of that of 3/4, and that of 2/4 is symmetric: sums and differences of mirrored samples serve all
/// three.
///
/// Source: ITU-R BS.1770-4, Annex 2; the coefficients are libaha's own (Kaiser-windowed sinc).
struct Interpolator {
  typealias Lanes = SIMD4<Float>

  /// Half of the taps: the count of samples after a frame that its points use.
  static var pairs: Int {
    @_noLocks get { 16 }
  }

  /// Per pair: the weights of the sum for 2/4 and for 1/4, and of the difference for 1/4.
  private let table: Buffer<Lanes>
  /// Max excess of a top over the samples on both sides, for second differences of at most 1.
  let excess: Float

  init() {
    table = Buffer(uninitialized: 3 * Interpolator.pairs)
    let filters = InterpolatorDesign()
    for pair in 0..<Interpolator.pairs {
      let coefficients = [filters.half[pair], filters.even[pair], filters.odd[pair]]
      for (index, value) in coefficients.enumerated() {
        table.initialize(3 * pair + index, to: Lanes(repeating: Float(value)))
      }
    }
    excess = Float(filters.excess)
  }

  func free() { table.deallocate() }

  /// Highest magnitude in both channels, from the first of four frames to the one after the last.
  @_noLocks @inline(__always)
  func highest(left: Floats, right: Floats) -> Float {
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
    let one = highest(left, one: even + odd, two: half, three: even - odd)
    return one.larger(highest(right, one: even2 + odd2, two: half2, three: even2 - odd2)).highest
  }

  @_noLocks @inline(__always)
  private func highest(_ source: Floats, one: Lanes, two: Lanes, three: Lanes) -> Lanes {
    top(load4(source), b: one, c: two).larger(top(two, b: three, c: load4(source + 1)))
  }

  /// Highest magnitude of the three points, and of their parabola's top if it lies between them.
  @_noLocks @inline(__always)
  private func top(_ a: Lanes, b: Lanes, c: Lanes) -> Lanes {
    let slope = a - c
    let curve = (a - b) + (c - b)
    let summit = (b - 0.125 * slope * (slope / curve)).absolute
    let points = a.absolute.larger(b.absolute).larger(c.absolute)
    return points.replacing(with: summit, where: slope.absolute .< 2 * curve.absolute)
  }
}
