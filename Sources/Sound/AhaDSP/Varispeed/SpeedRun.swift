/// Read positions that move along a signal at a speed, which may ramp.
///
/// Units: frames in 32.32 fixed point. Integers: any division into blocks reads at the same
/// positions.
public struct SpeedRun {
  /// The present read position, relative to a frame that the caller chooses.
  public var position: Int64
  /// Added to `position` after each frame; negative backwards.
  public var step: Int64
  /// Added to `step` before each use.
  public var slope: Int64

  @_noLocks
  public init(position: Int64, step: Int64, slope: Int64) {
    self.position = position
    self.step = step
    self.slope = slope
  }

  /// Distance from `position` to the read position `frames` frames later.
  @_noLocks
  public func distance(_ frames: Int) -> Int64 {
    let count = Int64(frames)
    return step &* count &+ slope &* (count &* (count &+ 1) / 2)
  }
}

/// Fixed-point numbers of `SpeedRun`.
public enum SpeedUnit {
  /// One frame; speed 1.
  @inlinable public static var one: Int64 {
    @_noLocks get { 1 << 32 }
  }

  @inlinable public static var mask: Int64 {
    @_noLocks get { (1 << 32) - 1 }
  }
}
