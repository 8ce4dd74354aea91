/// A part of a sound in one key.
public struct KeySection: Equatable, Sendable {
  /// Samples; the end is exclusive.
  public var begin: Int
  public var end: Int
  public var key: KeyEstimate
}

/// Divides a sound where its key changes.
struct KeySections {
  /// Cost of a change. Units: nepers, as are the scores of `TriadScores.keys`.
  private static let changeCost: Float = 8

  private let tracker: KeyTracker
  private let whole: KeyEstimate
  private let tuning: Int

  /// - Parameter whole: The key of the whole sound.
  init(_ tracker: KeyTracker, whole: KeyEstimate, tuning: Int) {
    (self.tracker, self.whole, self.tuning) = (tracker, whole, tuning)
  }

  /// One section with the key of the whole if the key does not change; none without a key.
  /// - Parameter frames: Length of the sound in samples.
  func sections(frames: Int) -> [KeySection] {
    guard !whole.isUnknown, !whole.isAtonal else { return [] }
    let seconds = Float(tracker.stepSeconds)
    let scores = tracker.timeline.shares(tuning: tuning).map {
      TriadScores.keys($0).map { seconds * $0 }
    }
    var sections: [KeySection] = []
    for run in BestPath.runs(of: scores, changeCost: KeySections.changeCost) {
      let begin = sections.isEmpty ? 0 : tracker.sample(atStep: run.steps.lowerBound)
      guard begin < frames else { break }
      let key = key(of: run.state, steps: run.steps)
      sections.append(KeySection(begin: begin, end: frames, key: key))
    }
    sections = KeySections.joined(sections)
    return sections.count > 1 ? sections : [KeySection(begin: 0, end: frames, key: whole)]
  }

  /// The section's key with its mode; the state of the path if the section alone has no key.
  private func key(of state: Int, steps: Range<Int>) -> KeyEstimate {
    let evidence = PitchEvidence(tracker.timeline.steps[steps])
    let key = KeySearch(evidence, tuning: tuning).estimate()
    guard key.isUnknown || key.isAtonal else { return key }
    return KeyEstimate(
      root: state % 12, mode: state < 12 ? .major : .minor, confidence: KeySearch.minConfidence,
      tuningCents: whole.tuningCents)
  }

  /// Ends each section at the next, and joins those in one key.
  private static func joined(_ sections: [KeySection]) -> [KeySection] {
    var result: [KeySection] = []
    for section in sections {
      guard let last = result.last else {
        result.append(section)
        continue
      }
      if last.key.root == section.key.root, last.key.mode == section.key.mode {
        result[result.count - 1].key.confidence = max(last.key.confidence, section.key.confidence)
        continue
      }
      result[result.count - 1].end = section.begin
      result.append(section)
    }
    return result
  }
}
