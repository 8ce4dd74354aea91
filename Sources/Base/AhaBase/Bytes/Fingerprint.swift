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

/// 32-bit FNV-1a hash, for seeds and serial numbers.
///
/// Source: draft-eastlake-fnv.
public struct ShortFingerprint {
  public private(set) var value: UInt32 = 0x811C_9DC5

  public init() {}

  /// Adds a byte, or a whole word as one.
  public mutating func add(_ word: UInt32) { value = (value ^ word) &* 0x0100_0193 }
}
