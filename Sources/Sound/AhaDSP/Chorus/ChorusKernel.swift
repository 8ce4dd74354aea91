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
public struct ChorusKernel: Kernel {
  typealias Lanes = SIMD4<Float>

  private enum Value {
    static var mode: Int { @_noLocks get { 0 } }
    static var rate: Int { @_noLocks get { 1 } }
    static var depth: Int { @_noLocks get { 2 } }
    static var delay: Int { @_noLocks get { 3 } }
    static var feedback: Int { @_noLocks get { 4 } }
    static var mix: Int { @_noLocks get { 5 } }
  }

  private static var longestSeconds: Float { @_noLocks get { 0.055 } }

  private let sampleRate: Float
  private let left, right: FractionalLine
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
    left = try FractionalLine(longest: Int(longest) + 1)
    do throws(AhaError) { right = try FractionalLine(longest: Int(longest) + 1) } catch {
      left.free()
      throw error
    }
    inflow.go(to: SIMD8(repeating: 1), over: 0)
  }

  public func free() {
    left.free()
    right.free()
  }

  public var latency: Int { @_noLocks get { 0 } }

  public var isNeutral: Bool {
    @_noLocks get { gains.frames == 0 ? gains.target[0] == 1 : false }
  }

  @_noLocks
  public mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    let (delay, depth) = (values[Value.delay] * 0.001, values[Value.depth] * 0.001)
    voices.aim(rate: values[Value.rate], center: delay * sampleRate, depth: depth * sampleRate)
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
      voices.begin()
      let count = inflow.segment(gains.segment(min(frames - done, voices.rest)))
      run(audio.advanced(by: done), count)
      gains.advance(count)
      inflow.advance(count)
      voices.advance(count)
      done += count
    }
  }

  @_noLocks
  private mutating func run(_ audio: StereoTarget, _ count: Int) {
    var (time, gate) = (gains.time, inflow.time)
    var frame = 0
    while frame < count {
      let rest = min(count - frame, 4)
      let offset = Lanes(1, 2, 3, 4) + Lanes(repeating: Float(voices.place &+ frame))
      let open = inflow.lanes(0, at: gate)
      let (dry, wet) = (gains.lanes(0, at: time), gains.lanes(1, at: time))
      side(
        left, audio.left + frame, rest, voices.left, voices.leftStep, offset, time, open, dry, wet)
      side(
        right, audio.right + frame, rest, voices.right, voices.rightStep, offset, time, open, dry,
        wet)
      position &+= rest
      frame &+= 4
      time = time + Lanes(repeating: 4)
      gate = gate + Lanes(repeating: 4)
    }
  }

  /// A group of one channel.
  @_noLocks @inline(__always)
  private func side(
    _ line: FractionalLine, _ audio: UnsafeMutablePointer<Float>, _ count: Int,
    _ delays: SIMD8<Float>, _ steps: SIMD8<Float>, _ offset: Lanes, _ time: Lanes, _ open: Lanes,
    _ dry: Lanes, _ wet: Lanes
  ) {
    var sum = Lanes()
    for mode in 0..<3 where gains.frames > 0 || gains.target[3 &+ mode] != 0 {
      var voice = Lanes()
      for index in (mode < 2 ? mode..<mode &+ 1 : 2..<5) {
        let delay = Lanes(repeating: delays[index]) + offset * Lanes(repeating: steps[index])
        voice = voice + line.read(position, delay)
      }
      sum = sum + voice * gains.lanes(3 &+ mode, at: time)
    }
    let input = load4(audio, upTo: count)
    line.write(position, input * open + sum * gains.lanes(2, at: time), count)
    store4(input * dry + sum * wet, audio, upTo: count)
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {}

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
