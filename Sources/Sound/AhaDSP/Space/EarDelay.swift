import AhaBase
import CShims

/// Delays one of two channels by a part of a millisecond: the delay between the ears.
///
/// An effect as those of a host. Its only parameter is the delay of the left channel in frames; a
/// negative one delays the right channel. The delay glides to a new value with a time constant of
/// `glide` frames, so it causes no step. A delay of 0 does not change the samples.
/// Source of the interpolation: Lagrange polynomials of third order, J. O. Smith, Physical Audio
/// Signal Processing.
public enum EarDelay {
  /// Frames at 192 kHz, above the 0.66 ms of a head.
  static let longest: Float = 150
  private static var glide: Float { @_noLocks get { 400 } }
  private static var mask: Int { @_noLocks get { 255 } }

  /// Shape: two rings of `mask` + 1 samples.
  private struct State {
    var delay: Float
    var position = 0
    /// The next frame begins at the wanted delay.
    var isFresh = true
    let rings: Floats
  }

  /// Errors: `outOfMemory`.
  public static func process(delay: Float) throws(AhaError) -> HostProcess {
    let rings = try DelayMemory.allocate(2 * (mask + 1))
    let state = Reference(holding: State(delay: delay, rings: rings))
    let spec = ParameterSpec(
      "delay", title: "Delay", unit: .none, range: -longest...longest, standard: delay,
      smoothingMs: 0)
    return HostProcess(
      name: "ears", parameters: [(ParameterTexts(name: "delay", title: "Delay"), spec)],
      latency: 0, tail: Int(longest), settling: Int(longest) + 4,
      process: { state, left, right, frames, values in
        guard let state, let left, let right, let values else { return -1 }
        let audio = StereoTarget(
          left: Floats(left, count: Int(frames)), right: Floats(right, count: Int(frames)))
        EarDelay.run(
          Reference(state), audio: audio, frames: Int(frames), wanted: values[0])
        return 0
      },
      reset: { EarDelay.reset($0.map { Reference($0) }) },
      userData: state.context,
      destroy: {
        free(rings.base)
        state.deallocate()
      })
  }

  @_noLocks
  private static func reset(_ state: Reference<State>?) {
    guard let state else { return }
    state.value.isFresh = true
    state.value.rings.clear()
  }

  @_noLocks
  private static func run(
    _ state: Reference<State>, audio: StereoTarget, frames: Int, wanted: Float
  ) {
    if state.value.isFresh { state.value.delay = wanted }
    state.value.isFresh = false
    let (left, right) = (state.value.rings, state.value.rings + mask + 1)
    var delay = state.value.delay
    var position = state.value.position
    for frame in 0..<frames {
      delay += (wanted - delay) / glide
      if (wanted - delay).magnitude < 1e-3 { delay = wanted }
      left[position] = audio.left[frame]
      right[position] = audio.right[frame]
      if delay > 0 { audio.left[frame] = read(left, at: position, delay: delay) }
      if delay < 0 { audio.right[frame] = read(right, at: position, delay: -delay) }
      position = (position + 1) & mask
    }
    state.value.delay = delay
    state.value.position = position
  }

  /// The sample `delay` frames before a position: between the middle two of four frames, or for a
  /// delay below 1, between the last two.
  @_noLocks
  private static func read(_ ring: Floats, at position: Int, delay: Float) -> Float {
    let whole = Int(max(0, min(delay, 150)))
    let newest = max(0, whole - 1)
    let t = delay - Float(newest)
    let x0 = ring[(position - newest) & mask]
    let x1 = ring[(position - newest - 1) & mask]
    let x2 = ring[(position - newest - 2) & mask]
    let x3 = ring[(position - newest - 3) & mask]
    let (t1, t2, t3) = (t - 1, t - 2, t - 3)
    let outer = t1 * t2 * (t * x3 - t3 * x0) * (1.0 / 6)
    return outer + t * t3 * (t2 * x1 - t1 * x2) * 0.5
  }
}
