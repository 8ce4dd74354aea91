/// Whether one section of a signal can follow another without a click.
///
/// Extrapolates the signal linearly over the seam. If the first sample after it deviates by no more
/// than the signal bends nearby (its second differences), the seam is natural and stays unchanged.
public enum Seam {
  /// Max samples on either side that are examined.
  public static let maxSamples = 64

  /// An inaudible second difference: -80 dB.
  static let inaudible: Float = 1e-4

  /// The offset to add to `head[0]` to continue the extrapolated signal; 0 for a natural seam.
  /// - Parameters:
  ///   - tail: One past the last sample before the seam; `tailCount` samples precede it.
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
      largestBend(tail - min(tailCount, maxSamples), count: min(tailCount, maxSamples)),
      largestBend(head, count: min(headCount, maxSamples)))
    return step.magnitude <= 2 * bend + inaudible ? 0 : step
  }

  /// The largest second difference.
  @_noLocks
  static func largestBend(_ samples: UnsafePointer<Float>, count: Int) -> Float {
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
