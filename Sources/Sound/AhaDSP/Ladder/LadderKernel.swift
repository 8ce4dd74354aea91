import AhaBase
import CShims

/// Transistor-ladder filter: four one-pole low-passes in series with feedback, and saturation of
/// the sum that enters them, at twice the rate.
///
///     in -> up -> drive -> (+) -> curve -> pole -> pole -> pole -> pole -> low-pass -> down
///                           ^- k * fourth pole
///
/// The loop has no delay: the poles are trapezoidal, and the feedback is solved before the curve.
/// The input of the poles is at most 1, and each pole is stable for any sequence of cutoffs, so the
/// filter is stable under any modulation. k ends at 99 % of self-oscillation, so that every tail
/// ends. Band-pass and high-pass are sums of the poles' outputs.
///
/// Source: R. Moog, US patent 3475623, 1969; V. Zavalishin, The Art of VA Filter Design, 2018,
/// chapters 5 and 6.
public struct LadderKernel: TwinnedKernel {
  private enum Value {
    static var mode: Int { @_noLocks get { 0 } }
    static var cutoff: Int { @_noLocks get { 1 } }
    static var resonance: Int { @_noLocks get { 2 } }
    static var drive: Int { @_noLocks get { 3 } }
  }

  private let sampleRate: Float
  /// Weights of the input and of the four poles; G of a pole; k; drive.
  private var ramps = LinearRamps()
  private var state = shim_ladder_state()
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) { self.sampleRate = Float(sampleRate) }

  private static var lag: Int { @_noLocks @inline(__always) get { Int(SHIM_LADDER_LAG) } }

  public var latency: Int { @_noLocks get { LadderKernel.lag } }

  public func free() {}

  public var isNeutral: Bool { @_noLocks get { false } }

  public var stateDecay: Int { @_noLocks get { max(tail / 3, 2 * LadderKernel.lag) } }

  @_noLocks
  public mutating func copyState(of other: LadderKernel) {
    (ramps, state, tail) = (other.ramps, other.state, other.tail)
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let warped = shim_tan(.pi * min(values[Value.cutoff] / (2 * sampleRate), 0.45))
    let feedback = 3.96 * values[Value.resonance]
    var wanted = weights(values[Value.mode])
    wanted[5] = warped / (1 + warped)
    wanted[6] = feedback
    wanted[7] = Level.factor(db: values[Value.drive])
    ramps.go(to: wanted, over: frames)
    tail = tailFrames(warped, feedback: feedback)
  }

  /// Weights of the input and the poles. Band-pass: 4 p2 - 8 p3 + 4 p4, 0 dB at the cutoff without
  /// resonance; high-pass: the fourth difference.
  @_noLocks
  private func weights(_ mode: Float) -> SIMD8<Float> {
    if mode < 0.5 { return SIMD8(0, 0, 0, 0, 1, 0, 0, 0) }
    if mode < 1.5 { return SIMD8(0, 0, 4, -8, 4, 0, 0, 0) }
    return SIMD8(1, -4, 6, -4, 1, 0, 0, 0)
  }

  /// The slowest pole decays by 190 dB: 100 dB, the drive, the resonance, and the fourfold pole.
  @_noLocks
  private func tailFrames(_ g: Float, feedback: Float) -> Int {
    let root = shim_root(shim_root(feedback)) * 0.70710678
    let (damping, resonance) = (1 - root, root)
    let slow = (1 - g * damping) * (1 - g * damping) + g * g * resonance * resonance
    let fast = (1 + g * damping) * (1 + g * damping) + g * g * resonance * resonance
    let rate = max(0.5 * shim_log(fast / slow), 1e-7)
    return Int(min(11 / rate, 1e8)) + 64 + LadderKernel.lag
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(frames - done)
      let part = audio.advanced(by: done)
      run(part.source, to: part, count: count)
      ramps.advance(count)
      done += count
    }
    clearIfBroken()
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(frames - done)
      run(audio.advanced(by: done), to: nil, count: count)
      ramps.advance(count)
      done += count
    }
    clearIfBroken()
  }

  @_noLocks
  private mutating func clearIfBroken() {
    if !(state.poles.input.sum().magnitude < .infinity) { clear() }
  }

  @_noLocks
  private mutating func run(_ audio: StereoSource, to output: StereoTarget?, count: Int) {
    var run = shim_ladder_run()
    run.start = (ramps.start.lowHalf, ramps.start.highHalf)
    run.step = (ramps.step.lowHalf, ramps.step.highHalf)
    (run.time, run.moves) = (ramps.time[0], ramps.frames > 0)
    run.from_left = UnsafePointer(audio.left.base)
    run.from_right = UnsafePointer(audio.right.base)
    run.frames = count
    (run.left, run.right) = (output?.left.base, output?.right.base)
    shim_run_ladder(&run, &state)
  }

  @_noLocks
  private mutating func clear() { state = shim_ladder_state() }

  @_noLocks
  public mutating func reset() {
    clear()
    ramps.settle()
  }
}
