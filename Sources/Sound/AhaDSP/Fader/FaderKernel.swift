import AhaBase
import CShims

/// Gain and balance at one point of a chain, with the same laws as on a bus.
///
/// The factors ramp linearly, one step a frame.
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

  /// Values in the registry's order: gain, pan, law.
  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    let law = PanLaw(rawValue: UInt32(values[2])) ?? .flat
    gain.go(to: FaderKernel.factors(db: values[0], pan: values[1], law: law), over: frames)
  }

  @_noLocks
  static func factors(db: Float, pan: Float, law: PanLaw) -> StereoGain {
    let linear: Float = db <= Level.silence ? 0 : Level.factor(db: db)
    return law.balance(pan) * StereoGain(linear)
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
