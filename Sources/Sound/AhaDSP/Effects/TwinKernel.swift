import AhaBase
import CShims

/// A kernel whose states depend on its values. After a jump of a value its states are those of
/// another filter, and its output may burst; `TwinKernel` prevents that.
public protocol TwinnedKernel: Kernel {
  /// Copies another kernel's state before the first `aim` of a jump, which may clear parts of it.
  /// Precondition: the same sample rate.
  mutating func copyState(of other: Self)

  /// Frames until the states have settled after a jump to the present values: the error has decayed
  /// by 60 dB.
  var stateDecay: Int { get }

  /// Time of a fade between two kernels whose outputs differ in phase, so that the fade has no
  /// transient; the next kernel then begins in silence, and its input fades in over the same time.
  /// 0: the engine's ramp, and states that are copied.
  static var fadeSeconds: Float { get }
}

extension TwinnedKernel {
  public static var fadeSeconds: Float {
    @_noLocks get { 0 }
  }
}

/// Polynomials that rise from 0 to 1 between 0 and 1.
enum FadeCurve {
  /// Of third order: the slope is 0 at both ends.
  @_noLocks @inline(__always)
  static func short(_ time: Float) -> Float { time * time * (3 - 2 * time) }

  /// Of fifth order: the slope and its change are 0 at both ends, so a fade of 40 ms spreads a sine
  /// by less than 100 Hz.
  @_noLocks @inline(__always)
  static func long(_ time: Float) -> Float {
    time * time * time * (time * (6 * time - 15) + 10)
  }
}

/// Fades between two kernels of a kind when values jump.
///
///     in -+-> present --------> (x) fades out -+-> out
///         +-> next (settles) -> (x) fades in --+
///
/// After a jump, the present kernel keeps its values. The next one starts with the present one's
/// states, as far as the new values suit them, and processes the input unheard until these have
/// settled; then it fades in. So a steady sound is never louder than with the louder values. Values
/// that move slowly reach the kernel that is heard.
///
/// Cost: that of the kernel, twice while values jump.
struct TwinKernel<K: TwinnedKernel>: Kernel {
  private var present: K
  private var next: K
  /// Remaining frames in which the next kernel settles, and in which it fades in.
  private var settlingLeft = 0
  private var fadingLeft = 0
  /// Frames that the next kernel has been unheard.
  private var waited = 0
  /// Remaining frames in which the next kernel's input fades in.
  private var inflowLeft = 0
  /// Values jumped during the fade, so another one follows.
  private var isPending = false
  /// The latest values.
  private let values: Floats
  private let valueCount: Int
  private let scratch: StereoTarget
  private let ramp, longest: Int

  init(sampleRate: Int) throws(AhaError) {
    try self.init(sampleRate: sampleRate, ramp: sampleRate / 200, valueCount: 16)
  }

  /// - Parameter ramp: Frames of a fade.
  /// Errors: `outOfMemory`.
  init(sampleRate: Int, ramp: Int, valueCount: Int) throws(AhaError) {
    present = try K(sampleRate: sampleRate)
    do throws(AhaError) { next = try K(sampleRate: sampleRate) } catch {
      present.free()
      throw error
    }
    let frames = TwinKernel.maxFrames
    values = Buffer(repeating: 0, count: 2 * frames + valueCount)
    scratch = StereoTarget(left: values + valueCount, right: values + valueCount + frames)
    let fade = Int(K.fadeSeconds * Float(sampleRate))
    (self.ramp, self.valueCount) = (max(1, max(ramp, fade)), valueCount)
    longest = sampleRate / (K.fadeSeconds > 0 ? 5 : 7)
  }

  func free() {
    present.free()
    next.free()
    values.deallocate()
  }

  private var isFading: Bool { settlingLeft + fadingLeft > 0 }

  var latency: Int { present.latency }

  var settling: Int { present.settling }

