/// The CRC-32 of Ogg pages: polynomial 0x04C11DB7, highest bit first, not reflected; eight bytes at
/// a time. Source: RFC 3533, section 6.
enum OggSum {
  /// Adds bytes to a sum.
  static func add(_ bytes: UnsafeRawBufferPointer, to sum: UInt32) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      var sum = sum
      let whole = bytes.count - bytes.count % 8
      for start in stride(from: 0, to: whole, by: 8) {
        let word = UInt64(
          bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        sum = fold(word ^ UInt64(sum) << 32, tables: tables)
      }
      for index in whole..<bytes.count {
        sum = sum << 8 ^ tables[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ bytes[index])]
      }
      return sum
    }
  }

  /// Each of the eight bytes has a table: its remainder with the bytes behind it as zeros.
  private static func fold(_ word: UInt64, tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var sum: UInt32 = 0
    for index in 0..<8 {
      sum ^= tables[256 * index + Int(word >> UInt64(8 * index) & 0xFF)]
    }
    return sum
  }

  /// Table k at 256 * k: the remainders of single bytes with k zero bytes behind them.
  static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
    for index in 256..<2048 {
      let former = tables[index - 256]
      tables.append(former << 8 ^ tables[Int(former >> 24)])
    }
    return tables
  }()
}
