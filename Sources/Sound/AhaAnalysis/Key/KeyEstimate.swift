/// The estimated key of a sound.
public struct KeyEstimate: Equatable, Sendable {
  /// The tonic, 0 for C to 11 for B; undefined if atonal or unknown.
  public var root = 0
  public var mode = KeyMode.major
  /// The sound has no key: drums, noise.
  public var isAtonal = false
  /// 0 to 1; 0 if unknown. Lower if another key has the same notes, and if the key changes.
  public var confidence = 0.0
  /// Deviation of the tuning from A = 440 Hz. Units: cents.
  public var tuningCents = 0.0

  /// No estimate: the sound is silent or too short.
  public var isUnknown: Bool { confidence == 0 && !isAtonal }

  /// The notes of the scale, bit 0 for C; 0 without a key.
  public var mask: UInt16 {
    guard !isAtonal, !isUnknown else { return 0 }
    return mode.mask(root: root)
  }
}
