/// A number that is another one for other bytes, but for one time in very many; whoever wants to
/// can make two that have the same.
///
/// Source: FNV-1a, 64 bits (draft-eastlake-fnv).
public struct Fingerprint {
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  public init(_ bytes: [UInt8]) { add(bytes) }

  public mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
