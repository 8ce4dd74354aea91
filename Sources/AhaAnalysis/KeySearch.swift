import CShims

/// Finds the key in the pitches that sounded.
struct KeySearch {
  private let heardShare: Double
  let tonalShare: Double
  let agreement: Float
  let tuning: Int
  /// All, bass, first, last: twelve shares each.
  let chroma: [Float]

  init(_ tracker: KeyTracker) {
    heardShare = tracker.heardShare
    let found = tracker.all.tuning()
    (tuning, agreement) = (found.bins, found.agreement)
    tonalShare = tracker.tonalShare
    let bins = found.bins
    chroma = [tracker.all, tracker.bass, tracker.first, tracker.last].flatMap {
      $0.chroma(tuning: bins)
    }
  }

  private static let leastHeard = 0.1
  /// Of the power, less than this in steady tones is no music in a key.
  private static let leastTonalShare = 0.075
  /// Music is in a key with certainty from here on.
  private static let tonal = 0.3
  /// How evenly the notes are spread, 0 for one note to 1 for twelve: less is too few for a key.
  private static let leastSpread = 0.55

  func estimate() -> KeyEstimate {
    var estimate = KeyEstimate()
    guard heardShare > 0 else { return estimate }
    let evidence = min(tonalShare / KeySearch.leastTonalShare, spread / KeySearch.leastSpread)
    if evidence < 1 {
      // A click in what is silent otherwise is not music without a key.
      estimate.isAtonal = heardShare > KeySearch.leastHeard
      estimate.confidence = estimate.isAtonal ? max(0.05, 1 - evidence) : 0
      return estimate
    }
    let best = best()
    estimate.root = best.key % 12
    estimate.isMinor = best.key >= 12
    estimate.confidence = best.probability * min(1, tonalShare / KeySearch.tonal)
    estimate.tuningCents = Double(10 * tuning)
    return estimate
  }

  private var spread: Double {
    var sum = 0.0
    for share in chroma[0..<12] where share > 0 { sum -= Double(share * logf(share)) }
    return sum / log(12)
  }

  /// The likeliest of twelve major and twelve minor keys.
  private func best() -> (key: Int, probability: Double) {
    let roots = chroma.map { $0.squareRoot() }
    var scores: [Float] = []
    for key in 0..<24 {
      let weights = key < 12 ? KeyWeights.major : KeyWeights.minor
      var sum = key < 12 ? KeyWeights.bias : 0
      for index in 0..<48 {
        let note = index / 12 * 12 + (index + key) % 12
        sum += 0.1 * Float(weights[index]) * roots[note]
      }
      scores.append(sum)
    }
    var best = 0
    for key in 1..<24 where scores[key] > scores[best] { best = key }
    let total = scores.reduce(0) { $0 + Double(expf($1 - scores[best])) }
    return (best, 1 / total)
  }
}
