import AhaBase
import CShims

/// Chorus, flanger and ensemble: delay lines whose delays move.
///
///     in -+-(+)-> line -> voices -+-> wet
///         |  ^---- feedback ------+
///         +--------------------------> dry
///
/// Chorus: one voice per side, moved by a sine. Flanger: the same, but the delay moves in equal
/// ratios. Ensemble: three voices per side, a third of a cycle apart, with a second, faster
/// oscillator. The oscillators of the right side are a quarter of a cycle ahead. The mix is
/// equal-power (`DryWet`).
///
/// Source: J. Dattorro, Effect design part 2: delay-line modulation and chorus, 1997; the ensemble
/// after the Solina string ensemble, which has two oscillators and three lines.
public struct ChorusKernel: TwinnedKernel {
  typealias Lanes = SIMD4<Float>

  private enum Value {
    static var mode: Int { @_noLocks get { 0 } }
    static var rate: Int { @_noLocks get { 1 } }
    static var depth: Int { @_noLocks get { 2 } }
    static var delay: Int { @_noLocks get { 3 } }
    static var feedback: Int { @_noLocks get { 4 } }
    static var mix: Int { @_noLocks get { 5 } }
  }

  private static var voiceCount: Int { @_noLocks get { 5 } }
  private static var longestSeconds: Float { @_noLocks get { 0.055 } }

