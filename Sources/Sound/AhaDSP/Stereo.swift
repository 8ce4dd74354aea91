import AhaBase
import CShims

/// Read pointers to left and right samples; both point to the same plane for mono.
public struct StereoSource {
  public var left: Floats
  public var right: Floats

  @_noLocks
  public init(left: Floats, right: Floats) {
    self.left = left
    self.right = right
  }

  @_noLocks
  public func advanced(by frames: Int) -> StereoSource {
    StereoSource(left: left + frames, right: right + frames)
  }
}

/// Write pointers to left and right samples.
public struct StereoTarget {
  public var left: Floats
  public var right: Floats

  @_noLocks
  public init(left: Floats, right: Floats) {
    self.left = left
    self.right = right
  }

  @_noLocks
  public func advanced(by frames: Int) -> StereoTarget {
    StereoTarget(left: left + frames, right: right + frames)
  }

  @_noLocks
  public func clear(frames: Int) {
    left.prefix(frames).clear()
    right.prefix(frames).clear()
  }

  @_noLocks
  public func copy(_ source: StereoSource, frames: Int) {
    left.copy(source.left.prefix(frames))
    right.copy(source.right.prefix(frames))
  }

  public var source: StereoSource {
    @_noLocks get { StereoSource(left: left, right: right) }
  }
}

/// Linear gains of left and right.
public struct StereoGain: Equatable, BitwiseCopyable {
  public var left: Float
  public var right: Float

  @_noLocks
  public init(left: Float, right: Float) {
    self.left = left
    self.right = right
  }

  /// Equal on both sides.
  @_noLocks
  public init(_ gain: Float) { self.init(left: gain, right: gain) }

  public static var unity: StereoGain {
    @_noLocks get { StereoGain(left: 1, right: 1) }
  }

  @_noLocks
  public static func * (one: StereoGain, other: StereoGain) -> StereoGain {
    StereoGain(left: one.left * other.left, right: one.right * other.right)
  }
}
