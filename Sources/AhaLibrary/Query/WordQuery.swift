import AhaBase
import AhaStore

/// The words that are looked for. The last may be the beginning of one.
struct WordQuery {
  /// More are not looked for.
  private static let mostWords = 32
  /// Beginnings of so many letters are in the index as words are.
  private static let indexedLetters = 6

  let words: [[UInt8]]
  let splitter: WordSplitter

  init(_ text: String, _ splitter: WordSplitter) {
    self.splitter = splitter
    let all = text.array.withUnsafeBufferPointer { splitter.words(of: $0) }
    words = Array(all.prefix(WordQuery.mostWords))
  }

  /// Whether a row has them in its columns from `column` on.
  func matches(_ row: Row, from column: Int32) -> Bool {
    let all = UInt32.max >> UInt32(WordQuery.mostWords - words.count)
    var found: UInt32 = 0
    for column in column..<(column + 4) where found != all {
      found |= row.withBytes(column) { splitter.found(words, in: $0) }
    }
    return found == all
  }

  /// Whether `newest` has only items that have the words, and not some that begin alike.
  var isIndexed: Bool {
    words.last.map { WordQuery.letters($0) <= WordQuery.indexedLetters } ?? false
  }

  /// Those that have the words, from the last item on, as they are stepped to.
  func newest(_ database: Database, from number: Int64) throws(AhaError) -> Statement {
    try database.statement(made: WordQuery.newest, [.text(match), .integer(number)])
  }

  /// All words, as the index is asked for them.
  private var match: String {
    var match = ""
    for (place, word) in words.enumerated() {
      let isLast = place == words.count - 1
      let known = isLast ? WordQuery.beginning(of: word) : word
      match += "\"\(WordQuery.text(known))\"" + (isLast ? "*" : " ")
    }
    return match
  }

  /// Which items may have all words, whatever their number, and where `isIndexed` do: the index
  /// compares its lists faster than it gives them away.
  func likely(_ database: Database) throws(AhaError) -> NumberSet {
    var found = NumberSet()
    let rows = try database.statement(made: WordQuery.exact, [.text(match)])
    while try rows.step() { found.insert(rows.row.integer(0)) }
    return found
  }

  /// Which of those have them.
  func items(_ database: Database, of likely: NumberSet) throws(AhaError) -> NumberSet {
    guard !isIndexed, let last = words.last, likely.count > 0 else { return likely }
    return try beginning(last, database, .max - 1).map { $0.intersection(likely) } ?? likely
  }

  /// Which items have one of the words; nil when there are more than `most`.
  func items(
    of place: Int, in database: Database, most: Int
  ) throws(AhaError) -> NumberSet? {
    if place == words.count - 1, !isIndexed { return try beginning(words[place], database, most) }
    return try indexed(of: place, in: database, most: most)
  }

  /// The same, but that of a long beginning it is those that have its first letters.
  func indexed(
    of place: Int, in database: Database, most: Int
  ) throws(AhaError) -> NumberSet? {
    let isBeginning = place == words.count - 1
    let word = isBeginning ? WordQuery.beginning(of: words[place]) : words[place]
    let match = "\"\(WordQuery.text(word))\"" + (isBeginning ? "*" : "")
    var (found, before) = (NumberSet(), Int64(0))
    let largest = try database.integer("SELECT max(number) FROM item")
    let rows = try database.statement(made: WordQuery.exact, [.text(match)])
    while try rows.step() {
      let number = rows.row.integer(0)
      found.insert(number)
      if found.count > most { return nil }
      guard found.count % WordQuery.sample == 0 else { continue }
      // They come in order: from all so far, and from those that were met last, it can be told how
      // many there will be.
      let here = Int64(WordQuery.sample) * (largest / max(1, number - before))
      let all = Int64(found.count) * (largest / max(1, number))
      if min(here, all) > 2 * Int64(most) { return nil }
      before = number
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
  private static let newest = """
    SELECT rowid FROM words WHERE words MATCH ?1 AND rowid <= ?2 ORDER BY rowid DESC
    """
  private static let beginning = "SELECT doc FROM temp.instance WHERE term >= ?1 AND term < ?2"
  /// Beside the tables: what the index knows, word by word.
  static let instance = """
    CREATE VIRTUAL TABLE temp.instance USING fts5vocab(main, words, instance)
    """

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
  static func end(of word: [UInt8]) -> [UInt8] { word + [0xF4, 0x8F, 0xBF, 0xBF] }
}
