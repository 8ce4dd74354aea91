import CShims

/// Read pointers to left and right samples; both point to the same plane for mono.
public struct StereoSource {
  public var left: UnsafePointer<Float>
  public var right: UnsafePointer<Float>

  @_noLocks
  public init(left: UnsafePointer<Float>, right: UnsafePointer<Float>) {
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
  public var left: UnsafeMutablePointer<Float>
  public var right: UnsafeMutablePointer<Float>

  @_noLocks
  public init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    self.left = left
    self.right = right
  }

  @_noLocks
  public func advanced(by frames: Int) -> StereoTarget {
    StereoTarget(left: left + frames, right: right + frames)
  }

  @_noLocks
  public func clear(frames: Int) {
    shim_clear(left, frames * MemoryLayout<Float>.stride)
    shim_clear(right, frames * MemoryLayout<Float>.stride)
  }

  @_noLocks
  public func copy(_ source: StereoSource, frames: Int) {
    shim_copy(left, source.left, frames * MemoryLayout<Float>.stride)
    shim_copy(right, source.right, frames * MemoryLayout<Float>.stride)
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
