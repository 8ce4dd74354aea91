import CShims

/// Estimates the key of a sound or a section.
struct KeySearch {
  private let audibleShare: Double
  let tonalShare: Double
  let tuning: Int
  /// Chroma of all, bass, first and last notes: twelve shares each.
  let chroma: [Float]
  /// Chroma of the first and the second half; empty for a short sound.
  private let halves: [[Float]]

  /// - Parameter tuning: Bins of the histogram from A = 440 Hz; nil: that of the evidence.
  init(_ evidence: PitchEvidence, tuning known: Int? = nil) {
    audibleShare = evidence.audibleShare
    let bins = known ?? evidence.all.tuning()
    tuning = bins
    tonalShare = evidence.tonalShare
    chroma = [evidence.all, evidence.bass, evidence.first, evidence.last].flatMap {
      $0.chroma(tuning: bins)
    }
    halves = evidence.halves.map { $0.chroma(tuning: bins) }
  }

  private static let minAudibleShare = 0.1
  /// Min share of steady tones in the power, for music in a key.
  private static let minTonalShare = 0.075
  /// Share of steady tones from which on music certainly has a key.
  private static let tonal = 0.3
  static let minConfidence = 0.01
  /// Min entropy of the chroma, from 0 for one note to 1 for twelve; fewer notes have no key.
  private static let minSpread = 0.55

  func estimate() -> KeyEstimate {
    var estimate = KeyEstimate()
    guard audibleShare > 0 else { return estimate }
    let evidence = min(tonalShare / KeySearch.minTonalShare, spread / KeySearch.minSpread)
    if evidence < 1 {
      // A click in silence is not atonal music.
      estimate.isAtonal = audibleShare > KeySearch.minAudibleShare
      estimate.confidence = estimate.isAtonal ? max(0.05, 1 - evidence) : 0
      return estimate
    }
    let scores = scores()
    var best = 0
    for key in 1..<scores.count where scores[key].score > scores[best].score { best = key }
    (estimate.root, estimate.mode) = (scores[best].root, scores[best].mode)
    let mask = estimate.mode.mask(root: estimate.root)
    let confidence =
      lead(of: best, among: scores) * steadiness(of: mask)
      * min(1, tonalShare / KeySearch.tonal)
    // 0 is reserved for unknown keys.
    estimate.confidence = max(KeySearch.minConfidence, confidence)
    estimate.tuningCents = Double(10 * tuning)
    return estimate
  }

  private var spread: Double {
    var sum = 0.0
    for share in chroma[0..<12] where share > 0 { sum -= Double(share * logf(share)) }
    return sum / log(12)
  }

  private typealias Score = (mode: KeyMode, root: Int, score: Float)
  /// A smaller share of the characteristic note is an overtone or an ornament.
  private static let minCharacteristic: Float = 0.04
  /// Cost in confidence of the share of notes that fit another key better.
  private static let changeCost: Float = 8

  /// Scores of each mode on each root that has the characteristic note.
  private func scores() -> [Score] {
    let roots = chroma.map { $0.squareRoot() }
    return KeyMode.allCases.flatMap { mode in
      (0..<12).compactMap { root in
        if let (note, replaced) = mode.characteristic {
          let share = chroma[(root + note) % 12]
          guard share > KeySearch.minCharacteristic, share > chroma[(root + replaced) % 12] else {
            return nil
          }
        }
        var sum = mode.bias
        for index in 0..<48 {
          let note = index / 12 * 12 + (index + root) % 12
          sum += 0.1 * Float(mode.weights[index]) * roots[note]
        }
        return (mode, root, sum)
      }
    }
  }

  /// The probability of a key minus that of the most likely other key with the same notes.
  private func lead(of best: Int, among scores: [Score]) -> Double {
    let mask = scores[best].mode.mask(root: scores[best].root)
    var (total, rival) = (0.0, 0.0)
    for (index, one) in scores.enumerated() {
      let share = Double(expf(one.score - scores[best].score))
      total += share
      if index != best, one.mode.mask(root: one.root) == mask { rival = max(rival, share) }
    }
    return (1 - rival) / total
  }

  /// 1 if each half fits the scale as well as any other; less if the key changes.
  private func steadiness(of mask: UInt16) -> Double {
    var gap: Float = 0
    for half in halves {
      let own = KeySearch.share(of: half, in: mask)
      for root in 0..<12 {
        gap = max(gap, KeySearch.share(of: half, in: KeyMode.major.mask(root: root)) - own)
      }
    }
    return Double(max(0, 1 - KeySearch.changeCost * gap))
  }

  private static func share(of notes: [Float], in mask: UInt16) -> Float {
    var sum: Float = 0
    for note in 0..<12 where mask >> UInt16(note) & 1 == 1 { sum += notes[note] }
    return sum
  }
}
