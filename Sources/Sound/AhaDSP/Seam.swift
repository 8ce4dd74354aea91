import AhaBase

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
  ///   - tail: Ends with the last sample before the seam.
  ///   - head: Begins with the first sample after the seam.
  @_noLocks
  public static func step(from tail: Floats, to head: Floats) -> Float {
    guard !tail.isEmpty, !head.isEmpty else { return 0 }
    let last = tail[tail.count - 1]
    let heading = tail.count > 1 ? last + (last - tail[tail.count - 2]) : last
    let step = heading - head[0]
    let bend = max(
      largestBend(tail.suffix(min(tail.count, maxSamples))),
      largestBend(head.prefix(min(head.count, maxSamples))))
    return step.magnitude <= 2 * bend + inaudible ? 0 : step
  }

  /// The largest second difference.
  @_noLocks
  static func largestBend(_ samples: Floats) -> Float {
    var largest: Float = 0
    var index = 2
    while index < samples.count {
      let bend = samples[index] - 2 * samples[index - 1] + samples[index - 2]
      largest = max(largest, bend.magnitude)
      index += 1
    }
    return largest
  }
}
