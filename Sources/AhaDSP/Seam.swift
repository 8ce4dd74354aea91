/// Whether one piece of a signal can follow another without a click.
///
/// A seam is natural when the first sample after it is no further from where the signal was heading
/// than the signal itself bends nearby; then nothing needs to be done, and nothing is.
public enum Seam {
  /// How many samples on either side are looked at.
  public static let reach = 64

  /// A bend that nobody hears: -80 dB.
  static let inaudible: Float = 1e-4

  /// What to add to `head[0]` for the signal to go on as it was heading; 0 when the seam is
  /// natural.
  /// - Parameters:
  ///   - tail: One past the last sample before the seam; `tailCount` samples lie before it.
  ///   - head: The first sample after the seam.
  @_noLocks
  public static func step(
    tail: UnsafePointer<Float>, tailCount: Int, head: UnsafePointer<Float>, headCount: Int
  ) -> Float {
    guard tailCount > 0, headCount > 0 else { return 0 }
    let last = tail[-1]
    let heading = tailCount > 1 ? last + (last - tail[-2]) : last
    let step = heading - head[0]
    let bend = max(
      largestBend(tail - min(tailCount, reach), min(tailCount, reach)),
      largestBend(head, min(headCount, reach)))
    return step.magnitude <= 2 * bend + inaudible ? 0 : step
  }

  /// The largest second difference.
  @_noLocks
  static func largestBend(_ samples: UnsafePointer<Float>, _ count: Int) -> Float {
    var largest: Float = 0
    var index = 2
    while index < count {
      let bend = samples[index] - 2 * samples[index - 1] + samples[index - 2]
      largest = max(largest, bend.magnitude)
      index += 1
    }
    return largest
  }
}
