/// MD5, for the checksum of FLAC only: it protects against no attack. Source: RFC 1321.
struct MD5 {
  private var state: SIMD4<UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    length += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes[..<start])
      guard rest.count == 64 else { return }
      rest.withUnsafeBytes { state = MD5.mix(state, block: $0.baseAddress!) }
      rest.removeAll(keepingCapacity: true)
    }
    var mixed = state
    while start + 64 <= bytes.count {
      mixed = MD5.mix(mixed, block: bytes.baseAddress! + start)
      start += 64
    }
    state = mixed
    rest.append(contentsOf: bytes[start...])
  }

  mutating func finish() -> [UInt8] {
    let bits = length &* 8
    let zeros = (119 - rest.count) % 64
    let end =
      [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(8 * $0)) }
    end.withUnsafeBytes { add($0) }
    return (0..<16).map { UInt8(truncatingIfNeeded: state[$0 / 4] >> UInt32($0 % 4 * 8)) }
  }

  private static func mix(_ start: SIMD4<UInt32>, block: UnsafeRawPointer) -> SIMD4<UInt32> {
    constants.withUnsafeBufferPointer { constants in
      let table = constants.baseAddress!
      var (a, b, c, d) = (start[0], start[1], start[2], start[3])
      for index in stride(from: 0, to: 16, by: 4) {
        step(
          &a, next: b, value: d ^ (b & (c ^ d)), block: block, word: index, constant: table[index],
          shift: 7)
        step(
          &d, next: a, value: c ^ (a & (b ^ c)), block: block, word: index + 1,
          constant: table[index + 1], shift: 12)
        step(
          &c, next: d, value: b ^ (d & (a ^ b)), block: block, word: index + 2,
          constant: table[index + 2], shift: 17)
        step(
          &b, next: c, value: a ^ (c & (d ^ a)), block: block, word: index + 3,
          constant: table[index + 3], shift: 22)
      }
      for index in stride(from: 16, to: 32, by: 4) {
        step(
          &a, next: b, value: c ^ (d & (b ^ c)), block: block, word: 5 * index + 1,
          constant: table[index], shift: 5)
        step(
          &d, next: a, value: b ^ (c & (a ^ b)), block: block, word: 5 * index + 6,
          constant: table[index + 1], shift: 9)
        step(
          &c, next: d, value: a ^ (b & (d ^ a)), block: block, word: 5 * index + 11,
          constant: table[index + 2], shift: 14)
        step(
          &b, next: c, value: d ^ (a & (c ^ d)), block: block, word: 5 * index + 16,
          constant: table[index + 3], shift: 20)
      }
      for index in stride(from: 32, to: 48, by: 4) {
        step(
          &a, next: b, value: b ^ c ^ d, block: block, word: 3 * index + 5, constant: table[index],
          shift: 4)
        step(
          &d, next: a, value: a ^ b ^ c, block: block, word: 3 * index + 8,
          constant: table[index + 1], shift: 11)
        step(
          &c, next: d, value: d ^ a ^ b, block: block, word: 3 * index + 11,
          constant: table[index + 2], shift: 16)
        step(
          &b, next: c, value: c ^ d ^ a, block: block, word: 3 * index + 14,
          constant: table[index + 3], shift: 23)
      }
      for index in stride(from: 48, to: 64, by: 4) {
        step(
          &a, next: b, value: c ^ (b | ~d), block: block, word: 7 * index, constant: table[index],
          shift: 6)
        step(
          &d, next: a, value: b ^ (a | ~c), block: block, word: 7 * index + 7,
          constant: table[index + 1], shift: 10)
        step(
          &c, next: d, value: a ^ (d | ~b), block: block, word: 7 * index + 14,
          constant: table[index + 2], shift: 15)
        step(
          &b, next: c, value: d ^ (c | ~a), block: block, word: 7 * index + 21,
          constant: table[index + 3], shift: 21)
      }
      return start &+ [a, b, c, d]
    }
  }

  @inline(__always) private static func step(
    _ target: inout UInt32, next: UInt32, value: UInt32, block: UnsafeRawPointer,
    word: Int, constant: UInt32, shift: UInt32
  ) {
    let data = block.loadUnaligned(fromByteOffset: 4 * (word & 15), as: UInt32.self)
    let sum = target &+ value &+ constant &+ UInt32(littleEndian: data)
    target = next &+ (sum &<< shift | sum &>> (32 &- shift))
  }

  /// The first 32 bits of the fraction of |sin(n)|, n from 1, in RFC 1321.
  private static let constants: [UInt32] = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE, 0xF57C_0FAF, 0x4787_C62A,
    0xA830_4613, 0xFD46_9501, 0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
    0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821, 0xF61E_2562, 0xC040_B340,
    0x265E_5A51, 0xE9B6_C7AA, 0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED, 0xA9E3_E905, 0xFCEF_A3F8,
    0x676F_02D9, 0x8D2A_4C8A, 0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
    0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70, 0x289B_7EC6, 0xEAA1_27FA,
    0xD4EF_3085, 0x0488_1D05, 0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039, 0x655B_59C3, 0x8F0C_CC92,
    0xFFEF_F47D, 0x8584_5DD1, 0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
    0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]
}