  var tail: Int {
    isFading ? max(present.tail, next.tail) + settlingLeft + ramp : present.tail
  }

  var isNeutral: Bool { isFading ? false : present.isNeutral }

  // MARK: Values

  mutating func aim(_ new: Floats, over frames: Int) {
    values.copy(new.prefix(valueCount))
    if frames == 0 {
      settle()
    } else if isPending {
      return
    } else if isFading {
      next.aim(values, over: frames)
    } else {
      present.aim(values, over: frames)
    }
  }

  mutating func jump(to new: Floats, over frames: Int) {
    values.copy(new.prefix(valueCount))
    if fadingLeft > 0 { isPending = true } else { begin() }
  }

  /// Begins to settle; again if values jump meanwhile, but not for ever.
  private mutating func begin() {
    if K.fadeSeconds > 0 { return beginInSilence() }
    if settlingLeft == 0 {
      next.copyState(of: present)
      waited = 0
    }
    isPending = false
    next.aim(values, over: 0)
    settlingLeft = max(1, min(next.stateDecay, min(longest, 2 * longest - waited)))
  }

  private mutating func beginInSilence() {
    if settlingLeft == 0 { waited = 0 }
    isPending = waited > longest
    if isPending { return }
    next.copyState(of: present)
    next.aim(values, over: 0)
    inflowLeft = ramp
    settlingLeft = ramp + min(next.stateDecay, longest)
  }

  /// Applies the latest values at once.
  private mutating func settle() {
    (settlingLeft, inflowLeft, fadingLeft, isPending) = (0, 0, 0, false)
    present.aim(values, over: 0)
  }

  /// The present kernel keeps these values during the jump.
  mutating func hold(at held: Floats) {
    if !isFading { present.aim(held, over: 1) }
  }

  // MARK: Audio

  mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let part = audio.advanced(by: done)
      if !isFading { return present.process(part, frames: frames - done) }
      let count = min(frames - done, settlingLeft > 0 ? settlingLeft : fadingLeft)
      scratch.left.copy(part.left.prefix(count))
      scratch.right.copy(part.right.prefix(count))
      if inflowLeft > 0 { fadeIn(count) }
      next.process(scratch, frames: count)
      present.process(part, frames: count)
      if settlingLeft > 0 { wait(count) } else { fade(part, count: count) }
      done += count
    }
  }

  /// Fades in the input of a kernel that begins in silence.
  private mutating func fadeIn(_ count: Int) {
    let (step, faded) = (1 / Float(ramp), min(count, inflowLeft))
    for frame in 0..<faded {
      let share = FadeCurve.long(Float(ramp - inflowLeft + frame) * step)
      scratch.left[frame] *= share
      scratch.right[frame] *= share
    }
    inflowLeft -= faded
  }

  private mutating func wait(_ count: Int) {
    waited += count
    settlingLeft -= count
    if settlingLeft == 0 { fadingLeft = ramp }
  }

  private mutating func fade(_ audio: StereoTarget, count: Int) {
    let step = 1 / Float(ramp)
    for frame in 0..<count {
      let time = Float(ramp - fadingLeft + frame + 1) * step
      let share = K.fadeSeconds > 0 ? FadeCurve.long(time) : FadeCurve.short(time)
      audio.left[frame] += (scratch.left[frame] - audio.left[frame]) * share
      audio.right[frame] += (scratch.right[frame] - audio.right[frame]) * share
    }
    fadingLeft -= count
    guard fadingLeft == 0 else { return }
    swap(&present, &next)
    if isPending { begin() }
  }

  mutating func absorb(_ audio: StereoSource, frames: Int) {
    present.absorb(audio, frames: frames)
  }

  mutating func gateInput(to share: Float, over frames: Int) {
    present.gateInput(to: share, over: frames)
    if isFading { next.gateInput(to: share, over: frames) }
  }

  mutating func reset() {
    if isFading { settle() }
    present.reset()
  }
}
