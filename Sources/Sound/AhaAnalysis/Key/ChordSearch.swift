import CShims

/// A part of a sound with one chord, or without.
public struct Chord: Equatable, Sendable {
  public enum Quality: Int, Sendable {
    case none, major, minor
  }

  /// Samples; the end is exclusive.
  public var begin: Int
  public var end: Int
  /// 0 for C to 11 for B; 0 without a chord.
  public var root: Int
  public var quality: Quality
  /// Mean share of the model for the chord, 0 to 1; 0 without a chord.
  public var confidence: Double
}

/// Names the chords of a sound: the major or minor triad that its notes and its bass suggest.
struct ChordSearch {
  /// Cost of a change. Units: nepers.
  private static let changeCost: Float = 5
  /// Log share without a chord: a triad below this share is not named.
  private static let noChord = logf(0.1)
  /// Share of steady tones from which on a step fully counts.
  private static let tonal: Float = 0.2

  private let tracker: KeyTracker
  /// Log shares of the triads in each step, how much they count, and the frames of the step.
  private let steps: [(shares: [Float], weight: Float, frames: Float)]

  init(_ tracker: KeyTracker, tuning: Int) {
    self.tracker = tracker
    let usual = ChordSearch.usualLevel(tracker.timeline.steps)
    let shares = tracker.timeline.shares(tuning: tuning)
    steps = zip(tracker.timeline.steps, shares).map { step, notes in
      let scores = TriadScores.chords(notes.map { $0.squareRoot() })
      return (
        ChordSearch.logShares(scores), ChordSearch.weight(of: step, usual: usual),
        Float(step.frames)
      )
    }
  }

  /// Without gaps; empty if there is no chord.
  /// - Parameter frames: Length of the sound in samples.
  func chords(frames: Int) -> [Chord] {
    let none = TriadScores.count
    let noChord = ChordSearch.noChord
    let scores = steps.map { step in
      let named = step.shares.map { step.weight * $0 + (1 - step.weight) * noChord }
      return (named + [step.weight * noChord]).map { step.frames * $0 }
    }
    var chords: [Chord] = []
    for run in BestPath.runs(of: scores, changeCost: ChordSearch.changeCost) {
      let begin = chords.isEmpty ? 0 : tracker.sample(atStep: run.steps.lowerBound)
      guard begin < frames else { break }
      if !chords.isEmpty { chords[chords.count - 1].end = begin }
      chords.append(
        run.state == none
          ? Chord(begin: begin, end: frames, root: 0, quality: .none, confidence: 0)
          : Chord(
            begin: begin, end: frames, root: run.state % 12,
            quality: run.state < 12 ? .major : .minor,
            confidence: confidence(in: run.state, steps: run.steps)))
    }
    return chords.contains { $0.quality != .none } ? chords : []
  }

  private func confidence(in state: Int, steps range: Range<Int>) -> Double {
    let sum = steps[range].reduce(Float(0)) { $0 + $1.weight * expf($1.shares[state]) }
    return Double(sum / Float(range.count))
  }

  /// Mean weight of a frame with tones.
  private static func usualLevel(_ steps: [PitchTimeline.Step]) -> Float {
    let (sum, frames) = steps.reduce((Float(0), 0)) { ($0.0 + $1.all.sum, $0.1 + $1.pitchedFrames) }
    return frames > 0 ? sum / Float(frames) : 0
  }

  /// 0 for silence and noise, 1 for steady tones of the usual level.
  private static func weight(of step: PitchTimeline.Step, usual: Float) -> Float {
    guard step.power > 0, usual > 0 else { return 0 }
    let clear = Float(step.clearPower / step.power) / ChordSearch.tonal
    return min(1, clear) * min(1, step.all.sum / Float(step.frames) / usual)
  }

  private static func logShares(_ scores: [Float]) -> [Float] {
    let highest = scores.max() ?? 0
    let total = logf(scores.reduce(0) { $0 + expf($1 - highest) })
    return scores.map { $0 - highest - total }
  }
}