  private let sampleRate: Float
  private let left, right: FractionalLine
  private let table: LineTable
  /// The samples of each voice, and the sum that is written into a line.
  private let planes: Floats
  private var voices: ChorusVoices
  /// Dry, wet, feedback; gains of the chorus, the flanger and each voice of the ensemble.
  private var gains = LinearRamps()
  /// Gain of the input into the lines.
  private var inflow = LinearRamps()
  private var position = 0
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    let longest = ChorusKernel.longestSeconds * Float(sampleRate)
    voices = ChorusVoices(sampleRate: sampleRate, longest: longest)
    table = try LineTable()
    do throws(AhaError) { left = try FractionalLine(longest: Int(longest) + 1) } catch {
      table.free()
      throw error
    }
    do throws(AhaError) { right = try FractionalLine(longest: Int(longest) + 1) } catch {
      table.free()
      left.free()
      throw error
    }
    planes = Floats(repeating: 0, count: (ChorusKernel.voiceCount + 1) * FractionalLine.chunk)
    inflow.go(to: SIMD8(repeating: 1), over: 0)
  }

  public func free() {
    table.free()
    left.free()
    right.free()
    planes.deallocate()
  }

  public var isNeutral: Bool {
    @_noLocks get { gains.frames == 0 ? gains.target[0] == 1 : false }
  }

  public var stateDecay: Int { @_noLocks get { tail / 2 } }

  public static var fadeSeconds: Float { @_noLocks get { 0.04 } }

  /// The voices begin a run with the new values.
  @_noLocks
  public mutating func copyState(of other: ChorusKernel) {
    left.clear()
    right.clear()
    (gains, inflow, voices, tail) = (other.gains, other.inflow, other.voices, other.tail)
    voices.restart()
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let (delay, depth) = (values[Value.delay] * 0.001, values[Value.depth] * 0.001)
    voices.aim(
      rate: values[Value.rate], center: delay * sampleRate, depth: depth * sampleRate, over: frames)
    let (mix, feedback) = (values[Value.mix], values[Value.feedback])
    var wanted = SIMD8(DryWet.dry(mix), DryWet.wet(mix), feedback, 0, 0, 0, 0, 0)
    let mode = min(max(Int(values[Value.mode]), 0), 2)
    // The voices of the ensemble are uncorrelated; in the loop they count as correlated.
    if mode == 2 { wanted[2] = feedback * 0.57735027 }
    wanted[3 + mode] = mode == 2 ? 0.57735027 : 1
    gains.go(to: wanted, over: frames)
    let loop = feedback.magnitude
    let passes: Float = loop > 1e-3 ? 14.5 / -shim_log(loop) : 0
    tail = Int((passes + 2) * (min(delay + depth, ChorusKernel.longestSeconds) * sampleRate + 8))
  }

  /// Fades the input of the lines to `share`. The direct signal does not change.
  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {
    inflow.go(to: SIMD8(repeating: share), over: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      voices.begin(flanger: isHeard(4), ensemble: isHeard(5))
      let limit = min(min(frames - done, voices.rest), voices.readable)
      let count = inflow.segment(gains.segment(limit))
      run(audio.advanced(by: done), count: count)
      gains.advance(count)
      inflow.advance(count)
      voices.advance(count)
      done += count
    }
  }

  /// Gains of four frames.
  private struct Levels {
    var dry, wet, feedback, open: Lanes
    var modes: (chorus: Lanes, flanger: Lanes, ensemble: Lanes)
  }

  @_noLocks @inline(__always)
  private func levels(_ time: Lanes, gate: Lanes) -> Levels {
    Levels(
      dry: gains.lanes(0, at: time), wet: gains.lanes(1, at: time),
      feedback: gains.lanes(2, at: time), open: inflow.lanes(0, at: gate),
      modes: (
        gains.lanes(3, at: time), gains.lanes(4, at: time), gains.lanes(5, at: time)
      ))
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, count: Int) {
    let heard = (isHeard(3), isHeard(4), isHeard(5))
    side(
      left, audio: audio.left, count: count, delays: voices.left, steps: voices.leftStep,
      heard: heard)
    side(
      right, audio: audio.right, count: count, delays: voices.right, steps: voices.rightStep,
      heard: heard)
    position &+= count
  }

  /// Whether a mode is audible, by the index of its gain.
  @_noLocks
  private func isHeard(_ mode: Int) -> Bool { gains.frames > 0 || gains.target[mode] != 0 }

  /// The next frames of one channel.
  @_noLocks
  private func side(
    _ line: FractionalLine, audio: Floats, count: Int, delays: SIMD8<Int64>, steps: SIMD8<Int64>,
    heard: (chorus: Bool, flanger: Bool, ensemble: Bool)
  ) {
    for voice in 0..<ChorusKernel.voiceCount {
      guard voice == 0 ? heard.chorus : voice == 1 ? heard.flanger : heard.ensemble else {
        continue
      }
      let delay = delays[voice] &+ steps[voice] &* Int64(voices.position &+ 1)
      line.read(
        position, delay: delay, step: steps[voice], table: table, to: plane(voice), frames: count)
    }
    let entry = plane(ChorusKernel.voiceCount)
    var (time, gate) = (gains.time, inflow.time)
    let isMoving = gains.frames > 0 || inflow.frames > 0
    var level = levels(time, gate: gate)
    var frame = 0
    while frame < count {
      if isMoving { level = levels(time, gate: gate) }
      var sum = Lanes()
      if heard.chorus { sum = load4(plane(0) + frame) * level.modes.chorus }
      if heard.flanger { sum = sum + load4(plane(1) + frame) * level.modes.flanger }
      if heard.ensemble {
        let three = load4(plane(2) + frame) + load4(plane(3) + frame) + load4(plane(4) + frame)
        sum = sum + three * level.modes.ensemble
      }
      let rest = count - frame
      let input = load4(audio + frame, upTo: rest)
      store4(input * level.open + sum * level.feedback, to: entry + frame)
      store4(input * level.dry + sum * level.wet, to: audio + frame, upTo: rest)
      frame &+= 4
      time = time + Lanes(repeating: 4)
      gate = gate + Lanes(repeating: 4)
    }
    line.write(position, entry, frames: count)
  }

  @_noLocks @inline(__always)
  private func plane(_ index: Int) -> Floats { planes + index &* FractionalLine.chunk }

  @_noLocks
  public mutating func reset() {
    left.clear()
    right.clear()
    voices.reset()
    gains.settle()
    inflow.go(to: SIMD8(repeating: 1), over: 0)
    position = 0
  }
}
