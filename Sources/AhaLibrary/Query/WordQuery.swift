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
    let isLong = WordQuery.letters(word) > WordQuery.indexedLetters
    if isBeginning, isLong { return try beginning(word, database, most) }
    let match = "\"\(WordQuery.text(word))\"" + (isBeginning ? "*" : "")
    var found = NumberSet()
    let largest = try database.integer("SELECT max(number) FROM item")
    let rows = try database.statement(made: WordQuery.exact, [.text(match)])
    while try rows.step() {
      let number = rows.row.integer(0)
      found.insert(number)
      if found.count > most { return nil }
      // They come in order: from the first ones it can be told how many there will be.
      if found.count == WordQuery.sample, most < Int(largest),
        number < largest / Int64(most / WordQuery.sample + 1)
      {
        return nil
      }
    }
    return found
  }

  private static let sample = 500

  /// The index would put all of them in order first.
  private func beginning(
    _ word: [UInt8], _ database: Database, _ most: Int
  ) throws(AhaError) -> NumberSet? {
    var (found, count) = (NumberSet(), 0)
    let bounds: [Value] = [
      .text(WordQuery.text(word)), .text(WordQuery.text(WordQuery.end(of: word))),
    ]
    let rows = try database.statement(made: WordQuery.beginning, bounds)
    while try rows.step() {
      count += 1
      if count > most { return nil }
      found.insert(rows.row.integer(0))
    }
    return found
  }

  private static let exact = "SELECT rowid FROM words WHERE words MATCH ?1"
  private static let beginning = "SELECT doc FROM temp.instance WHERE term >= ?1 AND term < ?2"
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
