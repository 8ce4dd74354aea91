import AhaBase
import CShims

// The spectral envelope, for formants that do not move with the pitch.

extension Grain {
  /// Computes the envelope: the energy around each harmonic, and cubic curves between them.
  ///
  /// The harmonics are the highest peaks about one spacing apart. A band as wide as the spacing has
  /// one harmonic wherever its middle is, so neither vibrato nor a slightly wrong spacing matters.
  /// Source: D. Paul, The spectral envelope estimation vocoder, IEEE Trans. ASSP 29, 1981.
  /// Two parts correlate, and two draw the halves of the envelope.
  @_noLocks
  func followEnvelope(_ step: Step) {
    guard job.movesEnvelope else { return }
    if step.part < 2 { return correlateLags(part: step.part) }
    let middle = shape.size / 4
    if step.part == 2 { findKnots(spacing: harmonicSpacing()) }
    drawCurves(step.part == 2 ? 0..<middle : middle..<shape.size / 2)
  }

  /// Positions and heights of the harmonics, into `work`.
  @_noLocks
  private func findKnots(spacing: Int) {
    let half = shape.size / 2
    let (knots, heights) = (work.real + 1, work.imaginary + 1)
    var (count, region, position) = (0, 0, 0)
    while position + spacing < half {
      position = nextHarmonic(after: position, spacing: spacing, region: &region)
      knots[count] = Float(position)
      heights[count] = height(around: position, width: spacing)
      count += 1
    }
    // One more knot on both sides, so that the curve is level there.
    (knots[-1], heights[-1]) = (min(0, knots[0] - 1), heights[0])
    (knots[count], heights[count]) = (Float(half + 1), heights[count - 1])
  }

  @_noLocks
  private func drawCurves(_ bins: Range<Int>) {
    let (knots, heights) = (work.real + 1, work.imaginary + 1)
    var (knot, isLast) = (0, false)
    while !isLast {
      isLast = knots[knot] == Float(shape.size / 2 + 1)
      draw(knots + knot, heights + knot, isFirst: knot == 0, isLast: isLast, bins: bins)
      knot += 1
    }
  }

  /// The highest peak between 0.6 and 1.4 spacings after a harmonic. `region`: the first candidate.
  @_noLocks
  private func nextHarmonic(after position: Int, spacing: Int, region: inout Int) -> Int {
    let (first, last) = (position + (3 * spacing + 2) / 5, position + 7 * spacing / 5)
    while region < regions.count, Int(regions.peak[region]) < first { region += 1 }
    var (found, highest, candidate) = (position + spacing, Float(0), region)
    while candidate < regions.count, Int(regions.peak[candidate]) <= last {
      let bin = Int(regions.peak[candidate])
      if power[bin] > highest { (found, highest) = (bin, power[bin]) }
      candidate += 1
    }
    return found
  }

  /// The energy per bin in a band. Units: log2.
  @_noLocks
  private func height(around bin: Int, width: Int) -> Float {
    let low = max(0, bin - width / 2)
    let high = min(shape.size / 2, low + width)
    return Binary.log(Float(max(sums[high] - sums[low], 0)) / Float(high - low) + 1e-30)
  }

  /// Draws the curve from the knot before `knots[0]` up to it, within some bins.
  @_noLocks
  private func draw(
    _ knots: Floats, _ heights: Floats, isFirst: Bool, isLast: Bool, bins: Range<Int>
  ) {
    let (x, y) = (knots[-1], heights[-1])
    let width = knots[0] - x
    let rise = heights[0] - y
    let before = isFirst ? 0 : (heights[0] - heights[-2]) / (knots[0] - knots[-2]) * width
    let after = isLast ? 0 : (heights[1] - y) / (knots[1] - x) * width
    var bin = max(bins.lowerBound, Int(x))
    while bin < min(Int(knots[0]), bins.upperBound) {
      let t = (Float(bin) - x) / width
      let bend = (before - rise) * (1 - t) - (after - rise) * t
      envelope[bin] = y + t * (rise + (1 - t) * bend)
      bin += 1
    }
  }

  /// The bins below 4 kHz.
  private var correlatedBins: Int {
    @_noLocks get { min(13 * shape.formantBins, shape.size / 2) & ~3 }
  }

  /// The distances in bins that harmonics may have: 60 to 1100 Hz.
  private var lags: (first: Int, last: Int) {
    @_noLocks get { (shape.formantBins / 5, min(shape.formantBins * 11 / 3, correlatedBins / 2)) }
  }

  /// Correlates the differences of the fourth root of the energy with later ones: one half of the
  /// lags.
  @_noLocks
  private func correlateLags(part: Int) {
    let count = correlatedBins
    let (roots, slopes, products) = (work.imaginary + 4, work.real, work.imaginary)
    if part == 0 {
      for bin in -1..<(count + 4) { roots[bin] = shim_root(shim_root(power[bin])) }
      for bin in stride(from: 0, to: count, by: 4) {
        store4(load4(roots + bin + 1) - load4(roots + bin - 1), to: slopes + bin)
      }
    }
    let (first, last) = lags
    let middle = first + ((last + 2 - first) / 2 + 3) & ~3
    for lag in stride(from: part == 0 ? first : middle, to: part == 0 ? middle : last + 2, by: 4) {
      store4(correlate(slopes, lag: lag, count: count), to: products + lag)
    }
  }

  /// The distance of the harmonics in bins; 300 Hz without harmonics.
  @_noLocks
  private func harmonicSpacing() -> Int {
    let (first, last) = lags
    let (slopes, products) = (work.real, work.imaginary)
    var (best, highest) = (0, 0.25 * correlate(slopes, lag: 0, count: correlatedBins)[0])
    var lag = first + 1
    // A later peak must be clearly higher: it is a multiple.
    while lag <= last {
      let value = products[lag]
      if value > highest, value >= products[lag - 1], value >= products[lag + 1] {
        (best, highest) = (lag, 1.25 * value)
      }
      lag += 1
    }
    return best > 0 ? best : shape.formantBins
  }

  /// The products at four lags.
  @_noLocks
  private func correlate(_ slopes: Floats, lag: Int, count: Int) -> SIMD4<Float> {
    var sums = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
    var bin = 0
    while bin + lag + 7 <= count {
      let (slope, later) = (load4(slopes + bin), slopes + bin + lag)
      sums.0 += slope * load4(later)
      sums.1 += slope * load4(later + 1)
      sums.2 += slope * load4(later + 2)
      sums.3 += slope * load4(later + 3)
      bin += 4
    }
    func total(_ sum: SIMD4<Float>) -> Float { (sum[0] + sum[1]) + (sum[2] + sum[3]) }
    return SIMD4(total(sums.0), total(sums.1), total(sums.2), total(sums.3))
  }

  /// The envelope at a fraction of a bin; constant beyond its ends.
  @_noLocks @inline(__always)
  func envelope(at position: Float) -> Float {
    let end = Float(shape.size / 2 - 2)
    let inside = position > 0 ? min(position, end) : 0
    let bin = Int(inside)
    return envelope[bin] + (envelope[bin + 1] - envelope[bin]) * (inside - Float(bin))
  }
}
