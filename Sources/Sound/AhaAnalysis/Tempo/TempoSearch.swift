import AhaBase
import CShims

/// Estimates the tempo from the autocorrelation of onset strength.
///
/// Peaks of the correlation, their halves and doubles are candidates. A model distinguishes the
/// beat from its subdivisions and multiples: by the correlations of low, middle and high bands,
/// alone and in pairs, at simple ratios of a candidate; by the onsets per beat; by the beats per
/// chord; and by the prior probability of the tempo.
/// Source: autocorrelation of onset strength (Ellis, 2007); the model is a conditional logit: with
/// networks, and linear for loops.
struct TempoSearch {
  typealias Weights = TempoWeights

  private static let bpmRange = 42.0...220
  private static let maxCandidates = 14
  /// Max seconds of a sound that may be a loop.
  private static let longestLoop = 6.5
  /// Peaks with a smaller relative distance are duplicates.
  private static let same = 0.025
  /// Max relative deviation of a tempo from one that fits the length.
  private static let lengthTolerance = 0.025

  private let frameRate: Double
  /// By lag, for low, middle, high and all bands.
  private let correlations: [[Float]]
  /// Length in frames of onset strength, if the sound may be a loop.
  private let loopFrames: Double?
  private let frames: Int
  private let onsetsPerSecond: Double
  private let pairs: GroupLikeness
  private let chordSeconds: Double?

  /// - Parameters:
  ///   - frameRate: Frames of onset strength per second.
  ///   - length: Length of the sound in seconds.
  ///   - chordSeconds: The usual length of a chord.
  init(
    _ rhythm: RhythmTracker, frameRate: Double, length: Double, chordSeconds: Double?
  ) {
    let products = rhythm.products
    self.frameRate = frameRate
    self.chordSeconds = chordSeconds
    onsetsPerSecond = length > 0 ? Double(rhythm.onsets.total) / length : 0
    pairs = GroupLikeness(rhythm.beats)
    frames = products[3].count
    let wrapped = Int((length * frameRate).rounded())
    if length <= TempoSearch.longestLoop, wrapped >= 16, wrapped <= products[3].head.count {
      loopFrames = length * frameRate
      correlations = products.map {
        TempoSearch.capped($0.circularCorrelation(length: wrapped), at: wrapped)
      }
    } else {
      loopFrames = nil
      correlations = products.map { $0.correlation() }
    }
  }

  /// A loop always matches itself after its length. Caps that correlation at the best one within
  /// the loop.
  private static func capped(_ values: [Float], at length: Int) -> [Float] {
    var limit: Float = 0
    for lag in length / 10...length / 2 where lag < values.count { limit = max(limit, values[lag]) }
    return values.map { min($0, limit) }
  }

  func estimate() -> TempoEstimate {
    var estimate = TempoEstimate()
    let found = candidates()
    let scores = found.map { score(of: $0.lag) - oddness(of: $0.fits ? $0.lag : nil) }
    guard let best = Ranking.indices(1, of: scores).first else { return estimate }
    let clear = clearness(of: found[best])
    guard clear > leastClear else { return estimate }
    let weights = TempoSearch.shares(of: scores, relativeTo: scores[best])
    estimate.bpm = bpm(of: found[best].lag)
    estimate.isFromLength = found[best].fits
    // Half and twice the tempo are alternatives, however unlikely.
    for (rank, one) in Ranking.indices(found.count, of: scores).enumerated() {
      let bpm = bpm(of: found[one].lag)
      guard rank < 4 || estimate.isOctave(bpm) else { continue }
      estimate.candidates.append(.init(bpm: bpm, weight: weights[one]))
    }
    // The regression was fitted on longer sounds.
    estimate.confidence =
      loopFrames == nil
      ? TempoModel.confidence(weight: weights[best], clear: clear) : min(1, clear / 0.5)
    estimate.confidence *= max(0, 1 - 2 * estimate.octaveWeight)
    return estimate
  }

