import AhaBase
import CShims

/// Pitch shifter that keeps duration, transients and stereo image.
///
/// Grains a fiftieth of a second apart shift the partials (`Grain`); transients are read directly
/// from the input at another rate (`Onsets`, `TransientReader`). Without a shift the output is the
/// input. The transition is a crossfade, because a grain without a shift is the windowed input.
///
/// Units: the latency is five hops: four for a grain's window, one to compute it.
public struct PitchKernel: Kernel {
  var parts: PitchParts
  var cents = Glide()
  var formantCents = Glide()
  var keepsFormants = false
  /// Frames processed.
  var clock = 0
  /// Index of the grain's next step.
  var step = 0
  /// Index of the current hop.
  var hops = 0
  /// Grains are in the output.
  var isActive = false
  /// The current grain has a shift.
  var isMoving = false
  /// Count of consecutive grains without a shift.
  var restingGrains = 0
  /// Bit n, for the grain begun n hops ago: it was shifted; it was added to the overlap.
  var movedGrains: UInt32 = 0
  var overlappingGrains: UInt32 = 0
  /// The ratio for the first frames, which are read directly; 0 otherwise.
  var firstRatio: Float = 0
  /// The ratio at the beginning of the current grain. Transients use it, so that the result does
  /// not depend on the size of a call.
  var grainRatio: Float = 1

  public init(sampleRate: Int) throws(AhaError) {
    parts = try PitchParts(
      GrainShape(sampleRate: sampleRate, hop: GrainShape.shortHop(sampleRate)),
      sampleRate: sampleRate, hops: 3, frames: PitchKernel.maxFrames)
  }

  /// For live input: grains a 125th of a second apart.
  /// Errors: `outOfMemory`.
  public init(liveAt sampleRate: Int) throws(AhaError) {
    parts = try PitchParts(
      GrainShape(liveAt: sampleRate), sampleRate: sampleRate, hops: 3,
      frames: PitchKernel.maxFrames)
  }

  public func free() { parts.free() }

  @_noLocks
  public mutating func aim(_ values: Floats, over frames: Int) {
    cents.go(to: values[0], over: frames)
    keepsFormants = values[1] != 0
    formantCents.go(to: values[2], over: frames)
  }

  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {
    parts.append(audio, frames: frames)
  }

  @_noLocks
  public mutating func reset() {
    parts.reset()
    cents.settle()
    formantCents.settle()
    (clock, step, hops) = (0, 0, 0)
    (isActive, isMoving, restingGrains) = (false, false, 0)
    (movedGrains, overlappingGrains, firstRatio) = (0, 0, 0)
  }

  public var latency: Int {
    @_noLocks get { 5 * hop }
  }

  /// Frames from the output at which a grain takes its shift to the middle of the grain.
  /// - Parameter latency: Of the kernel.
  @_noLocks
  public static func lead(latency: Int) -> Int { latency / 5 * 3 }

  /// Frames of a grain.
  @_noLocks
  public static func window(latency: Int) -> Int { latency / 5 * 4 }

  public var tail: Int {
    @_noLocks get { isNeutral ? 0 : 5 * hop }
  }

  public var isNeutral: Bool {
    @_noLocks get {
      guard cents.target == 0, formantCents.target == 0 else { return false }
      return cents.isResting && formantCents.isResting
    }
  }

  var hop: Int {
    @_noLocks get { parts.grain.shape.hop }
  }

  /// New frequency over old.
  var ratio: Float {
    @_noLocks get { shim_exp(cents.value * (0.693_147_18 / 1200)) }
  }

  /// New frequency over old of the formants.
  var formantRatio: Double {
    @_noLocks get {
      let own = shim_exp(formantCents.value * (0.693_147_18 / 1200))
      return Double(own) * Double(keepsFormants ? 1 : ratio)
    }
  }
}
