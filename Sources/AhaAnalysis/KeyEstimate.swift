/// Which key something is in, as far as it can be told.
public struct KeyEstimate: Equatable, Sendable {
  /// The keynote, 0 for C to 11 for B; of no meaning where it is atonal or not known.
  public var root = 0
  public var isMinor = false
  /// It sounds, but in no key: drums, noise.
  public var isAtonal = false
  /// 0 to 1; 0 where nothing is known.
  public var confidence = 0.0
  /// How far it is tuned from A at 440 Hz, in cents.
  public var tuningCents = 0.0

  /// Nothing can be said: it is silent or too short.
  public var isUnknown: Bool { confidence == 0 && !isAtonal }

  /// The twelve notes from C on, bit 0 first, of the major or natural minor scale; 0 where there is
  /// no key.
  public var mask: UInt16 {
    guard !isAtonal, !isUnknown else { return 0 }
    let scale: UInt32 = isMinor ? 0b0101_1010_1101 : 0b1010_1011_0101
    return UInt16((scale << UInt32(root) | scale >> UInt32(12 - root)) & 0xFFF)
  }
}
