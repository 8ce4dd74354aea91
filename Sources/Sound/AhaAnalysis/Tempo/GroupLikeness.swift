import AhaBase
import AhaDSP
import CShims

/// The likeness of the onsets of two groups of bands at each lag, in both directions: a kick and a
/// snare that alternate are alike at one beat, and not at none.
struct GroupLikeness {
  static let pairs = [(0, 1), (0, 2), (1, 2)]
  /// Units: frames of `BeatStrength`; seven seconds.
  private static let lags = 608
  /// The first five minutes.
  private static let maxFrames = 26_000

  private let values: [[Float]]

  init(_ strength: BeatStrength) {
    let frames = min(strength.count, GroupLikeness.maxFrames)
    let groups = (0..<BeatStrength.groups).map { strength.centered($0, frames: frames) }
    values = GroupLikeness.pairs.map {
      GroupLikeness.likeness(groups[$0.0], groups[$0.1], frames: frames)
    }
  }

  /// The highest likeness of a pair near a lag.
  func highest(_ pair: Int, lag: Double) -> Float {
    let first = max(0, Int(lag * 0.988 - 0.5))
    let last = Int((lag * 1.012 + 0.5).rounded(.up))
    guard last < values[pair].count else { return 0 }
    return values[pair][first...last].reduce(-1) { max($0, $1) }
  }

  private static func likeness(_ one: [Float], _ other: [Float], frames: Int) -> [Float] {
    let count = (frames + 3) & ~3
    let zeros = [Float](repeating: 0, count: count - frames + lags + 8)
    return (one + zeros).withBuffer { one in
      (other + zeros).withBuffer { other in
        let power =
          Correlation.dot(one, other: one, count: count)
          * Correlation.dot(other, other: other, count: count)
        var result: [Float] = []
        for lag in stride(from: 0, to: lags, by: 4) {
          let sums =
            Correlation.dots(one, signal: other + lag, count: count, every: 1)
            + Correlation.dots(other, signal: one + lag, count: count, every: 1)
          for next in 0..<4 {
            let pairs = max(Float(frames - lag - next), Float(frames) / 5, 1)
            result.append(0.5 * sums[next] / (power.squareRoot() + 1e-3) * Float(frames) / pairs)
          }
        }
        return result
      }
    }
  }
}