  private typealias Candidate = (lag: Double, fits: Bool)

  private func bpm(of lag: Double) -> Double { 60 * frameRate / lag }

  private static func shares(of scores: [Double], relativeTo best: Double) -> [Double] {
    let powers = scores.map { exp($0 - best) }
    let total = powers.reduce(0, +)
    return powers.map { $0 / total }
  }

  private func candidates() -> [Candidate] {
    var found: [Candidate] = []
    for peak in peaks() { add(refined(peak), to: &found) }
    // Of a loop, the divisions of its length are candidates.
    if loopFrames != nil { return found }
    for one in found {
      add(2 * one.lag, to: &found)
      add(0.5 * one.lag, to: &found)
    }
    return found
  }

  private func add(_ lag: Double, to found: inout [Candidate]) {
    let fitting = fitting(lag)
    let lag = fitting ?? lag
    guard TempoSearch.bpmRange.contains(bpm(of: lag)) else { return }
    guard !found.contains(where: { abs($0.lag / lag - 1) < TempoSearch.same }) else { return }
    found.append((lag, fitting != nil))
  }

  /// The highest peaks of the correlation within the range of tempos.
  private func peaks() -> [Double] {
    let all = correlations[3]
    var (values, lags): ([Double], [Double]) = ([], [])
    let first = max(2, Int(60 * frameRate / TempoSearch.bpmRange.upperBound))
    let last = min(Int(60 * frameRate / TempoSearch.bpmRange.lowerBound) + 2, all.count - 2)
    guard first < last else { return [] }
    for lag in first..<last where all[lag] > 0 {
      guard all[lag] >= all[lag - 1], all[lag] > all[lag + 1] else { continue }
      let top =
        Double(lag) + Parabola.offset(before: all[lag - 1], top: all[lag], after: all[lag + 1])
      values.append(Double(all[lag]))
      lags.append(top)
    }
    if let loopFrames {
      for beats in [2, 3, 4, 6, 8, 12, 16] {
        let lag = loopFrames / Double(beats)
        // A shorter lag is no tempo, and its multiples are closer than the search width of
        // `refined`.
        guard lag >= Double(first), highest(in: 3, lag: lag) > 0.05 else { continue }
        values.append(Double(highest(in: 3, lag: lag)))
        lags.append(lag)
      }
    }
    return Ranking.indices(TempoSearch.maxCandidates, of: values).map { lags[$0] }
  }

  /// The exact beat near a lag that divides the loop into a usual number of beats; nil without one.
  private func fitting(_ lag: Double) -> Double? {
    guard let loopFrames else { return nil }
    let beats = (loopFrames / lag).rounded()
    guard [1, 2, 3, 4, 6, 8, 12, 16, 24].contains(beats) else { return nil }
    let exact = loopFrames / beats
    return abs(exact / lag - 1) <= TempoSearch.lengthTolerance ? exact : nil
  }

  /// Penalty of a beat that does not fit the length of a short sound.
  private func oddness(of fitting: Double?) -> Double {
    guard let loopFrames else { return 0 }
    guard let fitting else { return Weights.misfit }
    let beats = Int((loopFrames / fitting).rounded())
    return beats & (beats - 1) == 0 ? 0 : Weights.threes
  }

  /// The highest correlation near a lag.
  private func highest(in band: Int, lag: Double) -> Float {
    let first = max(1, Int(lag * 0.988 - 0.5))
    let last = Int((lag * 1.012 + 0.5).rounded(.up))
    guard last < correlations[band].count else { return 0 }
    var highest = correlations[band][first]
    for at in first...last { highest = max(highest, correlations[band][at]) }
    return highest
  }

  private func score(of lag: Double) -> Double {
    // The networks make loops change their octave with their sample rate.
    let linear = linearScore(of: lag)
    return loopFrames == nil ? TempoModel.score(features(of: lag), linear: linear) : linear
  }

