/// Up to eight values that ramp linearly together.
///
/// The value at a frame is computed in closed form, so kernels can process frames in groups of any
/// size. As in `Ramp`, the first frame of a ramp has moved by one step.
struct LinearRamps {
  typealias Lanes = SIMD4<Float>

  private(set) var start = SIMD8<Float>()
  private(set) var step = SIMD8<Float>()
  private(set) var target = SIMD8<Float>()
  private var elapsed = 0
  /// Remaining frames; 0: the values are the target.
  private(set) var frames = 0

  @_noLocks
  init() {}

  /// The values at the last frame that was processed.
  var current: SIMD8<Float> {
    @_noLocks get { start + step * Float(elapsed) }
  }

  @_noLocks
  mutating func go(to wanted: SIMD8<Float>, over length: Int) {
    let value = current
    target = wanted
    guard length > 0, value != wanted else { return settle() }
    (start, step) = (value, (wanted - value) / Float(length))
    (elapsed, frames) = (0, length)
  }

  @_noLocks
  mutating func settle() {
    (start, step) = (target, SIMD8())
    (elapsed, frames) = (0, 0)
  }

  /// Frames until the ramp ends, at most `limit`.
  @_noLocks @inline(__always)
  func segment(_ limit: Int) -> Int { frames > 0 ? min(limit, frames) : limit }

  /// Moves on. Precondition: count <= segment(count).
  @_noLocks @inline(__always)
  mutating func advance(_ count: Int) {
    guard frames > 0 else { return }
    (elapsed, frames) = (elapsed + count, frames - count)
    if frames == 0 { settle() }
  }

  /// Elapsed frames at the next four frames.
  var time: Lanes {
    @_noLocks @inline(__always) get { Lanes(1, 2, 3, 4) + Lanes(repeating: Float(elapsed)) }
  }

  /// One value at four frames.
  @_noLocks @inline(__always)
  func lanes(_ index: Int, at time: Lanes) -> Lanes {
    Lanes(repeating: start[index]) + time * Lanes(repeating: step[index])
  }

  /// All values at one frame.
  @_noLocks @inline(__always)
  func values(at time: Float) -> SIMD8<Float> { start + step * time }
}
