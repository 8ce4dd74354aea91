/// A value on its way to another one in equal steps, one a frame.
///
/// The value moves before it is used, so the first frame of a ramp already differs from the last
/// frame before it, and the last frame is the target exactly.
public struct Ramp {
  public private(set) var value: Float
  public private(set) var target: Float
  public private(set) var step: Float = 0
  /// Frames to go; 0 when the value is the target.
  public private(set) var frames: Int = 0

  @_noLocks
  public init(_ value: Float) {
    self.value = value
    target = value
  }

  public var isSteady: Bool {
    @_noLocks get { frames == 0 }
  }

  /// Is, or will be, this value.
  @_noLocks
  public mutating func go(to newTarget: Float, over length: Int) {
    target = newTarget
    if value == newTarget || length <= 0 {
      value = newTarget
      frames = 0
      step = 0
    } else {
      frames = length
      step = (newTarget - value) / Float(length)
    }
  }

  @_noLocks
  public mutating func jump(to newValue: Float) { go(to: newValue, over: 0) }

  /// Moves on; `reached` is the value that a kernel came to by adding `step` `count` times.
  /// Precondition: count <= frames, unless the ramp is steady.
  @_noLocks
  public mutating func advance(_ count: Int, reached: Float) {
    guard frames > 0 else { return }
    frames -= count
    value = frames == 0 ? target : reached
    if frames == 0 { step = 0 }
  }

  /// Moves on without a kernel. Precondition: as `advance`.
  @_noLocks
  public mutating func skip(_ count: Int) {
    var reached = value
    for _ in 0..<min(count, frames) { reached += step }
    advance(count, reached: reached)
  }
}

/// A stereo gain on its way.
public struct StereoRamp {
  public var left: Ramp
  public var right: Ramp

  @_noLocks
  public init(_ gain: StereoGain) {
    left = Ramp(gain.left)
    right = Ramp(gain.right)
  }

  public var isSteady: Bool {
    @_noLocks get { left.isSteady && right.isSteady }
  }

  public var value: StereoGain {
    @_noLocks get { StereoGain(left: left.value, right: right.value) }
  }

  @_noLocks
  public mutating func go(to gain: StereoGain, over length: Int) {
    left.go(to: gain.left, over: length)
    right.go(to: gain.right, over: length)
  }

  /// Is at its target at once: for what is not heard.
  @_noLocks
  public mutating func settle() {
    left.jump(to: left.target)
    right.jump(to: right.target)
  }

  /// Frames until either side changes its step; `limit` when both are steady.
  @_noLocks
  public func segment(_ limit: Int) -> Int {
    var frames = limit
    if left.frames > 0 { frames = min(frames, left.frames) }
    if right.frames > 0 { frames = min(frames, right.frames) }
    return frames
  }
}
