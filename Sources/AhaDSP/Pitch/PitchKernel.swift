import AhaBase
import CShims

/// Shifts the pitch; duration, beginnings of sounds and the stereo image stay.
///
/// Grains a fiftieth of a second apart move the partials (`Grain`); the first moments of sounds are
/// the input itself, read faster or slower (`Onsets`, `DirectMoment`). Without a shift the output
/// is the input; away from it and back the grains fade over, because a grain without a shift is the
/// input under a window.
///
/// Units: the latency is five hops: four of a grain's window, one in which its work is done.
public struct PitchKernel: Kernel {
  var parts: PitchParts
  var cents = Glide()
  var keepsFormants = false
  /// Frames that went through `process`.
  var clock = 0
  /// The step of the present grain to be done next.
  var step = 0
  /// The present hop, counted from 0.
  var hops = 0
  /// Grains are on their way out.
  var isActive = false
  /// The present grain moves something.
  var isMoving = false
  /// Grains without a shift one after the other.
  var restingGrains = 0
  /// Bit n: the grain begun n hops ago was moved; was there at all.
  var movedGrains: UInt32 = 0
  var placedGrains: UInt32 = 0
  /// The ratio with which the first frames are read directly; 0 when they are not.
  var firstRatio: Float = 0
  /// The ratio when the present grain was begun: moments read with it, whatever the size of a call.
  var grainRatio: Float = 1

  public init(sampleRate: Int) throws(AhaError) {
    parts = try PitchParts(
      sampleRate: sampleRate, hop: GrainShape.shortHop(sampleRate), hops: 3,
      frames: PitchKernel.mostFrames)
  }

  public func free() { parts.free() }

  @_noLocks
  public mutating func aim(_ values: UnsafePointer<Float>, over frames: Int) {
    cents.go(to: values[0], over: frames)
    keepsFormants = values[1] != 0
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    parts.append(audio, frames: frames)
  }

  @_noLocks
  public mutating func reset() {
    parts.reset()
    cents.settle()
    (clock, step, hops) = (0, 0, 0)
    (isActive, isMoving, restingGrains) = (false, false, 0)
    (movedGrains, placedGrains, firstRatio) = (0, 0, 0)
  }

  public var latency: Int {
    @_noLocks get { 5 * hop }
  }

  public var tail: Int {
    @_noLocks get { isNeutral ? 0 : 5 * hop }
  }

  public var isNeutral: Bool {
    @_noLocks get {
      guard cents.target == 0 else { return false }
      return cents.isResting
    }
  }

  var hop: Int {
    @_noLocks get { parts.grain.shape.hop }
  }

  /// New frequency over old.
  var ratio: Float {
    @_noLocks get { shim_exp(cents.value * (0.693_147_18 / 1200)) }
  }
}
