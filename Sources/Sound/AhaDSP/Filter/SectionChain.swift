import AhaBase
import CShims

/// Two sections in series, with their state and linear ramps of the coefficients.
struct SectionChain {
  typealias Lanes = SIMD4<Float>

  private var pair = SectionPair()
  private var target = SectionCoefficients()
  /// Elapsed and remaining frames of the ramp.
  private var elapsed = 0
  private var remaining = 0
  /// The designs that the target was computed from.
  private var wanted = (first: Section.passingOn(1), second: Section.passingOn(1))
  /// The second section passes its input on, so only the first one runs.
  private var isAlone = false
  private var isToBeAlone = false
  /// Only the poles of the first section ramp, not its output mix.
  private var keepsMix = true
  /// The states are those of another chain, for other designs perhaps.
  private var isCopy = false
  /// The frames of a call as pairs of samples, and the output of both sections as groups of four,
  /// two iterations later.
  private let inputs: Floats
  private let outputs: Floats
  /// Mask of the first section's lanes.
  private let isFirst: SIMDMask<SIMD4<Int32>>

  init(maxFrames: Int) {
    isFirst = SIMD4<Int32>(0, 1, 2, 3) .< 2
    let count = maxFrames + 2
    inputs = Floats(repeating: 0, count: 6 * count + 8)
    outputs = inputs + 2 * count + 8
  }

  func free() { inputs.deallocate() }

  var isMoving: Bool {
    @_noLocks get { remaining > 0 }
  }

  /// Decay of the slowest pole by 160 dB: 100 dB, and 60 dB for resonance and double poles.
  var tail: Int {
    @_noLocks get {
      let slowest = min(
        SectionChain.rate(wanted.first), SectionChain.rate(wanted.second))
      return Int(min(18.5 / slowest, 1e8)) + 64
    }
  }

  /// Frames until the states have settled: the slowest pole that is heard decays by 60 dB.
  var stateDecay: Int {
    @_noLocks get { max(stateDecay(of: wanted.first), stateDecay(of: wanted.second)) }
  }

  @_noLocks
  private func stateDecay(of section: Section) -> Int {
    section.passesOn ? 0 : Int(min(7 / SectionChain.rate(section), 1e8))
  }

  @_noLocks
  mutating func copyState(of other: SectionChain) {
    (pair, target, wanted) = (other.pair, other.target, other.wanted)
    (elapsed, remaining, keepsMix) = (other.elapsed, other.remaining, other.keepsMix)
    (isAlone, isToBeAlone) = (other.isAlone, other.isToBeAlone)
    isCopy = true
  }

  /// Decay rate of a section's slowest pole. Units: nepers per frame.
  @_noLocks
  private static func rate(_ section: Section) -> Float {
    let (g, k) = (section.warped, section.damping)
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
  mutating func aim(_ first: Section, second: Section, over frames: Int) {
    if isCopy { clearChanged(first, second: second) }
    if !first.mixes(as: wanted.first) { keepsMix = false }
    wanted = (first, second)
    isToBeAlone = second.passesOn
    target = SectionCoefficients(
      warped: lanes(first.warped, second: second.warped),
      damping: lanes(first.damping, second: second.damping),
      mix: (
        lanes(first.input, second: second.input), lanes(first.band, second: second.band),
        lanes(first.low, second: second.low)
      ))
    if frames > 0 {
      pair.coefficients = pair.coefficients.moved(
        by: pair.step, frames: Lanes(repeating: Float(elapsed)))
      pair.step = pair.coefficients.step(to: target, over: frames)
      (elapsed, remaining) = (0, frames)
      if !second.passesOn { isAlone = false }
    } else {
      settle()
    }
  }

  /// The states of another design may be far from those of the new one; silence never is.
  @_noLocks
  private mutating func clearChanged(_ first: Section, second: Section) {
    isCopy = false
    let keepsFirst = first.isSame(as: wanted.first)
    let keepsSecond = second.isSame(as: wanted.second)
    let factor = lanes(keepsFirst ? 1 : 0, second: keepsSecond ? 1 : 0)
    pair.s1 = pair.s1 * factor
    pair.s2 = pair.s2 * factor
  }

  @_noLocks @inline(__always)
  private func lanes(_ first: Float, second: Float) -> Lanes {
    Lanes(first, first, second, second)
  }

  @_noLocks
  private mutating func settle() {
    pair.coefficients = target
    pair.step = .still
    (elapsed, remaining) = (0, 0)
    keepsMix = true
    isAlone = isToBeAlone
  }

  @_noLocks
  mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let rest = frames - done
      if remaining == 0 {
        run(audio.advanced(by: done), frames: rest, moving: false)
        done = frames
      } else {
        let count = min(rest, remaining)
        run(audio.advanced(by: done), frames: count, moving: true)
        elapsed += count
        remaining -= count
        if remaining == 0 { settle() }
        done += count
      }
    }
    if !pair.isFinite { pair.clear() }
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, frames: Int, moving: Bool) {
    Interleave.stereo(audio.source, to: inputs, frames: frames)
    if isAlone {
      pair.runFirst(inputs, from: elapsed, frames: frames, keepsMix: keepsMix)
      Interleave.separate(inputs, every: 2, to: audio, frames: frames)
    } else {
      runBoth(frames, moving: moving)
      Interleave.separate(outputs + 10, every: 4, to: audio, frames: frames)
    }
  }

  /// The second section runs two frames late, so that its input is ready before it is needed: the
  /// first two and the last two iterations use half of the vector each. Pairs of samples pass
  /// through memory as 64-bit words, because the compiler splits vectors whose lanes are used
  /// separately.
  @_noLocks
  private mutating func runBoth(_ frames: Int, moving: Bool) {
    let first = min(frames, 2)
    let atFirst = (s1: pair.s1, s2: pair.s2)
    advance(0, end: first, moving: moving)
    pair.restoreStates(outside: isFirst, from: atFirst)
    advance(first, end: frames, moving: moving)
    let atLast = (s1: pair.s1, s2: pair.s2)
    advance(max(frames, 2), end: frames + 2, moving: moving)
    pair.restoreStates(outside: .!isFirst, from: atLast)
  }

  /// Runs both sections, from iteration `start` to `end`.
  @_noLocks
  private mutating func advance(
    _ start: Int, end: Int, moving: Bool
  ) {
    let input = inputs + 2 * start
    let output = outputs + 4 * start
    if moving {
      let time = Lanes(1, 1, -1, -1) + Lanes(repeating: Float(elapsed + start))
      pair.runMoving(input, to: output, from: time, frames: end - start)
    } else {
      pair.runSteady(input, to: output, frames: end - start)
    }
  }

  @_noLocks
  mutating func clear() { pair.clear() }

  @_noLocks
  mutating func reset() {
    pair.clear()
    settle()
  }
}
