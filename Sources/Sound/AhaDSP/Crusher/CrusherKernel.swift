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
  typealias Lanes = SIMD4<Float>

  private static var chunk: Int { @_noLocks get { 64 } }

  private let sampleRate: Float
  /// Mix, and the share of the new resolution.
  private var ramps = LinearRamps()
  /// Steps per unit, of the former and of the new resolution.
  private var before: Float = 1
  private var after: Float = 1
  /// 2^32 is one held sample.
  private var phase: UInt32 = 0
  private var step: UInt32 = 0
  private var holdsNone = true
  private var isFirst = true
  private var held = SIMD2<Float>()
  private let left, right: Floats

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    left = Floats(repeating: 0, count: 2 * CrusherKernel.chunk)
    right = left + CrusherKernel.chunk
  }

  public func free() { left.deallocate() }

  /// One held sample.
  public var tail: Int {
    @_noLocks get { holdsNone ? 0 : Int(0x1p32 / Float(max(step, 1))) + 1 }
  }

  public var isNeutral: Bool {
    @_noLocks get { ramps.frames == 0 ? ramps.target[0] == 0 : false }
  }

  public var stateDecay: Int {
    @_noLocks get { tail }
  }

  @_noLocks
  public mutating func copyState(of other: CrusherKernel) {
    (ramps, before, after, held) = (other.ramps, other.before, other.after, other.held)
    (phase, step, holdsNone, isFirst) = (other.phase, other.step, other.holdsNone, other.isFirst)
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
    step = holdsNone ? 0 : UInt32(values[1] / sampleRate * 0x1p32)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(min(frames - done, CrusherKernel.chunk))
      let part = audio.advanced(by: done)
      hold(part, count: count)
      round(part, count: count)
      ramps.advance(count)
      done += count
    }
  }

  @_noLocks
  private mutating func hold(_ audio: StereoTarget, count: Int) {
    if holdsNone {
      left.copy(audio.left.prefix(count))
      right.copy(audio.right.prefix(count))
      held = SIMD2(left[count - 1], right[count - 1])
      return
    }
    for frame in 0..<count {
      let next = phase &+ step
      if next < phase || isFirst {
        held = SIMD2(audio.left[frame], audio.right[frame])
      }
      phase = isFirst ? 0 : next
      isFirst = false
      left[frame] = held[0]
      right[frame] = held[1]
    }
  }

  @_noLocks
  private func round(_ audio: StereoTarget, count: Int) {
    var time = ramps.time
    for frame in stride(from: 0, to: count, by: 4) {
      let (mix, share) = (ramps.lanes(0, at: time), ramps.lanes(1, at: time))
      mixed(left + frame, to: audio.left + frame, count: count - frame, mix: mix, share: share)
      mixed(right + frame, to: audio.right + frame, count: count - frame, mix: mix, share: share)
      time = time + Lanes(repeating: 4)
    }
  }

  @_noLocks @inline(__always)
  private func mixed(_ source: Floats, to target: Floats, count: Int, mix: Lanes, share: Lanes) {
    let (dry, sample) = (load4(target, upTo: count), load4(source))
    let (old, new) = (rounded(sample, steps: before), rounded(sample, steps: after))
    store4(dry + (old + (new - old) * share - dry) * mix, to: target, upTo: count)
  }

  /// Values of 2^22 steps and more have no fraction that is worth rounding.
  @_noLocks @inline(__always)
  private func rounded(_ x: Lanes, steps: Float) -> Lanes {
    let (scaled, magic) = (x * Lanes(repeating: steps), Lanes(repeating: 0x1.8p23))
    let whole = (scaled + magic) - magic
    let fits = scaled.absolute .< Lanes(repeating: 0x1p22)
    return scaled.replacing(with: whole, where: fits) * Lanes(repeating: 1 / steps)
  }

  @_noLocks
  public mutating func reset() {
    ramps.settle()
    (phase, isFirst, held) = (0, true, SIMD2())
  }
}
