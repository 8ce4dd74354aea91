import AhaBase
import CShims

/// Left and right samples to read, equally many; both are the same plane for mono.
public struct StereoSource: BitwiseCopyable {
  private let first, second: UnsafeMutablePointer<Float>
  private let count: Int

  public var left: Floats {
    @_noLocks @inline(__always) get { Floats(first, count: count) }
  }
  public var right: Floats {
    @_noLocks @inline(__always) get { Floats(second, count: count) }
  }

  @_noLocks @inline(__always)
  public init(left: Floats, right: Floats) {
    (first, second, count) = (left.base, right.base, left.count)
  }

  @_noLocks
  public func advanced(by frames: Int) -> StereoSource {
    StereoSource(left: left + frames, right: right + frames)
  }
}

/// Left and right samples to write, equally many.
public struct StereoTarget {
  public let source: StereoSource

  public var left: Floats {
    @_noLocks @inline(__always) get { source.left }
  }
  public var right: Floats {
    @_noLocks @inline(__always) get { source.right }
  }

  @_noLocks @inline(__always)
  public init(left: Floats, right: Floats) { source = StereoSource(left: left, right: right) }

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
