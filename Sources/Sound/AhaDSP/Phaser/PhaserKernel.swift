import AhaBase
import CShims

/// Phaser: a chain of 2 to 12 first-order all-passes, swept by a low-frequency oscillator.
///
///     in -+-(+)-> all-pass -> ... -> all-pass -+-> wet
///         |  ^- feedback, one frame late ------+
///         +-----------------------------------------> dry
///
/// The corner of the all-passes moves by up to two octaves around the center, equally in both
/// directions on a scale of octaves. The coefficient is computed every `LowOscillator.run` frames
/// and moves linearly between. Without feedback, a mix of 0.5 has notches where
/// 2 n atan(tan(pi f / rate) / tan(pi corner / rate)) is an odd multiple of pi.
///
/// Source: U. Zölzer, DAFX, 2011, chapter 2 (phaser); J. O. Smith, Physical Audio Signal
/// Processing (first-order all-pass).
public struct PhaserKernel: TwinnedKernel {
  /// Lanes: left and right, twice.
  typealias Lanes = SIMD4<Float>

  private enum Value {
    static var rate: Int { @_noLocks get { 0 } }
    static var depth: Int { @_noLocks get { 1 } }
    static var center: Int { @_noLocks get { 2 } }
    static var stages: Int { @_noLocks get { 3 } }
    static var feedback: Int { @_noLocks get { 4 } }
    static var spread: Int { @_noLocks get { 5 } }
    static var mix: Int { @_noLocks get { 6 } }
  }

  private static var maxStages: Int { @_noLocks get { 12 } }

  private let sampleRate: Float
  private var oscillator: LowOscillator
  /// Dry, wet, feedback, and the share of the new count of stages.
  private var ramps = LinearRamps()
  private var stages = (before: 2, after: 2)
  private var center: Float = 0
  private var octaves: Float = 0
  private var spread: UInt32 = 0
  /// The all-pass coefficient at the start of the run, and its step per frame.
  private var coefficient = Lanes()
  private var step = Lanes()
  /// Frames of the run that were processed.
  private var position = 0
  private var isNew = true
  private var last = Lanes()
  private let states: Buffer<Lanes>
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    oscillator = LowOscillator(sampleRate: sampleRate)
    states = Buffer(repeating: Lanes(), count: PhaserKernel.maxStages)
  }

  public func free() { states.deallocate() }

  public var isNeutral: Bool {
    @_noLocks get { ramps.frames == 0 ? ramps.target[1] == 0 : false }
  }

  public var stateDecay: Int { @_noLocks get { tail / 2 } }

  public static var fadeSeconds: Float { @_noLocks get { 0.04 } }

  /// The oscillator's next run begins with the new values.
  @_noLocks
  public mutating func copyState(of other: PhaserKernel) {
    clear()
    (oscillator, ramps, stages) = (other.oscillator, other.ramps, other.stages)
    (position, isNew) = (0, true)
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    oscillator.setRate(hertz: values[Value.rate])
    (center, octaves) = (values[Value.center], 2 * values[Value.depth])
    spread = UInt32(values[Value.spread] * 0x1p31)
    let (mix, feedback) = (values[Value.mix], values[Value.feedback])
    let count = 2 * min(max(Int(values[Value.stages]), 0), PhaserKernel.maxStages / 2 - 1) + 2
    if count != stages.after {
      for stage in min(stages.after, count)..<count { states[stage] = Lanes() }
      stages = (stages.after, count)
      let now = ramps.current
      ramps.go(to: SIMD8(now[0], now[1], now[2], 0, 0, 0, 0, 0), over: 0)
    }
    ramps.go(to: SIMD8(1 - mix, mix, feedback, 1, 0, 0, 0, 0), over: frames)
    tail = tailFrames(Float(count), feedback: feedback.magnitude)
  }

  /// Passes of the loop until -100 dB and 26 dB of build-up, times the delay of the chain at its
  /// lowest corner.
  @_noLocks
  private func tailFrames(_ count: Float, feedback: Float) -> Int {
    let passes: Float = feedback > 1e-3 ? 14.5 / -shim_log(feedback) : 0
    let lowest = max(center * shim_power(2, -octaves), 10)
    return Int((passes * count + 20 + 2 * count) * sampleRate / (.pi * lowest)) + 64
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      if position == 0 { beginRun() }
      let count = ramps.segment(min(frames - done, LowOscillator.run - position))
      run(audio.advanced(by: done), count: count)
      ramps.advance(count)
      position += count
      if position == LowOscillator.run { endRun() }
      done += count
    }
    if !(last.sum().magnitude < .infinity) { clear() }
  }

  @_noLocks
  private mutating func beginRun() {
    if isNew { coefficient = corner() }
    isNew = false
    oscillator.advance(LowOscillator.run)
    step = (corner() - coefficient) / Float(LowOscillator.run)
  }

  @_noLocks
  private mutating func endRun() {
    coefficient += step * Float(LowOscillator.run)
    position = 0
  }

  /// The coefficients for the current phase.
  @_noLocks
  private func corner() -> Lanes {
    let phase = oscillator.phase
    let waves = LowOscillator.sine(SIMD4(phase, phase &+ spread, 0, 0))
    return Lanes(coefficient(waves[0]), coefficient(waves[1]), 0, 0)
  }

  @_noLocks
  private func coefficient(_ wave: Float) -> Float {
    let hertz = center * shim_power(2, octaves * wave)
    let warped = shim_tan(.pi * min(hertz / sampleRate, 0.45))
    return (warped - 1) / (warped + 1)
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, count: Int) {
    let isFading = stages.before != stages.after && ramps.frames > 0
    let time = ramps.time[0]
    for frame in 0..<count {
      let value = ramps.values(at: time + Float(frame))
      let a = coefficient + step * Float(position &+ frame &+ 1)
      let x = Lanes(audio.left[frame], audio.right[frame], 0, 0)
      let input = x + last * value[2]
      if isFading {
        last = fade(input, a: a, share: value[3])
      } else {
        last = pass(input, a: a, stages: 0..<stages.after)
      }
      let output = x * value[0] + last * value[1]
      audio.left[frame] = output[0]
      audio.right[frame] = output[1]
    }
  }

  @_noLocks @inline(__always)
  private func pass(_ input: Lanes, a: Lanes, stages: Range<Int>) -> Lanes {
    var x = input
    for stage in stages {
      let y = a * x + states[stage]
      states[stage] = x - a * y
      x = y
    }
    return x
  }

  /// Both outputs, while the count of stages changes.
  @_noLocks
  private func fade(_ input: Lanes, a: Lanes, share: Float) -> Lanes {
    let (fewer, more) = (min(stages.before, stages.after), max(stages.before, stages.after))
    let near = pass(input, a: a, stages: 0..<fewer)
    let far = pass(near, a: a, stages: fewer..<more)
    return stages.after == more ? near + (far - near) * share : far + (near - far) * share
  }

  @_noLocks
  private mutating func clear() {
    last = Lanes()
    for stage in 0..<PhaserKernel.maxStages { states[stage] = Lanes() }
  }

  @_noLocks
  public mutating func reset() {
    clear()
    oscillator.phase = 0
    (position, isNew) = (0, true)
    ramps.settle()
  }
}
