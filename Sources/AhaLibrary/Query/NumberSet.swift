/// Numbers of items, a bit for each; those that are very large, as in a file that somebody has
/// made, one by one.
struct NumberSet {
  static let mostBits: Int64 = 1 << 26

  private var words: [UInt64] = []
  private var large: Set<Int64> = []
  private(set) var count = 0

  mutating func insert(_ number: Int64) {
    guard (0..<NumberSet.mostBits).contains(number) else {
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

  /// From the smallest on.
  @_optimize(speed)
  mutating func insert(rising numbers: UnsafeBufferPointer<Int64>) {
    guard let first = numbers.first, let last = numbers.last, first >= 0, first <= last,
      last < NumberSet.mostBits
    else {
      for number in numbers { insert(number) }
      return
    }
    insert(last)
    var added = 0
    words.withUnsafeMutableBufferPointer { words in
      for number in numbers {
        // One that is not in order, as in a file that somebody has made.
        guard (0...last).contains(number) else { continue }
        let (word, bit) = (Int(number >> 6), UInt64(1) << UInt64(number & 63))
        added += words[word] & bit == 0 ? 1 : 0
        words[word] |= bit
      }
    }
    count += added
  }

  func contains(_ number: Int64) -> Bool {
    guard (0..<NumberSet.mostBits).contains(number) else { return large.contains(number) }
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  @_optimize(speed)
  func intersection(_ other: NumberSet) -> NumberSet {
    var both = NumberSet()
    both.words = zip(words, other.words).map { $0 & $1 }
    both.large = large.intersection(other.large)
    both.count = both.words.reduce(both.large.count) { $0 + $1.nonzeroBitCount }
    return both
  }

  /// From the smallest on.
  @_optimize(speed)
  func sorted() -> [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(count)
    for (word, bits) in words.enumerated() where bits != 0 {
      var left = bits
      while left != 0 {
        numbers.append(Int64(word << 6 | left.trailingZeroBitCount))
        left &= left - 1
      }
    }
    return large.isEmpty ? numbers : (numbers + large).sorted()
  }
}
