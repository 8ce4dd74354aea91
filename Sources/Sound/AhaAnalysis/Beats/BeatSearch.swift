import AhaBase
import CShims

/// Finds the beats: the path through strong onsets whose intervals are close to the local beat.
///
/// Source: beat tracking by dynamic programming (Ellis, 2007), with a tempo that follows the sound.
struct BeatSearch {
  /// Weights of low, middle and high bands: bass and kick mark the beat rather than the half of it.
  private static let weights = SIMD4<Float>(0.4, 0.36, 0.24, 0)
  /// Cost of an interval, times its squared logarithm relative to the beat.
  private static let tightness: Float = 60
  /// Intervals to try, relative to the beat.
  private static let shortest: Float = 0.6
  private static let longest: Float = 1.6
  /// Beats at both ends are dropped if they are weaker than this part of the mean.
  private static let least: Float = 0.5

  private let strength: [Float]
  private let course: TempoCourse

  /// - Parameter period: The beat of the whole, in frames of `BeatStrength`.
  init(_ strength: BeatStrength, period: Double) {
    self.strength = strength.emphasis(BeatSearch.weights)
    course = TempoCourse(self.strength, period: Float(period))
  }

  /// The beats in order. Units: frames of `BeatStrength`.
  func beats() -> [Int] {
    guard !strength.isEmpty else { return [] }
    let (scores, lags) = paths()
    let last = Int(1.2 * course.period(at: strength.count - 1))
    var frame = strength.count - 1
    for other in max(0, frame - last)..<frame where scores[other] >= scores[frame] {
      frame = other
    }
    var beats = [frame]
    while lags[frame] > 0 {
      frame -= Int(lags[frame])
      beats.append(frame)
    }
    return trimmed(beats.reversed())
  }

  /// For each frame, the score of the best path that ends there, and its last interval; 0: none.
  private func paths() -> (scores: [Float], lags: [UInt16]) {
    var scores = strength
    var lags = [UInt16](repeating: 0, count: strength.count)
    var (period, first): (Float, Int) = (0, 0)
    var costs: [Float] = []
    for frame in strength.indices {
      if course.period(at: frame) != period {
        period = course.period(at: frame)
        first = max(1, Int(BeatSearch.shortest * period))
        costs = (first...max(first, Int(BeatSearch.longest * period))).map {
          BeatSearch.tightness * powf(logf(Float($0) / period), 2)
        }
      }
      var best: Float = 0
      for (index, cost) in costs.enumerated() where first + index <= frame {
        let score = scores[frame - first - index] - cost
        if score > best { (best, lags[frame]) = (score, UInt16(first + index)) }
      }
      scores[frame] += best
    }
    return (scores, lags)
  }

  /// Without the beats in silence before and after the music.
  private func trimmed(_ beats: [Int]) -> [Int] {
    let power = beats.reduce(Float(0)) { $0 + strength[$1] * strength[$1] } / Float(beats.count)
    let least = BeatSearch.least * power.squareRoot()
    guard let first = beats.firstIndex(where: { strength[$0] > least }),
      let last = beats.lastIndex(where: { strength[$0] > least })
    else { return [] }
    return Array(beats[first...last])
  }
}
