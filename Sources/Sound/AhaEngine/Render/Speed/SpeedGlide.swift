import AhaDSP

/// A ramp of a speed or of a factor of a speed.
struct SpeedGlide: BitwiseCopyable {
  private(set) var value: Double
  private(set) var target: Double
  /// Remaining frames.
  private(set) var frames = 0
  private var origin: Double
  private var length = 0
  private var shape = FadeShape.linear

  @_noLocks
  init(_ value: Double) {
    (self.value, target, origin) = (value, value, value)
  }

  @_noLocks
  mutating func go(to goal: Double, over length: Int, shape: FadeShape = .linear) {
    (origin, target, self.shape) = (value, goal, shape)
    frames = value == goal ? 0 : max(0, length)
    self.length = frames
    if frames == 0 { value = goal }
  }

  @_noLocks
  mutating func settle() { go(to: target, over: 0) }

  @_noLocks
  mutating func advance(_ count: Int) {
    if count >= frames { return settle() }
    if shape == .linear {
      value += (target - value) * Double(count) / Double(frames)
      frames -= count
    } else {
      frames -= count
      value = shape.value(from: origin, to: target, at: length - frames, of: length)
    }
  }

  /// The value `count` frames later.
  @_noLocks
  func value(after count: Int) -> Double {
    var later = self
    later.advance(count)
    return later.value
  }
}
