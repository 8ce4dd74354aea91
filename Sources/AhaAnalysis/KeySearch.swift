import CShims

/// Finds the key in the pitches that sounded.
struct KeySearch {
  let tonalShare: Double
  let agreement: Float
  let tuning: Int
  /// All, bass, first, last: twelve shares each.
  let chroma: [Float]

  init(_ tracker: KeyTracker) {
    let found = tracker.all.tuning()
    (tuning, agreement) = (found.bins, found.agreement)
    tonalShare = tracker.tonalShare
    let bins = found.bins
    chroma = [tracker.all, tracker.bass, tracker.first, tracker.last].flatMap {
      $0.chroma(tuning: bins)
    }
  }

  func estimate() -> KeyEstimate { KeyEstimate() }
}
