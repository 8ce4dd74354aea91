import AhaBase

/// The arithmetic of one effect, on two planes of float samples.
///
/// A kernel takes all its memory in `init` and never again. Everything but `init` and `free` runs
/// on the audio thread, is `@_noLocks`, and gives the same samples however its frames are cut into
/// calls. Denormals are flushed by the caller; input may be any float, and what is not finite must
/// not stay in the state (the caller replaces it by silence before it comes here).
///
/// Values come in the registry's order and units, within their ranges.
public protocol Kernel {
  /// The most frames of one `process` or `absorb`.
  static var mostFrames: Int { get }

  /// As after `reset`, with no values yet: `aim` follows before anything else. 8000...192000 Hz.
  /// Errors: `outOfMemory`.
  init(sampleRate: Int) throws(AhaError)

  /// Gives the memory back; the kernel is of no use afterwards.
  func free()

  /// Goes to these values within `frames` frames; 0: they hold at once, without any transition.
  /// Called before the first frame of a cell of at most `EffectUnit.cell` frames when a value
  /// moves, possibly before the last cell is over.
  mutating func aim(_ values: UnsafePointer<Float>, over frames: Int)

  /// The next frames, in place. The output lags the input by `latency` frames.
  mutating func process(_ audio: StereoTarget, frames: Int)

  /// Takes input in without giving output: the first `latency` frames after `init` or `reset` come
  /// this way, so that the first frame out of `process` is the first that came in. Cheap.
  mutating func absorb(_ audio: StereoSource, frames: Int)

  /// Fades the input to a share of it. Only kernels with delay lines outlast the edge of an input;
  /// others do nothing.
  mutating func gateInput(to share: Float, over frames: Int)

  /// Silent and as new, but for the values, which hold at once.
  mutating func reset()

  /// Frames that the output lags, the same for the kernel's life.
  var latency: Int { get }

  /// Frames after the last input (beyond the latency) until the output has gone below -100 dB of
  /// full scale, at the present values.
  var tail: Int { get }

  /// With these values the output is the input, delayed by the latency. Such a kernel may be
  /// skipped when its latency is 0.
  var isNeutral: Bool { get }
}

extension Kernel {
  public static var mostFrames: Int { 512 }

  @_noLocks
  public mutating func gateInput(to share: Float, over frames: Int) {}
}
