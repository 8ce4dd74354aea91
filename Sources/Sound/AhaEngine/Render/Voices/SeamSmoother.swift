import AhaBase
import AhaDSP

/// Smooths the steps of loop jumps in a signal that arrives in blocks.
struct SeamSmoother {
  private var tail: (left: [Float], right: [Float]) = ([], [])
  private var ramp = Ramp(0)
  private var stepLeft: Float = 0
  private var stepRight: Float = 0
  private var hasJumped = false

  /// Forgets the past samples: the next block does not continue them.
  mutating func reset() {
    tail = ([], [])
    ramp.jump(to: 0)
    hasJumped = false
  }

  /// Marks a jump right before the next block.
  mutating func jump() { hasJumped = true }

  /// Adds the remaining correction of a step to a block. `right` may be the same plane as `left`.
  mutating func pass(left: Floats, right: Floats, frames: Int, ramp length: Int) {
    guard frames > 0 else { return }
    if hasJumped { begin(left: left, right: right, frames: frames, over: length) }
    hasJumped = false
    remember(left: left, right: right, frames: frames)
    add(left: left, right: right, frames: frames)
  }

  private mutating func begin(left: Floats, right: Floats, frames: Int, over length: Int) {
    let rest = ramp.value
    stepLeft = stepLeft * rest + step(tail.left, head: left, count: frames)
    stepRight = stepRight * rest + step(tail.right, head: right, count: frames)
    guard stepLeft != 0 || stepRight != 0 else { return }
    ramp.jump(to: 1)
    ramp.go(to: 0, over: length)
  }

  private func step(_ tail: [Float], head: Floats, count: Int) -> Float {
    tail.withBuffer { Seam.step(from: $0, to: head.prefix(count)) }
  }

  /// Stores the source's last samples before smoothing.
  private mutating func remember(left: Floats, right: Floats, frames: Int) {
    let count = min(frames, Seam.maxSamples)
    tail.left = left.prefix(frames).suffix(count).array
    tail.right = right.prefix(frames).suffix(count).array
  }

  private mutating func add(left: Floats, right: Floats, frames: Int) {
    guard !ramp.isSteady else { return }
    let count = min(frames, ramp.frames)
    var value = ramp.value
    for frame in 0..<count {
      value += ramp.step
      left[frame] += stepLeft * value
      if right != left { right[frame] += stepRight * value }
    }
    ramp.advance(count, reached: value)
  }
}
