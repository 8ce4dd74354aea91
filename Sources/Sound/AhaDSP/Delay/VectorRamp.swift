import CShims

/// Up to eight values that ramp linearly together, one step a frame.
///
/// As `Ramp`: each frame adds the step before it uses the value; the last frame is the exact
/// target.
struct VectorRamp {
  private(set) var value = SIMD8<Float>()
  private(set) var target = SIMD8<Float>()
  private(set) var step = SIMD8<Float>()
  /// Remaining frames; 0: the values are the target.
  private(set) var frames = 0

  /// The first value, a kernel's gain of the dry signal, rests at 1.
  var isDry: Bool {
    @_noLocks get { frames == 0 ? value[0] == 1 : false }
  }

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

  /// Moves on. `reached` is the value after the kernel has added `step` `count` times.
  /// Precondition: count <= frames.
  @_noLocks
  mutating func advance(_ count: Int, reached: SIMD8<Float>) {
    frames -= count
    value = reached
    if frames == 0 { settle() }
  }
}

/// Dry/wet mix with equal power: the gains follow a quarter circle, so that uncorrelated signals,
/// such as an echo and a new sound, keep their loudness. Exact at both ends.
enum DryWet {
  @_noLocks
  static func dry(_ mix: Float) -> Float { shim_sin((1 - mix) * (.pi / 2)) }

  @_noLocks
  static func wet(_ mix: Float) -> Float { shim_sin(mix * (.pi / 2)) }
}
