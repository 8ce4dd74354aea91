/// A section that can be repeated.
public struct LoopPoints: Equatable, Sendable {
  /// Frames; the end is exclusive.
  public var start: Int
  public var end: Int
  /// Similarity of the joined positions, 0 to 1.
  public var quality: Double
  /// Deviation of the first sample after the jump from the extrapolated signal; 0 if it is not
  /// larger than the signal's own second differences.
  public var step: Float
}
