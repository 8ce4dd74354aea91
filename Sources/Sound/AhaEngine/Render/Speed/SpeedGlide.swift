/// A linear ramp of a speed or of a factor of a speed.
struct SpeedGlide: BitwiseCopyable {
  private(set) var value: Double
  private(set) var target: Double
  /// Remaining frames.
  private(set) var frames = 0

  @_noLocks
  init(_ value: Double) {
    self.value = value
    target = value
  }

  @_noLocks
  mutating func go(to goal: Double, over length: Int) {
    target = goal
    frames = value == goal ? 0 : max(0, length)
    if frames == 0 { value = goal }
  }

  @_noLocks
  mutating func settle() { go(to: target, over: 0) }

  @_noLocks
  mutating func advance(_ count: Int) {
    if count >= frames { return settle() }
    value += (target - value) * Double(count) / Double(frames)
    frames -= count
  }

  /// The value `count` frames later.
  @_noLocks
  func value(after count: Int) -> Double {
    var later = self
    later.advance(count)
    return later.value
  }
}
