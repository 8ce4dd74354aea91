import AhaBase
import AhaDSP
import CShims

/// The length of a beat in the course of a sound, near that of the whole.
///
/// The best path through the autocorrelations of overlapping windows of 8 s: it prefers a steady
/// tempo.
struct TempoCourse {
  private static let window = 688
  private static let hop = 344
  /// Tempos of 0.76 to 1.32 times that of the whole, in steps of 1.7 %.
  private static let ratios: [Float] = (-16...16).map { exp2f(Float($0) / 40) }
  private static let multiples: [(lag: Float, weight: Float)] = [(1, 3), (2, 3), (4, 2)]
  /// Cost of a step between windows, and of an octave from the tempo of the whole.
  private static let stepCost: Float = 0.3
  private static let octaveCost: Float = 2

  /// Units: frames of `BeatStrength`.
  private(set) var periods: [Float] = []

  init(_ strength: [Float], period: Float) {
    let windows = max(1, (strength.count - TempoCourse.window) / TempoCourse.hop + 1)
    let scores = (0..<windows).map {
      TempoCourse.scores(of: strength, from: $0 * TempoCourse.hop, period: period)
    }
    periods = TempoCourse.path(scores).map { period * TempoCourse.ratios[$0] }
  }

  func period(at frame: Int) -> Float {
    let middle = (TempoCourse.window - TempoCourse.hop) / 2
    return periods[max(0, min((frame - middle) / TempoCourse.hop, periods.count - 1))]
  }

  private static func scores(of strength: [Float], from first: Int, period: Float) -> [Float] {
    let count = max(0, min(window, strength.count - first))
    let likeness = likeness(
      of: strength, from: first, count: count, lags: Int(4.2 * ratios[32] * period))
    return ratios.map { ratio in
      var sum = -octaveCost * abs(log2f(ratio))
      for multiple in multiples {
        let lag = multiple.lag * ratio * period
        let whole = Int(lag)
        guard whole + 1 < likeness.count else { continue }
        let part = lag - Float(whole)
        sum += multiple.weight * (likeness[whole] * (1 - part) + likeness[whole + 1] * part)
      }
      return sum
    }
  }

  /// The autocorrelation of a window, relative to its power.
  private static func likeness(
    of strength: [Float], from first: Int, count: Int, lags: Int
  ) -> [Float] {
    var samples = [Float](repeating: 0, count: (count + 3) / 4 * 4 + lags + 8)
    var mean: Float = 0
    for index in 0..<count { mean += strength[first + index] / Float(count) }
    for index in 0..<count { samples[index] = strength[first + index] - mean }
    return samples.withBuffer { samples in
      let padded = (count + 3) / 4 * 4
      let power = Correlation.dot(samples, other: samples, count: padded) + 1e-9
      var result: [Float] = []
      for lag in stride(from: 0, through: lags, by: 4) {
        let four = Correlation.dots(samples, signal: samples + lag, count: padded, every: 1) / power
        for next in 0..<4 { result.append(four[next]) }
      }
      return result
    }
  }

  /// The index of a ratio for each window.
  private static func path(_ scores: [[Float]]) -> [Int] {
    var best = scores[0]
    var origins: [[Int]] = []
    for next in scores.dropFirst() {
      let from = best.indices.map { to in
        best.indices.max { value(best, from: $0, to: to) < value(best, from: $1, to: to) } ?? to
      }
      best = next.indices.map { next[$0] + value(best, from: from[$0], to: $0) }
      origins.append(from)
    }
    var path = [best.indices.max { best[$0] < best[$1] } ?? 0]
    for from in origins.reversed() { path.append(from[path[path.count - 1]]) }
    return path.reversed()
  }

  private static func value(_ best: [Float], from: Int, to: Int) -> Float {
    best[from] - stepCost * Float(abs(from - to))
  }
}
