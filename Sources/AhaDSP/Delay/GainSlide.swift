import CShims

/// Up to eight factors on their way to other ones together, in equal steps, one a frame.
///
/// As `Ramp`: the values move before they are used, and the last frame is the target exactly.
struct GainSlide {
  private(set) var value = SIMD8<Float>()
  private(set) var target = SIMD8<Float>()
  private(set) var step = SIMD8<Float>()
  /// Frames to go; 0 when the values are the target.
  private(set) var frames = 0

  @_noLocks
  mutating func go(to wanted: SIMD8<Float>, over length: Int) {
    target = wanted
    frames = value == wanted ? 0 : max(length, 0)
    if frames == 0 {
      settle()
    } else {
      step = (wanted - value) / Float(frames)
    }
  }

  @_noLocks
  mutating func settle() {
    value = target
    step = SIMD8()
    frames = 0
  }

  /// Moves on; `reached` is the value that a kernel came to by adding `step` `count` times.
  /// Precondition: count <= frames.
  @_noLocks
  mutating func advance(_ count: Int, reached: SIMD8<Float>) {
    frames -= count
    value = reached
    if frames == 0 { settle() }
  }
}

/// How a wet signal is mixed with the dry one.
///
/// Equal power: both are factors of a quarter circle, so that signals that have nothing in common,
/// as an echo and what is played over it, keep their loudness all the way. Exact at both ends.
enum DryWet {
  @_noLocks
  static func dry(_ mix: Float) -> Float { shim_sin((1 - mix) * (.pi / 2)) }

  @_noLocks
  static func wet(_ mix: Float) -> Float { shim_sin(mix * (.pi / 2)) }
}
