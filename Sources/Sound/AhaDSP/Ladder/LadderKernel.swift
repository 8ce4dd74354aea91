import AhaBase
import CShims

/// Transistor-ladder filter: four one-pole low-passes in series with feedback, and saturation of
/// the sum that enters them.
///
///     in -> drive -> (+) -> tanh -> pole -> pole -> pole -> pole -> low-pass
///                     ^- k * fourth pole
///
/// The loop has no delay: the poles are trapezoidal, and the feedback is solved before the tanh.
/// The input of the poles is at most 1, and each pole is stable for any sequence of cutoffs, so the
/// filter is stable under any modulation. k ends at 99 % of self-oscillation, so that every tail
/// ends. Band-pass and high-pass are sums of the poles' outputs.
///
/// Source: R. Moog, US patent 3475623, 1969; V. Zavalishin, The Art of VA Filter Design, 2018,
/// chapters 5 and 6.
public struct LadderKernel: TwinnedKernel {
  /// Lanes: left and right, twice.
  typealias Lanes = SIMD4<Float>

  private enum Value {
    static var mode: Int { @_noLocks get { 0 } }
    static var cutoff: Int { @_noLocks get { 1 } }
    static var resonance: Int { @_noLocks get { 2 } }
    static var drive: Int { @_noLocks get { 3 } }
  }

  private let sampleRate: Float
  /// Weights of the input and of the four poles; G of a pole; k; drive.
  private var ramps = LinearRamps()
  private var poles = (Lanes(), Lanes(), Lanes(), Lanes())
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) { self.sampleRate = Float(sampleRate) }

  public func free() {}

  public var isNeutral: Bool { @_noLocks get { false } }

  public var stateDecay: Int { @_noLocks get { tail / 3 } }

  @_noLocks
  public mutating func copyState(of other: LadderKernel) {
    (ramps, poles, tail) = (other.ramps, other.poles, other.tail)
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let warped = shim_tan(.pi * min(values[Value.cutoff] / sampleRate, 0.45))
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
    return Int(min(22 / rate, 1e8)) + 64
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = ramps.segment(frames - done)
      run(audio.advanced(by: done), count: count)
      ramps.advance(count)
      done += count
    }
    if !((poles.0 + poles.1 + poles.2 + poles.3).sum().magnitude < .infinity) { clear() }
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, count: Int) {
    var (s1, s2, s3, s4) = poles
    let time = ramps.time[0]
    for frame in 0..<count {
      let value = ramps.values(at: time + Float(frame))
      let (g, k) = (value[5], value[6])
      let rest = 1 - g
      let sum = (((s1 * g + s2) * g + s3) * g + s4) * rest
      let square = g * g
      let x = Lanes(audio.left[frame], audio.right[frame], 0, 0) * value[7]
      let input = Sigmoid.tanh((x - sum * k) * (1 / (1 + k * square * square)))
      let p1 = input * g + s1 * rest
      let p2 = p1 * g + s2 * rest
      let p3 = p2 * g + s3 * rest
      let p4 = p3 * g + s4 * rest
      (s1, s2, s3, s4) = (p1 + p1 - s1, p2 + p2 - s2, p3 + p3 - s3, p4 + p4 - s4)
      let near = input * value[0] + p1 * value[1]
      let far = p2 * value[2] + p3 * value[3] + p4 * value[4]
      let output = near + far
      audio.left[frame] = output[0]
      audio.right[frame] = output[1]
    }
    poles = (s1, s2, s3, s4)
  }

  @_noLocks
  private mutating func clear() { poles = (Lanes(), Lanes(), Lanes(), Lanes()) }

  @_noLocks
  public mutating func reset() {
    clear()
    ramps.settle()
  }
}
