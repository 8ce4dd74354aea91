import AhaBase
import CShims

/// Stereo delay with damped feedback.
///
///     in -> cross -+-> ring -> wet
///                  ^     |
///                  +- feedback <- cross <- low-pass <- DC block
///
/// `cross` blends straight repeats into ping-pong: at 1 both channels enter on the left, and every
/// repeat swaps channels. The mix is equal-power (`DryWet`). A new delay time is crossfaded, so
/// pitch does not change; values that jump move on `FadeCurve.long` over the same time.
public struct DelayKernel: Kernel {
  private enum Value {
    static var left: Int { @_noLocks get { 0 } }
    static var right: Int { @_noLocks get { 1 } }
    static var feedback: Int { @_noLocks get { 2 } }
    static var cross: Int { @_noLocks get { 3 } }
    static var tone: Int { @_noLocks get { 4 } }
    static var mix: Int { @_noLocks get { 5 } }
  }

  private var rings: DelayPair
  /// Dry, wet, feedback, cross, and the pole of the low-pass.
  private var gains = VectorRamp()
  /// The gains before the jump that they move over.
  private var jumpStart = SIMD8<Float>()
  private var isJumping = false
  /// The next samples of the rings.
  private let entries: StereoTarget
  /// State of both channels: the low-pass, and the mean that the DC block subtracts.
  private var smooth = SIMD2<Float>()
  private var mean = SIMD2<Float>()
  /// Gain of the input into the rings.
  private var inflow = Ramp(1)
  private var isNew = true
  private let meanRate: Float
  private let sampleRate: Float
  public private(set) var tail = 0

  public init(sampleRate: Int) throws(AhaError) {
    self.sampleRate = Float(sampleRate)
    meanRate = 1 - shim_exp(-2 * .pi * 10 / Float(sampleRate))
    rings = try DelayPair(longest: 2 * sampleRate + 1, fade: sampleRate / 25)
    let chunk = FractionalLine.chunk
    let memory = Floats(repeating: 0, count: 2 * chunk)
    entries = StereoTarget(left: memory, right: memory + chunk)
  }

  public func free() {
    rings.free()
    entries.left.deallocate()
  }

