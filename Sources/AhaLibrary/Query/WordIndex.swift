import AhaBase
import AhaStore

/// The index of words, as searches use it.
struct WordIndex {
  let splitter: WordSplitter
  let hits: WordHits

  init(_ database: Database) throws(AhaError) {
    try database.execute(WordIndex.instance)
    (splitter, hits) = (try WordSplitter(database), try WordHits(database))
  }

  /// Beside the tables: what the index knows, word by word.
  private static let instance = """
    CREATE VIRTUAL TABLE IF NOT EXISTS temp.instance USING fts5vocab(main, words, instance)
    """
}
