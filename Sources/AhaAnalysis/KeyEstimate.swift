/// Which key something is in, as far as it can be told.
public struct KeyEstimate: Equatable, Sendable {
  /// The keynote, 0 for C to 11 for B; of no meaning where it is atonal or not known.
  public var root = 0
  public var mode = KeyMode.major
  /// It sounds, but in no key: drums, noise.
  public var isAtonal = false
  /// 0 to 1; 0 where nothing is known. Lower where another key has the same notes, and where the
  /// key changes.
  public var confidence = 0.0
  /// How far it is tuned from A at 440 Hz, in cents.
  public var tuningCents = 0.0

  /// Nothing can be said: it is silent or too short.
  public var isUnknown: Bool { confidence == 0 && !isAtonal }

  /// The twelve notes of the scale from C on, bit 0 first; 0 where there is no key.
  public var mask: UInt16 {
    guard !isAtonal, !isUnknown else { return 0 }
    return mode.mask(root: root)
  }
}
