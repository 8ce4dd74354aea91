/// 64-bit FNV-1a hash; not collision-resistant.
///
/// Source: draft-eastlake-fnv.
public struct Fingerprint {
  public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  public init() {}

  public init(_ bytes: [UInt8]) { add(bytes) }

  public mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
