/// CRC-64/NVME: the checksum that Amazon's own clients send to S3.
///
/// Source: NVM Express, "NVM Command Set Specification", 5.2.1.3.4; "Checking object integrity",
/// Amazon S3 User Guide.
public struct Crc64 {
  /// The reflected polynomial.
  private static let polynomial: UInt64 = 0x9A6C_9329_AC4B_C9B5

  /// Eight tables, of which each handles one byte of a word.
  private static let tables: [UInt64] = {
    var tables = [UInt64](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt64(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = tables[Int(before & 0xFF)] ^ before >> 8
    }
    return tables
  }()

  /// The checksum in Base64, as in headers of S3.
  public static func base64(of bytes: UnsafeRawBufferPointer) -> String {
    let value = checksum(of: bytes)
    return Base64.text((0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) })
  }

  public static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    var (value, index) = (~UInt64(0), 0)
    tables.withUnsafeBufferPointer { tables in
      while bytes.count - index >= 8 {
        value ^= UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        var next: UInt64 = 0
        for part in 0..<8 {
          next ^= tables[(7 - part) * 256 + Int(value >> (8 * part) & 0xFF)]
        }
        (value, index) = (next, index + 8)
      }
      while index < bytes.count {
        value = tables[Int((value ^ UInt64(bytes[index])) & 0xFF)] ^ value >> 8
        index += 1
      }
    }
    return ~value
  }
}
