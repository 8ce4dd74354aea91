import AhaBase

/// Distributes onset strength, frame by frame, to onsets, autocorrelation, beats and recurrence.
final class RhythmTracker {
  /// Of low, middle, high and all bands.
  let products = [LagProducts(), LagProducts(), LagProducts(), LagProducts()]
  private(set) var onsets = OnsetPicker()
  private(set) var beats = BeatStrength()
  private(set) var recurrence = Recurrence()
  /// Receives the matches.
  var loops: LoopFinder?

  /// Adds a frame: the rises of the band groups, and the log powers of the bands.
  func frame(_ rises: SIMD4<Float>, levels: Floats) {
    for band in 0..<4 { products[band].add(rises[band]) }
    // Weighted by the count of bands: the three low ones fluctuate.
    onsets.add(0.15 * rises[0] + 0.55 * rises[1] + 0.3 * rises[2])
    beats.add(rises, levels: levels)
    recurrence.add(levels)
    if let match = recurrence.found { loops?.add(match) }
  }

  func finish() { onsets.finish() }
}