  public var isNeutral: Bool {
    @_noLocks get { gains.isDry }
  }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    isJumping = false
    go(to: values, over: frames)
  }

  @_noLocks
  public mutating func jump(to values: Floats, over frames: Int) {
    (isJumping, jumpStart) = (true, gains.value)
    go(to: values, over: rings.length)
  }

  @_noLocks
  private mutating func go(to values: Floats, over frames: Int) {
    let length = isNew ? 0 : frames
    isNew = false
    let mix = values[Value.mix]
    let tone = min(values[Value.tone], 0.45 * sampleRate)
    let pole = shim_exp(-2 * .pi * tone / sampleRate)
    gains.go(
      to: SIMD8(
        DryWet.dry(mix), DryWet.wet(mix), values[Value.feedback], values[Value.cross], pole,
        0, 0, 0),
      over: length)
    let delays = SIMD2(delay(values[Value.left]), delay(values[Value.right]))
    rings.go(to: delays, atOnce: length <= 0)
    let longest = Int(truncatingIfNeeded: delays.max() >> 32) + 1
    tail = tailFrames(longest, feedback: values[Value.feedback])
  }

  /// Rounded to 2^-16 frames, so that a time of whole frames is whole; see `FractionalLine`.
  @_noLocks
  private func delay(_ ms: Float) -> Int64 {
    let frames = Double(ms) * 0.001 * Double(sampleRate)
    if frames < Double(FractionalLine.shortest) { return Int64(max(1, frames.nearest())) << 32 }
    return Int64((frames * 0x1p16).nearest()) << 16
  }

  /// Repeats until even the largest feedback, which builds up 26 dB, is below -100 dB, plus half a
  /// second for the DC block.
  @_noLocks
  private func tailFrames(_ longest: Int, feedback: Float) -> Int {
    var repeats: Float = 2
    if feedback > 1e-5 {
      repeats += max(0, shim_log(1e-5 * 0.05) / shim_log(feedback))
    }
    return Int(repeats) * longest + Int(sampleRate * 0.5)
  }

  @_noLocks
  public mutating func reset() {
    rings.reset()
    gains.settle()
    smooth = SIMD2()
    mean = SIMD2()
    inflow = Ramp(1)
  }

  /// Fades the input of the rings to `share`. The direct signal does not change.
  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {
    inflow.go(to: share, over: frames)
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      var count = rings.segment(frames - done)
      let part = audio.advanced(by: done)
      if gains.frames > 0 { count = min(count, gains.frames) }
      if inflow.frames > 0 { count = min(count, inflow.frames) }
      let isWhole = inflow.target == 1 && inflow.frames == 0
      let echoes = rings.read(count)
      if gains.frames > 0 || !isWhole {
        runMoving(part, echoes: echoes, frames: count)
      } else {
        runSteady(part, echoes: echoes, frames: count)
      }
      rings.write(entries.source, frames: count)
      done += count
    }
  }

  @_noLocks
  private mutating func runSteady(_ audio: StereoTarget, echoes: StereoSource, frames: Int) {
    let gain = gains.value
    var (smooth, mean) = (smooth, mean)
    for frame in 0..<frames {
      let echo = SIMD2(echoes.left[frame], echoes.right[frame])
      let input = SIMD2(audio.left[frame], audio.right[frame])
      let entry = step(input, echo: echo, gain: gain, smooth: &smooth, mean: &mean)
      entries.left[frame] = entry[0]
      entries.right[frame] = entry[1]
      let output = input * gain[0] + echo * gain[1]
      if gain[0] != 1 {
        audio.left[frame] = output[0]
        audio.right[frame] = output[1]
      }
    }
    (self.smooth, self.mean) = (smooth, mean)
  }

  @_noLocks
  private mutating func runMoving(_ audio: StereoTarget, echoes: StereoSource, frames: Int) {
    var gain = gains.value
    let (start, change, left) = (jumpStart, gains.target - jumpStart, gains.frames)
    let perFrame = 1 / Float(rings.length)
    var share = inflow.value
    for frame in 0..<frames {
      if !isJumping {
        gain += gains.step
      } else if left > 0 {
        let time = Float(rings.length - left + frame + 1) * perFrame
        gain = start + change * FadeCurve.long(time)
      }
      share += inflow.step
      let echo = SIMD2(echoes.left[frame], echoes.right[frame])
      let input = SIMD2(audio.left[frame], audio.right[frame])
      let entry = step(input * share, echo: echo, gain: gain, smooth: &smooth, mean: &mean)
      entries.left[frame] = entry[0]
      entries.right[frame] = entry[1]
      audio.left[frame] = input[0] * gain[0] + echo[0] * gain[1]
      audio.right[frame] = input[1] * gain[0] + echo[1] * gain[1]
    }
    if gains.frames > 0 { gains.advance(frames, reached: gain) }
    inflow.advance(frames, reached: share)
  }

  /// The samples to write into the rings.
  @_noLocks @inline(__always)
  private func step(
    _ input: SIMD2<Float>, echo: SIMD2<Float>, gain: SIMD8<Float>,
    smooth: inout SIMD2<Float>, mean: inout SIMD2<Float>
  ) -> SIMD2<Float> {
    let (feedback, cross, pole) = (gain[2], gain[3], gain[4])
    mean += (echo - mean) * meanRate
    let blocked = echo - mean
    smooth = blocked + (smooth - blocked) * pole
    let other = SIMD2(smooth[1], smooth[0])
    let middle = (input[0] + input[1]) * 0.5
    let entry = input + (SIMD2(middle, 0) - input) * cross
    return entry + (smooth + (other - smooth) * cross) * feedback
  }
}
