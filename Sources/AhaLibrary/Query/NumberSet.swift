/// Numbers of items, a bit for each, in pieces: a number may be as large as it likes.
struct NumberSet {
  private static let wordsInPiece = 64

  private var pieces: [Int64: [UInt64]] = [:]
  private(set) var count = 0

  mutating func insert(_ number: Int64) {
    if contains(number) { return }
    let (piece, word, bit) = NumberSet.place(number)
    pieces[piece, default: [UInt64](repeating: 0, count: NumberSet.wordsInPiece)][word] |= bit
    count += 1
  }

  func contains(_ number: Int64) -> Bool {
    let (piece, word, bit) = NumberSet.place(number)
    guard let words = pieces[piece] else { return false }
    return words[word] & bit != 0
  }

  private static func place(_ number: Int64) -> (piece: Int64, word: Int, bit: UInt64) {
    (number >> 12, Int(number >> 6 & 63), 1 << UInt64(number & 63))
  }

  func intersection(_ other: NumberSet) -> NumberSet {
    var both = NumberSet()
    for (piece, words) in pieces {
      guard let others = other.pieces[piece] else { continue }
      let common = words.indices.map { words[$0] & others[$0] }
      let bits = common.reduce(0) { $0 + $1.nonzeroBitCount }
      if bits == 0 { continue }
      both.pieces[piece] = common
      both.count += bits
    }
    return both
  }

  /// From the smallest on.
  var numbers: [Int64] {
    var numbers: [Int64] = []
    for piece in pieces.keys.sorted() {
      for (word, bits) in (pieces[piece] ?? []).enumerated() {
        var left = bits
        while left != 0 {
          numbers.append(piece << 12 | Int64(word << 6 | left.trailingZeroBitCount))
          left &= left - 1
        }
      }
    }
    return numbers
  }
}
