import AhaBase
import CShims

/// Reduces the sample rate by sample and hold, and the resolution by rounding. Neither is filtered:
/// images and aliases are the effect.
///
/// The step is 2 to the power of 1 - bits; values are rounded to the nearest step (mid-tread), so
/// silence stays silent. At a rate of the engine's or more, no sample is held. A new resolution is
/// crossfaded.
///
/// Source: U. Zölzer, DAFX, 2011, chapter 4 (quantization); J. O. Smith, Digital audio resampling
/// home page (sample and hold).
public struct CrusherKernel: TwinnedKernel {
  private static var chunk: Int { @_noLocks get { 64 } }

  private let sampleRate: Float
  /// Mix, and the share of the new resolution.
  private var ramps = LinearRamps()
  /// Steps per unit, of the former and of the new resolution.
  private var before: Float = 1
  private var after: Float = 1
  private var holder = shim_holder()
  private var holdsNone = true
  private let left, right: Floats

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    holder.is_empty = true
    left = Floats(repeating: 0, count: 2 * CrusherKernel.chunk)
    right = left + CrusherKernel.chunk
  }

  public func free() { left.deallocate() }

  /// One held sample.
  public var tail: Int {
    @_noLocks get { holdsNone ? 0 : Int(0x1p32 / Float(max(holder.step, 1))) + 1 }
  }

  public var isNeutral: Bool {
    @_noLocks get { ramps.frames == 0 ? ramps.target[0] == 0 : false }
  }

  public var stateDecay: Int {
    @_noLocks get { tail }
  }

  @_noLocks
  public mutating func copyState(of other: CrusherKernel) {
    (ramps, before, after) = (other.ramps, other.before, other.after)
    (holder, holdsNone) = (other.holder, other.holdsNone)
  }

  /// Values in the registry's order: bits, rate, mix.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let steps = shim_power(2, values[0] - 1)
    if steps != after {
      (before, after) = (after, steps)
      ramps.go(to: SIMD8(ramps.current[0], 0, 0, 0, 0, 0, 0, 0), over: 0)
    }
    ramps.go(to: SIMD8(values[2], 1, 0, 0, 0, 0, 0, 0), over: frames)
    holdsNone = values[1] >= sampleRate
    holder.step = holdsNone ? 0 : UInt32(values[1] / sampleRate * 0x1p32)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let limit = holdsNone ? frames : CrusherKernel.chunk
      let count = ramps.segment(min(frames - done, limit))
      crush(audio.advanced(by: done), count: count)
      ramps.advance(count)
      done += count
    }
  }

  @_noLocks
  private mutating func crush(_ audio: StereoTarget, count: Int) {
    let (toLeft, toRight, run) = (audio.left.base, audio.right.base, crusher)
    if holdsNone {
      (holder.left, holder.right) = (audio.left[count - 1], audio.right[count - 1])
      shim_crush(run, toLeft, toLeft, count)
      shim_crush(run, toRight, toRight, count)
    } else {
      shim_hold(&holder, toLeft, toRight, left.base, right.base, count)
      shim_crush(run, left.base, toLeft, count)
      shim_crush(run, right.base, toRight, count)
    }
  }

  private var crusher: shim_crusher {
    @_noLocks get {
      var crusher = shim_crusher()
      (crusher.before, crusher.after) = (before, after)
      (crusher.mix, crusher.mix_step) = (ramps.start[0], ramps.step[0])
      (crusher.share, crusher.share_step) = (ramps.start[1], ramps.step[1])
      (crusher.time, crusher.moves) = (ramps.time[0], ramps.frames > 0)
      return crusher
    }
  }

  @_noLocks
  public mutating func reset() {
    ramps.settle()
    (holder.phase, holder.is_empty, holder.left, holder.right) = (0, true, 0, 0)
  }
}
