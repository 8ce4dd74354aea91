import AhaBase
import CShims

/// Gain and balance at one point of a chain, with the same law as on a bus.
///
/// The factors are those of `Level.stereo`; they ramp linearly, one step a frame.
public struct FaderKernel: Kernel {
  private var gain = StereoRamp(.unity)

  public init(sampleRate: Int) throws(AhaError) {}

  public func free() {}

  public var tail: Int {
    @_noLocks get { 0 }
  }

  public var isNeutral: Bool {
    @_noLocks get { gain.isSteady ? gain.value == .unity : false }
  }

  /// Values in the registry's order: gain, pan.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    gain.go(to: FaderKernel.factors(db: values[0], pan: values[1]), over: frames)
  }

  /// `Level.stereo`, for the audio thread.
  @_noLocks
  static func factors(db: Float, pan: Float) -> StereoGain {
    let linear: Float = db <= Level.silence ? 0 : Level.factor(db: db)
    if pan == 0 { return StereoGain(left: linear, right: linear) }
    let (quarter, open) = (Float.pi / 4, linear * 1.41421356)
    return StereoGain(
      left: open * shim_sin(quarter * (1 - pan)), right: open * shim_sin(quarter * (1 + pan)))
  }

  @_noLocks
  public mutating func process(_ audio: StereoTarget, frames: Int) {
    var done = 0
    while done < frames {
      let count = gain.segment(frames - done)
      BusPass.applyRamp(&gain, to: audio.advanced(by: done), frames: count)
      done += count
    }
  }

  @_noLocks
  public mutating func reset() { gain.settle() }
}
