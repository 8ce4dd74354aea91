import AhaBase
import CShims

/// Two sections in series, with their state and linear ramps of the coefficients.
struct SectionChain {
  typealias Lanes = SIMD4<Float>

  private var pair = SectionPair()
  private var target = SectionCoefficients.passing
  /// Elapsed and remaining frames of the ramp.
  private var elapsed = 0
  private var remaining = 0
  /// The designs that the target was computed from.
  private var wanted = (first: Section.passingOn(1), second: Section.passingOn(1))
  /// The second section passes its input on, so only the first one runs.
  private var isAlone = false
  private var isToBeAlone = false
  /// The states are those of another chain, for other designs perhaps.
  private var isCopy = false

  init() { pair.coefficients = .passing }

  var isMoving: Bool {
    @_noLocks get { remaining > 0 }
  }

  /// Decay of the slowest pole by 160 dB: 100 dB, and 60 dB for resonance and double poles.
  var tail: Int {
    @_noLocks get {
      let slowest = min(
        SectionChain.rate(wanted.first), SectionChain.rate(wanted.second))
      return (slowest > 18.5e-8 ? Int(18.5 / slowest) : 100_000_000) + 64
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
    (elapsed, remaining) = (other.elapsed, other.remaining)
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
    pair.step = SectionCoefficients()
    (elapsed, remaining) = (0, 0)
    isAlone = isToBeAlone
  }

  @_noLocks
  mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let rest = frames - done
      if remaining == 0 {
        run(audio.advanced(by: done), frames: rest, moves: false)
        done = frames
      } else {
        let count = min(rest, remaining)
        run(audio.advanced(by: done), frames: count, moves: true)
        elapsed += count
        remaining -= count
        if remaining == 0 { settle() }
        done += count
      }
    }
    if !pair.isFinite { pair.clear() }
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, frames: Int, moves: Bool) {
    let (left, right) = (audio.left.base, audio.right.base)
    if isAlone {
      shim_run_section(&pair, moves, Float(elapsed), left, right, frames)
    } else {
      shim_run_sections(&pair, moves, Float(elapsed), left, right, frames)
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
