import CShims

/// The moving delays of all voices of `ChorusKernel`.
///
/// Voice 0 is the chorus, voice 1 the flanger, voices 2 to 4 are the ensemble. Delays are computed
/// every `LowOscillator.run` frames and move linearly between.
/// Units: see `FractionalLine`.
struct ChorusVoices {
  typealias Delays = SIMD8<Int64>

  /// Ensemble: cycles of the fast oscillator in one of the slow one, and its share of the depth.
  private static var fast: UInt32 { @_noLocks get { 8 } }
  private static var fastShare: Float { @_noLocks get { 0.15 } }

  private var oscillator: LowOscillator
  private let longest: Float
  /// Mean delay and largest excursion in frames.
  private var range = LinearRamps()
  private(set) var left = Delays()
  private(set) var right = Delays()
  private(set) var leftStep = Delays()
  private(set) var rightStep = Delays()
  /// Frames that may be read before the next write, for the shortest delay of the run.
  private(set) var readable = 0
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

  /// Ramps to a range within `frames` frames.
  /// - Parameters:
  ///   - center: Mean delay in frames.
  ///   - depth: Largest excursion in frames; limited, so that the delay stays in the line.
  @_noLocks
  mutating func aim(rate: Float, center: Float, depth: Float, over frames: Int) {
    oscillator.setRate(hertz: rate)
    let center = max(center, FractionalLine.shortest)
    let maxDepth = min(center - FractionalLine.shortest, longest - center)
    range.go(to: SIMD8(center, min(depth, maxDepth), 0, 0, 0, 0, 0, 0), over: frames)
  }

  /// Starts a run if the last one has ended. Voices that are not needed have the central delay.
  @_noLocks
  mutating func begin(flanger: Bool, ensemble: Bool) {
    guard position == 0 else { return }
    moves = (flanger, ensemble)
    if isNew { (left, right) = (delays(0), delays(0x4000_0000)) }
    isNew = false
    oscillator.advance(LowOscillator.run)
    range.advance(range.segment(LowOscillator.run))
    let leftEnd = ChorusVoices.reached(delays(0), from: left)
    let rightEnd = ChorusVoices.reached(delays(0x4000_0000), from: right)
    leftStep = (leftEnd &- left) &>> Int64(LowOscillator.runBits)
    rightStep = (rightEnd &- right) &>> Int64(LowOscillator.runBits)
    let ends = pointwiseMin(pointwiseMin(left, leftEnd), pointwiseMin(right, rightEnd))
    readable = FractionalLine.readable(ends.min())
  }

  /// The delays at the end of a run. A far one takes several runs, so that reads stay in the line.
  @_noLocks @inline(__always)
  private static func reached(_ wanted: Delays, from delays: Delays) -> Delays {
    let limit = Delays(repeating: Int64(FractionalLine.reach) << 32)
    return pointwiseMin(pointwiseMax(wanted, delays &- limit), delays &+ limit)
  }

  @_noLocks @inline(__always)
  mutating func advance(_ frames: Int) {
    position += frames
    guard position == LowOscillator.run else { return }
    left &+= leftStep &<< 5
    right &+= rightStep &<< 5
    position = 0
  }

  @_noLocks
  mutating func reset() {
    oscillator.phase = 0
    range.settle()
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
    let (center, depth) = (range.current[0], range.current[1])
    let slow = LowOscillator.sine(SIMD4(phase, phase &+ third, phase &+ 2 &* third, 0))
    var delays = Delays(repeating: FractionalLine.delay(center))
    delays[0] = FractionalLine.delay(center + depth * slow[0])
    if moves.flanger { delays[1] = FractionalLine.delay(flanger(slow[0], center, depth)) }
    guard moves.ensemble else { return delays }
    let quick = phase &* ChorusVoices.fast
    let fast = LowOscillator.sine(SIMD4(quick, quick &+ third, quick &+ 2 &* third, 0))
    let ensemble = (slow + (fast - slow) * ChorusVoices.fastShare) * depth + center
    for voice in 0..<3 { delays[2 + voice] = FractionalLine.delay(ensemble[voice]) }
    return delays
  }

  /// Moves in equal ratios between the same bounds.
  @_noLocks
  private func flanger(_ wave: Float, _ center: Float, _ depth: Float) -> Float {
    let (low, high) = (center - depth, center + depth)
    return low * shim_power(high / low, 0.5 + 0.5 * wave)
  }
}
