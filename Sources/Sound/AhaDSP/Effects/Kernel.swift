import AhaBase

/// The arithmetic of one effect, on two planes of float samples.
///
/// A kernel allocates only in `init`. Everything except `init` and `free` runs on the audio thread
/// and is `@_noLocks`. The samples do not depend on how frames are divided into calls. The caller
/// flushes denormals. Input may be any float, but NaN and infinity must not stay in the state; the
/// caller replaces them by silence before the kernel.
///
/// Values have the registry's order and units, and are within their ranges.
public protocol Kernel {
  /// Max frames of one `process` or `absorb`.
  static var maxFrames: Int { get }

  /// The state is that after `reset`, without values: the first call must be `aim`.
  /// - Parameter sampleRate: 8000...192000 Hz.
  /// Errors: `outOfMemory`.
  init(sampleRate: Int) throws(AhaError)

  /// Releases the memory; the kernel must not be used afterwards.
  func free()

  /// Ramps to these values within `frames` frames; 0: at once, without a ramp.
  /// Called before the first frame of a cell if a value moves, possibly before the previous cell
  /// has ended.
  mutating func aim(_ values: Floats, over frames: Int)

  /// As `aim`, for values that jump: the host asked for them within their smoothing time.
  mutating func jump(to values: Floats, over frames: Int)

  /// Called before a `jump` that ends a cell early, with the values at its end.
  mutating func hold(at values: Floats)

  /// Processes the next frames in place. The output lags the input by `latency` frames.
  mutating func process(_ audio: StereoTarget, frames: Int)

  /// The same, but measures the level of `key`. Only for kernels with a side-chain, which have no
  /// latency; not called for other kernels.
  mutating func process(_ audio: StereoTarget, key: StereoSource, frames: Int)

  /// Reads input without output. The first `latency` frames after `init` or `reset` are passed
  /// here, so that the first frame out of `process` is the first input frame. Cheap.
  mutating func absorb(_ audio: StereoSource, frames: Int)

  /// Fades the input to a share of it. Only for kernels with delay lines, which would repeat an
  /// edge; other kernels do nothing.
  mutating func gateInput(to share: Float, over frames: Int)

  /// Clears all state; the values apply at once.
  mutating func reset()

  /// Frames by which the output lags; constant for the kernel's lifetime.
  var latency: Int { get }

  /// Frames after the last input (beyond the latency) until the output is below -100 dBFS, with the
  /// current values.
  var tail: Int { get }

  /// Frames after a reset until its output may replace another sound, with the current values: its
  /// gain is that of a kernel that has run for long, or a delay line that has no feedback is full.
  var settling: Int { get }

  /// With these values the output is the input delayed by the latency. If the latency is 0, the
  /// caller may skip such a kernel.
  var isNeutral: Bool { get }
}

extension Kernel {
  public static var maxFrames: Int { 512 }

  public var latency: Int {
    @_noLocks get { 0 }
  }

  public var settling: Int {
    @_noLocks get { 0 }
  }

  /// Not annotated, because it is generic; its callers check it.
  public mutating func jump(to values: Floats, over frames: Int) {
    aim(values, over: frames)
  }

  @_noLocks
  public mutating func hold(at values: Floats) {}

  @_noLocks
  public mutating func process(_ audio: StereoTarget, key: StereoSource, frames: Int) {}

  /// A kernel without latency reads no input ahead.
  @_noLocks
  public mutating func absorb(_ audio: StereoSource, frames: Int) {}

  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {}
}

/// `Kernel.settling` of a gain with an attack: five time constants, at most half a second.
/// - Parameter attack: Milliseconds.
@_noLocks
func settlingFrames(attack: Float, sampleRate: Float) -> Int {
  Int(min(attack * 0.005, 0.5) * sampleRate)
}
