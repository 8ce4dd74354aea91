/// Kind of a handle. Each noun's file declares its own; computed, as the audio thread reads it and
/// the first access to a Swift constant may lock.
public struct HandleKind {
  /// The header's number, 1 to 127, or that of an alias.
  public let number: UInt8
  /// The noun of the kind in error lines.
  public let noun: StaticString

  /// - Parameter number: Of AHA_KIND_… in aha/handle.h.
  public init(_ number: Int, noun: StaticString) {
    (self.number, self.noun) = (UInt8(truncatingIfNeeded: number), noun)
  }

  /// Kind of other handles of the same slots: a chain of a player has no slot of its own.
  public func alias(_ noun: StaticString) -> HandleKind {
    HandleKind(Int(number) | 0x80, noun: noun)
  }

  /// Number of the slot's kind, for the number of a handle's kind.
  @_noLocks
  static func ofSlot(_ number: UInt8) -> UInt8 { number & 0x7F }
}