  private func linearScore(of lag: Double) -> Double {
    let (octaves, density) = (octaves(of: lag), density(of: lag))
    var sum = Weights.octaves * octaves + Weights.squaredOctaves * octaves * octaves
    sum +=
      ((Weights.density[2] * density + Weights.density[1]) * density + Weights.density[0])
      * density
    for (index, ratio) in Weights.ratios.enumerated() {
      let weights = Weights.bands[index] + Float(octaves) * Weights.slopes[index]
      for band in 0..<4 { sum += Double(weights[band] * highest(in: band, lag: lag * ratio)) }
    }
    return sum
  }

  /// The beat's length above 0.5 s in octaves.
  private func octaves(of lag: Double) -> Double { log2(lag / frameRate / 0.5) }

  /// Log2 of the onsets in a beat.
  private func density(of lag: Double) -> Double {
    log2(max(onsetsPerSecond, 0.2) * lag / frameRate)
  }

  private func features(of lag: Double) -> [Float] {
    let (octaves, density) = (Float(octaves(of: lag)), Float(density(of: lag)))
    var features = [octaves, density]
    for ratio in Weights.ratios + TempoModel.ratios {
      for band in 0..<4 { features.append(highest(in: band, lag: lag * ratio)) }
    }
    for ratio in TempoModel.pairRatios {
      for pair in GroupLikeness.pairs.indices {
        features.append(pairs.highest(pair, lag: lag / Double(BeatStrength.step) * ratio))
      }
    }
    features += chordFeatures(of: lag)
    return features + [octaves * octaves, density * density, density * density * density]
  }

  /// The octaves of the chord's length above four beats, their square and their distances from
  /// usual lengths.
  private func chordFeatures(of lag: Double) -> [Float] {
    guard let chordSeconds else { return [0, 0, 0, 0, 0.3, 0] }
    let longer = Float(log2(chordSeconds * frameRate / lag)) - 2
    let fromPower = min(longer.magnitude, (longer + 1).magnitude, (longer - 1).magnitude)
    return [
      longer, longer * longer, longer.magnitude, Float(octaves(of: lag)), fromPower,
      (longer + log2f(4 / 3)).magnitude,
    ]
  }

  /// Refines a lag with the peaks at its multiples, each predicted from the previous one.
  private func refined(_ lag: Double) -> Double {
    let all = correlations[3]
    var best = lag
    let base = all[max(0, min(Int(lag.rounded()), all.count - 1))]
    for multiple in 2...12 {
      let center = best * Double(multiple)
      let width = max(2, multiple < 4 ? 0.02 * best : 3)
      guard center > 0, center < Double(all.count - 3) else { break }
      let first = max(1, Int((center - width).rounded()))
      let last = min(Int((center + width).rounded()), all.count - 2)
      guard first <= last else { break }
      var top = first
      for at in first...last where all[at] > all[top] { top = at }
      guard all[top] >= 0.25 * base, all[top] >= all[top - 1], all[top] >= all[top + 1] else {
        continue
      }
      let offset = Parabola.offset(before: all[top - 1], top: all[top], after: all[top + 1])
      best = (Double(top) + offset) / Double(multiple)
    }
    return best
  }

  /// Chance explains a likeness below 0. Notes without drums may have less: the tempo is right in
  /// most of them, but without confidence.
  private var leastClear: Double { chordSeconds == nil || loopFrames != nil ? 0 : -0.08 }

  /// The correlation at a beat and its multiples, above that of random signals.
  private func clearness(of candidate: Candidate) -> Double {
    var sum: Float = 0
    for multiple in [1.0, 2, 4] { sum += max(0, highest(in: 3, lag: candidate.lag * multiple)) / 3 }
    // A smaller threshold for a fixed length: few beats fit it, so the maximum is over few values.
    return Double(sum) - (candidate.fits ? 2.2 : 3.2) / Double(max(frames, 1)).squareRoot() - 0.04
  }
}
