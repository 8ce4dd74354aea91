/// A linear ramp of a value, one step a frame.
///
/// Each frame adds the step before it uses the value: the first frame of a ramp already differs
/// from the frame before the ramp, and the last frame is the exact target.
public struct Ramp {
  public private(set) var value: Float
  public private(set) var target: Float
  public private(set) var step: Float = 0
  /// Remaining frames; 0: the value is the target.
  public private(set) var frames: Int = 0

  @_noLocks
  public init(_ value: Float) {
    self.value = value
    target = value
  }

  public var isSteady: Bool {
    @_noLocks get { frames == 0 }
  }

  /// Ramps to a value over `length` frames; 0: at once.
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

  /// Like `go`, but lasts `length` frames even at its target. Precondition: length > 0.
  @_noLocks
  public mutating func glide(to newTarget: Float, over length: Int) {
    target = newTarget
    frames = length
    step = (newTarget - value) / Float(length)
  }

  @_noLocks
  public mutating func jump(to newValue: Float) { go(to: newValue, over: 0) }

  /// Moves on. `reached` is the value after the kernel has added `step` `count` times.
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

/// A stereo gain with one ramp per channel.
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

  /// As `Ramp.glide`.
  @_noLocks
  public mutating func glide(to gain: StereoGain, over length: Int) {
    left.glide(to: gain.left, over: length)
    right.glide(to: gain.right, over: length)
  }

  /// Jumps to the target. Only while the signal is inaudible.
  @_noLocks
  public mutating func settle() {
    left.jump(to: left.target)
    right.jump(to: right.target)
  }

  /// Frames until the step of either channel changes, at most `limit`.
  @_noLocks
  public func segment(_ limit: Int) -> Int {
    var frames = limit
    if left.frames > 0 { frames = min(frames, left.frames) }
    if right.frames > 0 { frames = min(frames, right.frames) }
    return frames
  }
}
