import AhaBase
import AhaStore

/// Which items of a list a page has.
extension Library {
  /// To read and sort the rows of so many items takes about 9 ms of 100 000, 25 ms of a million.
  private static let maxSorted = 10_000

  /// The first keys of a list. If few items have the words and the content, their rows are sorted.
  /// Otherwise the list is read in order until enough of its items are among them.
  ///
  /// Invariant: the caller holds the lock, in a snapshot.
  func keys(of select: ItemSelect, count: Int) throws(AhaError) -> [ItemKey] {
    let query = select.query
    if query.text.isEmpty, query.sha256.isEmpty {
      return try keys(of: select, part: select.walk, count: count)
    }
    let match = query.text.isEmpty ? "" : try self.match(for: query.text)
    if match.isEmpty, !query.text.isEmpty { return [] }
    let found = Library.found(match, sha256: query.sha256)
    var numbers = NumberSet()
    let rows = try database.statement(made: found.sql, values: found.values)
    while try rows.step() { numbers.insert(rows.row.integer(0)) }
    if numbers.count <= Library.maxSorted {
      return try keys(of: select, part: select.sorted(found, count: count), count: count)
    }
    return try keys(of: select, part: select.walk, count: count, among: numbers)
  }

  private func keys(
    of select: ItemSelect, part: ItemSelect.Part, count: Int, among numbers: NumberSet? = nil
  ) throws(AhaError) -> [ItemKey] {
    var keys: [ItemKey] = []
    let rows = try database.statement(made: part.sql, values: part.values)
    while keys.count < count, try rows.step() {
      let isFound = numbers?.contains(rows.row.integer(0)) ?? true
      if isFound { keys.append(select.key(at: rows.row)) }
    }
    return keys
  }

  /// Selects the items that match and have the content; one of both may be empty.
  private static func found(_ match: String, sha256: String) -> ItemSelect.Part {
    let words = "SELECT rowid AS number FROM words WHERE words MATCH ?"
    if sha256.isEmpty { return (words, [.text(match)]) }
    let content = "SELECT number FROM item WHERE sha256 = ? AND sha256 <> '' AND inode <> -1"
    if match.isEmpty { return (content, [.text(sha256)]) }
    return ("\(content) AND number IN (\(words))", [.text(sha256), .text(match)])
  }

  // MARK: Words

  /// Words after these are not searched for.
  private static let maxWords = 32

  /// The expression of FTS5 for items that have all words of a text, of the last one the beginning;
  /// "" for a text without a word.
  ///
  /// A temporary FTS5 table splits the text exactly as the index splits the columns of items. The
  /// snapshot ends with a rollback, which empties that table.
  private func match(for text: String) throws(AhaError) -> String {
    try database.run(
      "INSERT INTO temp.splitter (rowid, text) VALUES (1, ?1)", .text(text))
    var match = ""
    try database.each(
      "SELECT term FROM temp.splitter_words ORDER BY offset LIMIT ?1",
      .integer(Int64(Library.maxWords))
    ) { (row) throws(AhaError) in
      match += (match.isEmpty ? "\"" : " AND \"") + row.text(0) + "\""
    }
    return match.isEmpty ? "" : match + "*"
  }

  /// Invariant: the caller holds the lock.
  func prepareSearch() throws(AhaError) { try database.execute(Library.splitter) }

  private static let splitter = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.splitter USING fts5(text, content='', columnsize=0, \
    tokenize='unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.splitter_words USING \
    fts5vocab(temp, splitter, instance)
    """
}
