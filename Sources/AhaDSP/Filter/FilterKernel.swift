import AhaBase
import CShims

/// State-variable filter: low-pass, high-pass, band-pass and notch, of one section or two in series.
///
/// 12 dB an octave is the first section, and the second one passes its input on. At 24 dB the gain of
/// low-pass and high-pass at the cutoff is the resonance as well (0.7071: Butterworth, -3 dB), and
/// band-pass and notch keep the width between their half-power points. Band-pass is 0 dB in its middle.
///
/// Source: `SectionCoefficients`.
public struct FilterKernel: Kernel {
  typealias Lanes = SIMD4<Float>

  /// The order of the registry.
  enum Value { static let type = 0, slope = 1, cutoff = 2, resonance = 3 }

  private let sampleRate: Float
  private var pair = SectionPair()
  private var target = SectionCoefficients()
  /// Frames since the coefficients began to move, and until they are the target.
  private var elapsed = 0
  private var remaining = 0
  private var warped: Float = 1
  private var damping = Lanes(repeating: 1)
  private var isSteep = false
  /// The frames of a call, and what both sections made of them two iterations later.
  private let inputs: UnsafeMutablePointer<SIMD2<Float>>
  private let outputs: UnsafeMutablePointer<SIMD2<Float>>
  /// The lanes of the first section.
  private var isFirst: SIMDMask<SIMD4<Int32>>

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    isFirst = SIMD4<Int32>(0, 1, 2, 3) .< 2
    let count = FilterKernel.mostFrames + 2
    let pairs = UnsafeMutablePointer<SIMD2<Float>>.allocate(capacity: 3 * count + 4)
    pairs.initialize(repeating: SIMD2(), count: 3 * count + 4)
    inputs = pairs
    outputs = pairs + count + 4
  }

  public func free() { inputs.deallocate() }

  public var latency: Int {
    @_noLocks get { 0 }
  }

  public var isNeutral: Bool {
    @_noLocks get { false }
  }

  /// The slowest pole's way down 100 dB, and 60 dB for what a resonance and equal poles hold on to.
  public var tail: Int {
    @_noLocks get {
      let slowest = isSteep ? min(rate(damping[0]), rate(damping[2])) : rate(damping[0])
      return Int(min(18.5 / slowest, 1e8)) + 64
    }
  }

  /// How fast the longest pole of a section decays, in nepers a frame.
  @_noLocks
  private func rate(_ k: Float) -> Float {
    let g = warped
    if k < 2 {
      let radius = (1 - k * g + g * g) / (1 + k * g + g * g)
      return max(-0.5 * shim_log(radius), 1e-7)
    }
    let pole = g * 0.5 * (k - shim_root(k * k - 4))
    let inverse = 1 / max(g * 0.5 * (k + shim_root(k * k - 4)), 1e-7)
    let slow = min(pole, inverse)
    return max(-shim_log((1 - slow) / (1 + slow)), 1e-7)
  }

  @_noLocks
  public mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    retarget(values)
    if frames > 0 {
      let now = remaining > 0 ? Float(elapsed) : 0
      pair.coefficients = pair.coefficients.moved(by: pair.step, Lanes(repeating: now))
      pair.step = pair.coefficients.step(to: target, over: frames)
      (elapsed, remaining) = (0, frames)
    } else {
      settle()
    }
  }

  @_noLocks
  private mutating func settle() {
    pair.coefficients = target
    (elapsed, remaining) = (0, 0)
  }

  @_noLocks
  private mutating func retarget(_ values: UnsafePointer<Float>) {
    let cutoff = min(values[2], 0.49 * sampleRate)
    isSteep = values[1] >= 0.5
    let type = values[0]
    damping = dampings(resonance: values[3], hasOneMiddle: type >= 1.5, isNotch: type >= 2.5)
    let g = SectionCoefficients.tangent(Lanes(repeating: .pi * cutoff / sampleRate))
    warped = g[0]
    var mix = mix(type)
    if !isSteep {
      mix.input.highHalf = SIMD2(repeating: 1)
      mix.band.highHalf = SIMD2()
      mix.low.highHalf = SIMD2()
    }
    target = SectionCoefficients(warped: g, damping: damping, mix: mix)
  }

  /// 1 / Q of the two sections.
  @_noLocks
  private func dampings(resonance q: Float, hasOneMiddle: Bool, isNotch: Bool) -> Lanes {
    let single = 1 / q
    if !hasOneMiddle {
      // The two Q of a Butterworth filter of fourth order, times what makes their product q.
      let share = shim_root(0.70710678 * single)
      let first = isSteep ? share / 0.54119610 : single
      return Lanes(first, first, share / 1.30656296, share / 1.30656296)
    }
    // Half of -3 dB in each section at the half-power points of the single section.
    let narrower = single / (isNotch ? 1.55377397 : 0.64359425)
    let first = isSteep ? narrower : single
    return Lanes(first, first, narrower, narrower)
  }

  @_noLocks
  private func mix(_ type: Float) -> (input: Lanes, band: Lanes, low: Lanes) {
    let one = Lanes(repeating: 1)
    if type < 0.5 { return (Lanes(), Lanes(), one) }
    if type < 1.5 { return (one, -damping, -one) }
    if type < 2.5 { return (Lanes(), damping, Lanes()) }
    return (one, -damping, Lanes())
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let rest = frames - done
      if remaining == 0 {
        run(audio.advanced(by: done), rest, moving: false)
        done = frames
      } else {
        let count = min(rest, remaining)
        run(audio.advanced(by: done), count, moving: true)
        elapsed += count
        remaining -= count
        if remaining == 0 { settle() }
        done += count
      }
    }
    if !pair.isFinite { pair.clear() }
  }

  /// The second section is two frames behind, so that its input is there long before it is needed:
  /// the first two frames and the last two are half a vector each. Pairs of samples go through memory
  /// as whole words, because the compiler takes vectors apart whose lanes are used one by one.
  @_noLocks
  private mutating func run(_ audio: StereoTarget, _ frames: Int, moving: Bool) {
    let first = min(frames, 2)
    for frame in 0..<frames {
      inputs[frame] = SIMD2(audio.left[frame], audio.right[frame])
    }
    let atFirst = (s1: pair.s1, s2: pair.s2)
    advance(0, first, moving: moving)
    pair.keep(only: isFirst, since: atFirst)
    advance(first, frames, moving: moving)
    let atLast = (s1: pair.s1, s2: pair.s2)
    advance(max(frames, 2), frames + 2, moving: moving)
    pair.keep(only: .!isFirst, since: atLast)
    for frame in 0..<frames {
      audio.left[frame] = outputs[2 * frame + 5][0]
      audio.right[frame] = outputs[2 * frame + 5][1]
    }
  }

  /// Both sections, from iteration `start` to `end`.
  @_noLocks
  private mutating func advance(
    _ start: Int, _ end: Int, moving: Bool
  ) {
    let input = UnsafeRawPointer(inputs + start)
    let output = UnsafeMutableRawPointer(outputs + 2 * start)
    if moving {
      let time = Lanes(1, 1, -1, -1) + Lanes(repeating: Float(elapsed + start))
      pair.runMoving(input, output, from: time, frames: end - start)
    } else {
      pair.runSteady(input, output, frames: end - start)
    }
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {}

  @_noLocks
  public mutating func reset() {
    pair.clear()
    settle()
  }
}
