/// A stretch that can be repeated.
public struct LoopPoints: Equatable, Sendable {
  /// Frames; the end is the one after the last.
  public var start: Int
  public var end: Int
  /// 0 to 1: how like each other the places are that are joined.
  public var quality: Double
  /// What the first sample after the jump is away from where the last ones were heading; 0 where
  /// that is no more than they bend anyway.
  public var step: Float
}
