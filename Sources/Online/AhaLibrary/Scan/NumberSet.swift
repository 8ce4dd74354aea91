/// A set of item numbers: a bitmap, and a hash set for the very large numbers of crafted files.
struct NumberSet {
  private static let maxBits: Int64 = 1 << 26

  private var words: [UInt64] = []
  private var large: Set<Int64> = []
  private(set) var count = 0

  mutating func insert(_ number: Int64) {
    guard (0..<NumberSet.maxBits).contains(number) else {
      if large.insert(number).inserted { count += 1 }
      return
    }
    let (word, bit) = (Int(number >> 6), UInt64(1) << UInt64(number & 63))
    if word >= words.count {
      words += [UInt64](repeating: 0, count: max(word + 1, words.count * 2) - words.count)
    }
    if words[word] & bit == 0 { count += 1 }
    words[word] |= bit
  }

  func contains(_ number: Int64) -> Bool {
    guard (0..<NumberSet.maxBits).contains(number) else { return large.contains(number) }
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }
}
