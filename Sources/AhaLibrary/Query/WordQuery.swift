import AhaBase
import AhaStore

/// The words that are looked for. The last may be the beginning of one.
struct WordQuery {
  /// More are not looked for.
  private static let mostWords = 32
  /// Beginnings of so many letters are in the index as words are.
  private static let indexedLetters = 3

  let words: [[UInt8]]
  let splitter: WordSplitter

  init(_ text: String, _ splitter: WordSplitter) {
    self.splitter = splitter
    let all = text.array.withUnsafeBufferPointer { splitter.words(of: $0) }
    words = Array(all.prefix(WordQuery.mostWords))
  }

  /// Whether a row has them in its columns from `column` on.
  func matches(_ row: Row, from column: Int32) -> Bool {
    var found: [[UInt8]] = []
    for column in column..<(column + 4) {
      found += row.withBytes(column) { splitter.words(of: $0) }
    }
    for (place, word) in words.enumerated() {
      let isLast = place == words.count - 1
      let isThere = found.contains { isLast ? $0.starts(with: word) : $0 == word }
      if !isThere { return false }
    }
    return true
  }

  /// Which items have one of the words; nil when there are more than `most`.
  func items(
    of place: Int, in database: Database, most: Int
  ) throws(AhaError) -> NumberSet? {
    let word = words[place]
    let isBeginning = place == words.count - 1
    var (found, rows) = (NumberSet(), 0)
    // One more tells that there are more.
    let limit = Value.integer(Int64(most) + 1)
    if isBeginning, WordQuery.letters(word) > WordQuery.indexedLetters {
      // The index would put all of them in order first.
      try database.each(
        WordQuery.beginning, .text(WordQuery.text(word)), .text(WordQuery.text(WordQuery.end(of: word))),
        limit
      ) { (row) throws(AhaError) in
        rows += 1
        found.insert(row.integer(0))
      }
    } else {
      let match = "\"\(WordQuery.text(word))\"" + (isBeginning ? "*" : "")
      try database.each(WordQuery.exact, .text(match), limit) { (row) throws(AhaError) in
        rows += 1
        found.insert(row.integer(0))
      }
    }
    return rows > most ? nil : found
  }

  private static let exact: StaticString = "SELECT rowid FROM words WHERE words MATCH ?1 LIMIT ?2"
  private static let beginning: StaticString = """
    SELECT doc FROM temp.instance WHERE term >= ?1 AND term < ?2 LIMIT ?3
    """
  /// Beside the tables: what the index knows, word by word.
  static let instance = """
    CREATE VIRTUAL TABLE temp.instance USING fts5vocab(main, words, instance)
    """

  private static func text(_ word: [UInt8]) -> String {
    word.withUnsafeBufferPointer(String.decoded)
  }

  private static func letters(_ word: [UInt8]) -> Int {
    word.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }

  /// Comes behind all words with a beginning: the last letter of Unicode is in no word.
  private static func end(of word: [UInt8]) -> [UInt8] { word + [0xF4, 0x8F, 0xBF, 0xBF] }
}
