import AhaBase
import CShims

/// Finds the period among the peaks of a similarity function over lags.
///
/// Source: octave and jump costs as Boersma (1993); windowed-sinc interpolation of the peak.
struct LagPeaks {
  private static var phases: Int {
    @_noLocks get { 64 }
  }
  private static var width: Int {
    @_noLocks get { 8 }
  }

  /// A period in samples and its clarity, 0...1.
  struct Found {
    var period: Float
    var clarity: Float
    /// The lag of the measurement: a multiple of the period.
    var lag: Float
  }

  private let top: Int
  private let table: Floats

  /// Floats of memory that `init` needs.
  static var memory: Int { phases * width }

  /// - Parameter memory: 64-byte aligned, not owned.
  init(top: Int, memory: Floats) {
    self.top = top
    table = memory
    for phase in 0..<LagPeaks.phases {
      fill(table + phase * LagPeaks.width, shift: Float(phase) / Float(LagPeaks.phases))
    }
  }

  /// The weights sum to 1; otherwise flat peaks would be tilted.
  private func fill(_ row: Floats, shift: Float) {
    var sum: Float = 0
    for tap in 0..<LagPeaks.width {
      let x = Float(tap - 3) - shift
      let window = cosf(.pi * x / 9) * cosf(.pi * x / 9)
      row[tap] = x == 0 ? 1 : window * sinf(.pi * x) / (.pi * x)
      sum += row[tap]
    }
    for tap in 0..<LagPeaks.width { row[tap] /= sum }
  }

  /// The best period; nil if nothing repeats.
  ///
  /// - Parameter last: The previous period; 0 if unknown.
  @_noLocks
  func find(_ similarity: Floats, last: Float) -> Found? {
    let lag = best(similarity, last: last)
    guard lag > 0 else { return nil }
    let first = refined(similarity, near: lag)
    var found = Found(period: first.lag, clarity: first.height, lag: first.lag)
    // A multiple of the period has the same absolute error, so the period is more exact.
    var times: Float = 2
    while times * found.period < 0.7 * Float(top) {
      let next = refined(similarity, near: times * found.period)
      let wide = (next.lag - times * found.period).magnitude > 0.1 * found.period
      if wide { break }
      if next.height < 0.94 * first.height { break }
      found.period = next.lag / times
      found.lag = next.lag
      times *= 2
    }
    found.clarity = min(max(found.clarity, 0), 1)
    return found
  }

  /// The lag of the peak with the best score; 0 without a peak.
  @_noLocks
  private func best(_ similarity: Floats, last: Float) -> Float {
    var highest: Float = 0.3
    for lag in 2..<top - 4 where isPeak(similarity, lag: lag) {
      highest = max(highest, similarity[lag])
    }
    let lastLog = last > 0 ? shim_log(last) : 0
    var (score, winner): (Float, Float) = (-10, 0)
    for lag in 2..<top - 4 {
      guard similarity[lag] >= 0.75 * highest, isPeak(similarity, lag: lag) else { continue }
      let (down, up) = (similarity[lag - 1], similarity[lag + 1])
      let curve = down - 2 * similarity[lag] + up
      let shift = curve < 0 ? 0.5 * (down - up) / curve : 0
      let exactLag = Float(lag) + shift
      let log = shim_log(exactLag)
      // Similarity per e-fold of the lag: 0.025 and 0.02 per octave.
      let jump = last > 0 ? 0.03 * (log - lastLog).magnitude : 0
      let mine = similarity[lag] - 0.25 * (down - up) * shift - 0.036 * log - jump
      if mine > score { (score, winner) = (mine, exactLag) }
    }
    return winner
  }

  @_noLocks @inline(__always)
  private func isPeak(_ similarity: Floats, lag: Int) -> Bool {
    guard similarity[lag] > similarity[lag - 1] else { return false }
    return similarity[lag] >= similarity[lag + 1]
  }

  /// The top of the peak near a lag: a parabola through three interpolated points, 1/8 sample
  /// apart.
  @_noLocks
  private func refined(_ similarity: Floats, near lag: Float) -> (lag: Float, height: Float) {
    let first = 4 * LagPeaks.phases
    let last = (top - 5) * LagPeaks.phases
    var fineLag = min(max(Int(lag * Float(LagPeaks.phases)), first), last)
    var steps = 0
    while steps < 12 {
      steps += 1
      let down = value(similarity, fineLag: fineLag - 8)
      let middle = value(similarity, fineLag: fineLag)
      let up = value(similarity, fineLag: fineLag + 8)
      if down > middle, fineLag > first {
        fineLag -= 8
      } else if up > middle, fineLag < last {
        fineLag += 8
      } else {
        let curve = down - 2 * middle + up
        let shift = curve < 0 ? min(max(0.5 * (down - up) / curve, -1), 1) : 0
        let exact = (Float(fineLag) + 8 * shift) / Float(LagPeaks.phases)
        return (exact, middle - 0.25 * (down - up) * shift)
      }
    }
    return (Float(fineLag) / Float(LagPeaks.phases), value(similarity, fineLag: fineLag))
  }

  /// The interpolated similarity at a lag in units of 1 / `phases`. Precondition: 3 to top - 4.
  @_noLocks @inline(__always)
  private func value(_ similarity: Floats, fineLag: Int) -> Float {
    let start = similarity + (fineLag / LagPeaks.phases - 3)
    let row = table + fineLag % LagPeaks.phases * LagPeaks.width
    let sum = load4(start) * load4(row) + load4(start + 4) * load4(row + 4)
    return (sum[0] + sum[1]) + (sum[2] + sum[3])
  }
}
