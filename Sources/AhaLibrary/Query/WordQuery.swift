import AhaBase
import AhaStore

/// The words that are looked for. The last may be the beginning of one.
struct WordQuery {
  /// More are not looked for.
  private static let mostWords = 32
  /// Beginnings of so many letters are in the index as words are.
  private static let indexedLetters = 6

  let words: [[UInt8]]
  private let index: WordIndex

  init(_ text: String, _ index: WordIndex) {
    self.index = index
    let all = text.array.withUnsafeBufferPointer { index.splitter.words(of: $0) }
    words = Array(all.prefix(WordQuery.mostWords))
  }

  /// Whether a row has them in its columns from `column` on.
  func matches(_ row: Row, from column: Int32) -> Bool {
    let all = UInt32.max >> UInt32(WordQuery.mostWords - words.count)
    var found: UInt32 = 0
    for column in column..<(column + 4) where found != all {
      found |= row.withBytes(column) { index.splitter.found(words, in: $0) }
    }
    return found == all
  }

  /// Whether the index has only items that have the last word, and not some that begin alike.
  var isIndexed: Bool {
    words.last.map { WordQuery.letters($0) <= WordQuery.indexedLetters } ?? false
  }

  /// Those that have the one word, from the last item on, as they are stepped to.
  func newest(_ database: Database, from number: Int64) throws(AhaError) -> Statement {
    try database.statement(made: WordQuery.newest, [.text(match(0)), .integer(number)])
  }

  /// A word as the index is asked for it.
  private func match(_ place: Int) -> String {
    let isLast = place == words.count - 1
    let word = isLast ? WordQuery.beginning(of: words[place]) : words[place]
    return "\"\(WordQuery.text(word))\"" + (isLast ? "*" : "")
  }

  /// Whether the index knows a word only by its first letters.
  func isLong(_ place: Int) -> Bool { place == words.count - 1 && !isIndexed }

  /// Which items have a word; of a long beginning it is those that have its first letters.
  func items(
    of place: Int, in database: Database, most: Int
  ) throws(AhaError) -> FoundItems {
    let found = FoundItems(
      most: most, largest: try database.integer("SELECT max(number) FROM item"))
    try index.hits.each(WordQuery.hits, match(place)) { found.take($0) }
    return found
  }

  /// Which items have words that begin as the last one: the index would put all of them in order
  /// first. Nil when there are more than `most`.
  func beginnings(in database: Database, most: Int) throws(AhaError) -> NumberSet? {
    guard let word = words.last else { return nil }
    var (found, count) = (NumberSet(), 0)
    let bounds: [Value] = [
      .text(WordQuery.text(word)), .text(WordQuery.text(WordQuery.end(of: word))),
    ]
    let rows = try database.statement(made: WordQuery.beginnings, bounds)
    while try rows.step() {
      count += 1
      if count > most { return nil }
      found.insert(rows.row.integer(0))
    }
    return found
  }

  private static let hits: StaticString = """
    SELECT hits(words) FROM words WHERE words MATCH ?1 LIMIT 1
    """
  private static let newest = """
    SELECT rowid FROM words WHERE words MATCH ?1 AND rowid <= ?2 ORDER BY rowid DESC
    """
  private static let beginnings = "SELECT doc FROM temp.instance WHERE term >= ?1 AND term < ?2"

  static func text(_ word: [UInt8]) -> String {
    word.withUnsafeBufferPointer(String.decoded)
  }

  private static func letters(_ word: [UInt8]) -> Int {
    word.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// As much of a word as there is an index of.
  private static func beginning(of word: [UInt8]) -> [UInt8] {
    var letters = 0
    let end = word.firstIndex { byte in
      if byte & 0xC0 != 0x80 { letters += 1 }
      return letters > indexedLetters
    }
    return Array(word[..<(end ?? word.count)])
  }

  /// Comes behind all words with a beginning: the last letter of Unicode is in no word.
  private static func end(of word: [UInt8]) -> [UInt8] { word + [0xF4, 0x8F, 0xBF, 0xBF] }
}

/// Items as they are found, until they are too many.
final class FoundItems {
  private let most: Int
  private let largest: Int64
  private(set) var items = NumberSet()
  private var last: Int64 = 1
  var isTooMany: Bool { items.count > most }

  fileprivate init(most: Int, largest: Int64) { (self.most, self.largest) = (most, largest) }

  /// Whether others are wanted.
  fileprivate func take(_ numbers: UnsafeBufferPointer<Int64>) -> Bool {
    items.insert(rising: numbers)
    last = max(1, numbers.last ?? last)
    return !isTooMany
  }

  /// They come in order: from those so far it can be told about how many there are.
  var expected: Int {
    let (all, isOver) = items.count.multipliedReportingOverflow(
      by: Int(clamping: max(1, largest / last)))
    return isOver ? .max : all
  }
}
