/// Decides whether beats are half a beat late: in music with bass or hi-hats between the beats,
/// the strongest onsets can be there.
///
/// Compares the middles between beats with the beats: the onset strengths, the levels, and the
/// change of level from one to the next, of three groups of bands. The model is a logistic
/// regression, fitted on random pieces of many kinds; see
/// docs/decisions/0117-two-models-choose-the-tempo.md.
struct BeatPhase {
  private static let base: Float = -0.23
  /// Weights of low, middle and high bands.
  private static let rises: [Float] = [-0.72, 0.27, -0.51]
  private static let levels: [Float] = [-0.89, 0.03, -1.19]
  private static let alternations: [Float] = [-0.39, -0.39, -0.9]
  private static let leastBeats = 8

  private let strength: BeatStrength

  init(_ strength: BeatStrength) { self.strength = strength }

  /// The beats, or the middles between them. Units: frames of `BeatStrength`.
  func corrected(_ beats: [Int]) -> [Int] {
    guard beats.count >= BeatPhase.leastBeats else { return beats }
    let middles = zip(beats, beats.dropFirst()).map { ($0 + $1) / 2 }
    var sum = BeatPhase.base
    for group in 0..<BeatStrength.groups {
      let rise = rise(group, at: beats) - rise(group, at: middles)
      sum += BeatPhase.rises[group] * rise / strength.spread(of: group)
      let (on, off) = (levels(group, at: beats), levels(group, at: middles))
      sum += BeatPhase.levels[group] * 0.5 * (on.even + on.odd - off.even - off.odd)
      let alternation = (on.even - on.odd).magnitude - (off.even - off.odd).magnitude
      sum += BeatPhase.alternations[group] * alternation
    }
    return sum > 0 ? around(beats, middles: middles) : beats
  }

  /// The middles, and those of half a beat before and after all beats if the sound has them: else
  /// its first beat, and with it its first bar, would be missing.
  private func around(_ beats: [Int], middles: [Int]) -> [Int] {
    let last = beats.count - 1
    let first = beats[0] - (beats[1] - beats[0]) / 2
    let end = beats[last] + (beats[last] - beats[last - 1]) / 2
    return (first >= 0 ? [first] : []) + middles + (end < strength.count ? [end] : [])
  }

  private func rise(_ group: Int, at beats: [Int]) -> Float {
    beats.reduce(0) { $0 + strength.highest(group, near: Double($1)) } / Float(beats.count)
  }

  /// The mean levels of every second beat. Units: nepers.
  private func levels(_ group: Int, at beats: [Int]) -> (even: Float, odd: Float) {
    var sums: (even: Float, odd: Float) = (0, 0)
    for (index, beat) in beats.enumerated() {
      let level = strength.level(group, after: beat)
      if index % 2 == 0 { sums.even += level } else { sums.odd += level }
    }
    return (sums.even / Float((beats.count + 1) / 2), sums.odd / Float(beats.count / 2))
  }
}
