import AhaBase
import AhaDSP

/// How a stretched copy of a sound is made.
public struct StretchOptions {
  public var speed: Float = 1
  public var cents: Float = 0
  public var keepsFormants = false

  public init() {}
}

extension Sound {
  /// Starts a job that makes a resident sound of this one at another speed or pitch.
  /// Errors: `state` (not loaded).
  public func startStretching(
    _ options: StretchOptions, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) -> Sound {
    throw AhaError(.unsupported, "no")
  }
}
