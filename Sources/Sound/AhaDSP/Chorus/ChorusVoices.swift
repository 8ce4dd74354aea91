import CShims

/// The moving delays of all voices of `ChorusKernel`, in frames.
///
/// Voice 0 is the chorus, voice 1 the flanger, voices 2 to 4 are the ensemble. Delays are computed
/// every `LowOscillator.run` frames and move linearly between.
struct ChorusVoices {
  typealias Delays = SIMD8<Float>

  /// Ensemble: cycles of the fast oscillator in one of the slow one, and its share of the depth.
  private static var fast: UInt32 { @_noLocks get { 8 } }
  private static var fastShare: Float { @_noLocks get { 0.15 } }

  private var oscillator: LowOscillator
  private let longest: Float
  private var center: Float = 0
  private var depth: Float = 0
  private(set) var left = Delays()
  private(set) var right = Delays()
  private(set) var leftStep = Delays()
  private(set) var rightStep = Delays()
  /// Frames of the run that were processed.
  private(set) var position = 0
  private var isNew = true
  /// Whether the delays of these voices are needed; of the chorus they always are.
  private var moves = (flanger: false, ensemble: false)

  init(sampleRate: Int, longest: Float) {
    oscillator = LowOscillator(sampleRate: sampleRate)
    self.longest = longest
  }

  /// Frames until the end of the run.
  var rest: Int { @_noLocks @inline(__always) get { LowOscillator.run - position } }

  /// - Parameters:
  ///   - center: Mean delay in frames.
  ///   - depth: Largest excursion in frames; limited, so that the delay stays in the line.
  @_noLocks
  mutating func aim(rate: Float, center: Float, depth: Float) {
    oscillator.setRate(hertz: rate)
    self.center = max(center, FractionalLine.shortest)
    let maxDepth = min(self.center - FractionalLine.shortest, longest - self.center)
    self.depth = min(depth, maxDepth)
  }

  /// Starts a run if the last one has ended. Voices that are not needed have the central delay.
  @_noLocks
  mutating func begin(flanger: Bool, ensemble: Bool) {
    guard position == 0 else { return }
    moves = (flanger, ensemble)
    if isNew { (left, right) = (delays(0), delays(0x4000_0000)) }
    isNew = false
    oscillator.advance(LowOscillator.run)
    let share = 1 / Float(LowOscillator.run)
    leftStep = (delays(0) - left) * share
    rightStep = (delays(0x4000_0000) - right) * share
  }

  @_noLocks @inline(__always)
  mutating func advance(_ frames: Int) {
    position += frames
    guard position == LowOscillator.run else { return }
    left += leftStep * Float(LowOscillator.run)
    right += rightStep * Float(LowOscillator.run)
    position = 0
  }

  @_noLocks
  mutating func reset() {
    oscillator.phase = 0
    restart()
  }

  /// The next run begins at the delays of the present phase.
  @_noLocks
  mutating func restart() { (position, isNew) = (0, true) }

  /// The delays at the current phase plus an offset.
  @_noLocks
  private func delays(_ offset: UInt32) -> Delays {
    let phase = oscillator.phase &+ offset
    let third: UInt32 = 0x5555_5555
    let slow = LowOscillator.sine(SIMD4(phase, phase &+ third, phase &+ 2 &* third, 0))
    var delays = Delays(repeating: center)
    delays[0] = center + depth * slow[0]
    if moves.flanger { delays[1] = flanger(slow[0]) }
    guard moves.ensemble else { return delays }
    let quick = phase &* ChorusVoices.fast
    let fast = LowOscillator.sine(SIMD4(quick, quick &+ third, quick &+ 2 &* third, 0))
    let ensemble = (slow + (fast - slow) * ChorusVoices.fastShare) * depth + center
    (delays[2], delays[3], delays[4]) = (ensemble[0], ensemble[1], ensemble[2])
    return delays
  }

  /// Moves in equal ratios between the same bounds.
  @_noLocks
  private func flanger(_ wave: Float) -> Float {
    let (low, high) = (center - depth, center + depth)
    return low * shim_power(high / low, 0.5 + 0.5 * wave)
  }
}
