import AhaBase
import CShims

/// Estimates the time signature, and the beats that begin bars.
///
/// Each meter with each first beat of a bar has a score: the accents of the beats of a bar, the
/// onsets between the beats, the likeness of each beat with later beats, and the tempo. The model
/// is a conditional logit.
struct MeterSearch {
  /// The parts of a beat where onsets are measured.
  private static let parts = [0, 0.25, 1 / 3.0, 0.5, 2 / 3.0, 0.75]
  /// Distances of compared beats.
  private static let lags = [1, 2, 3, 4, 6, 8, 12]
  private static let leastBeats = 8
  private static let leastProbability = 0.5
  private static let groups = BeatStrength.groups
  /// Of a beat: the onset strengths and the levels of the groups.
  private static let accents = 2 * groups
  /// A part of the power of likeness that does not count: beats that hardly differ have none.
  private static let leastPower: Float = 0.02

  /// For each beat, the strength of each group at each part.
  private let strengths: [[Float]]
  /// For each beat, the level of each group, relative to its mean.
  private let levels: [[Float]]
  private let bpm: Double

  /// - Parameter beats: Units: frames of `BeatStrength`.
  init(_ strength: BeatStrength, beats: [Int], bpm: Double) {
    self.bpm = bpm
    levels = MeterSearch.centered(
      beats.map { beat in (0..<MeterSearch.groups).map { strength.level($0, after: beat) } })
    strengths = beats.indices.map { index in
      let last = beats.count < 2 ? 0 : beats.count - 2
      let before = min(index, last)
      let length = beats.count < 2 ? 0 : Double(beats[before + 1] - beats[before])
      return MeterSearch.parts.flatMap { part in
        (0..<MeterSearch.groups).map {
          strength.highest($0, near: Double(beats[index]) + part * length)
        }
      }
    }
  }

  private static func means(_ rows: [[Float]]) -> [Float] {
    var means = [Float](repeating: 0, count: rows.first?.count ?? 0)
    for row in rows {
      for index in means.indices { means[index] += row[index] / Float(rows.count) }
    }
    return means
  }

  private static func centered(_ rows: [[Float]]) -> [[Float]] {
    let means = means(rows)
    return rows.map { row in row.indices.map { max(-2, min(2, row[$0] - means[$0])) } }
  }

  func estimate() -> MeterEstimate {
    guard strengths.count >= MeterSearch.leastBeats else { return MeterEstimate() }
    let (accents, features) = (accents(), likeness() + tempo())
    var scores: [(meter: Int, first: Int, score: Float)] = []
    for (index, meter) in MeterWeights.meters.enumerated() {
      let base = zip(meter.weights, features).reduce(Float(0)) { $0 + $1.0 * $1.1 }
      for first in 0..<meter.pulses {
        let accent = MeterSearch.accent(of: accents, meter: meter, first: first)
        scores.append((index, first, base + accent))
      }
    }
    return MeterSearch.best(scores)
  }

  /// The most likely time signature, and its most likely meter and first beat.
  private static func best(
    _ scores: [(meter: Int, first: Int, score: Float)]
  ) -> MeterEstimate {
    let highest = scores.reduce(-Float.infinity) { max($0, $1.score) }
    let shares = scores.map { Double(expf($0.score - highest)) }
    let total = shares.reduce(0, +)
    var estimate = MeterEstimate()
    for meter in MeterWeights.meters {
      let same = scores.indices.filter { MeterWeights.meters[scores[$0].meter].isSame(meter) }
      let share = same.reduce(0) { $0 + shares[$1] } / total
      guard share > estimate.confidence, share >= leastProbability else { continue }
      let top = same.max { shares[$0] < shares[$1] } ?? 0
      let chosen = MeterWeights.meters[scores[top].meter]
      estimate = MeterEstimate(
        beatsPerBar: chosen.beats, beatUnit: chosen.unit, pulsesPerBar: chosen.pulses,
        firstPulse: scores[top].first, confidence: share)
    }
    return estimate
  }

  /// For each beat, how much the strength and the level of each group are above their means.
  private func accents() -> [[Float]] {
    let means = MeterSearch.means(strengths)
    return zip(strengths, levels).map { strength, level in
      (0..<MeterSearch.groups).map { min(4, strength[$0] / (means[$0] + 1) - 1) } + level
    }
  }

  private static func accent(
    of accents: [[Float]], meter: MeterWeights.Meter, first: Int
  ) -> Float {
    var sum: Float = 0
    for number in 0..<meter.pulses {
      let beats = stride(
        from: (first + number) % meter.pulses, to: accents.count, by: meter.pulses)
      let means = means(beats.map { accents[$0] })
      for index in means.indices {
        sum += meter.accents[MeterSearch.accents * number + index] * means[index]
      }
    }
    return sum
  }

  /// The mean strengths of the parts, relative to the highest of each group; and the similarity of
  /// beats at a distance.
  private func likeness() -> [Float] {
    let means = MeterSearch.means(strengths)
    var features = means.indices.map { index in
      let same = stride(from: index % MeterSearch.groups, to: means.count, by: MeterSearch.groups)
      return means[index] / (same.reduce(Float(0)) { max($0, means[$1]) } + 1)
    }
    let centered = strengths.map { strength in
      strength.indices.map { (strength[$0] - means[$0]) / (means[$0 % MeterSearch.groups] + 1) }
    }
    let count = strengths.count
    let least = MeterSearch.leastPower * Float(count * means.count)
    let power = centered.reduce(least) { $0 + $1.reduce(0) { $0 + $1 * $1 } }
    for lag in MeterSearch.lags {
      guard 4 * lag < 3 * count else {
        features.append(0)
        continue
      }
      var sum: Float = 0
      for beat in 0..<count - lag {
        for (one, other) in zip(centered[beat], centered[beat + lag]) { sum += one * other }
      }
      features.append(sum / power * Float(count) / Float(count - lag))
    }
    return features
  }

  private func tempo() -> [Float] {
    let octaves = Float(log2(bpm / 110))
    return [octaves, octaves * octaves, 1]
  }
}
