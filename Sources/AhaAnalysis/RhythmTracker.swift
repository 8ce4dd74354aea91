import AhaBase

/// What the strength of onsets says as it comes: where onsets are, how it repeats, and where the
/// beginning comes again.
final class RhythmTracker {
  /// Of low, middle and high bands, and of all.
  let products = [LagProducts(), LagProducts(), LagProducts(), LagProducts()]
  private(set) var onsets = OnsetPicker()
  private(set) var recurrence = Recurrence()
  /// Gets the matches.
  var loops: LoopFinder?

  /// Takes a frame's rises and the logarithms of its bands.
  func frame(_ rises: SIMD4<Float>, _ levels: UnsafePointer<Float>) {
    for band in 0..<4 { products[band].add(rises[band]) }
    // Every band counts alike: the few low ones are restless.
    onsets.add(0.15 * rises[0] + 0.55 * rises[1] + 0.3 * rises[2])
    recurrence.add(levels)
    if let match = recurrence.found { loops?.take(match) }
  }

  func finish() { onsets.finish() }
}
