/// A linear ramp that is read only now and then, not at every frame.
struct Glide {
  private(set) var target: Float = 0
  private var step: Float = 0
  private var remaining = 0

  var value: Float {
    @_noLocks get { target - step * Float(remaining) }
  }

  var isResting: Bool {
    @_noLocks get { remaining == 0 }
  }

  @_noLocks
  mutating func go(to newTarget: Float, over frames: Int) {
    step = frames > 0 ? (newTarget - value) / Float(frames) : 0
    remaining = max(frames, 0)
    target = newTarget
  }

  @_noLocks
  mutating func advance(_ frames: Int) { remaining = max(0, remaining - frames) }

  @_noLocks
  mutating func settle() { remaining = 0 }
}
