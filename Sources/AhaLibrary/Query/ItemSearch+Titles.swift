import AhaBase
import AhaStore

/// Items whose titles begin with a word that is looked for are beside each other in the order of
/// titles, maybe far behind the first: where all but a few are there, these two are enough to look
/// at.
extension ItemSearch {
  /// Of the words, those that titles are asked for.
  private static let mostTitleWords = 3

  /// Nil where that is not so, or the list is in another order.
  func titled(_ count: Int, _ common: NumberSet, isAll: Bool) throws(AhaError) -> [ItemKey]? {
    guard select.query.order == .title, isAll, let words else { return nil }
    for word in words.words.prefix(ItemSearch.mostTitleWords) {
      guard let others = try others(than: word, common) else { continue }
      let keys = try titled(word, common, count) + (try sorted(others, count, isAll: true) ?? [])
      return Array(keys.sorted(by: select.isBefore).prefix(count))
    }
    return nil
  }

  /// Those of a set whose titles do not begin with a word; nil when they are many.
  private func others(
    than word: [UInt8], _ common: NumberSet
  ) throws(AhaError) -> NumberSet? {
    let (first, end) = (WordQuery.text(word), WordQuery.text(WordQuery.end(of: word)))
    var (others, read) = (common, 0)
    for state in Playability.allCases {
      for origin in ItemOrigin.allCases {
        let rows = try database.statement(
          made: ItemSearch.titles,
          [
            .integer(Int64(state.rawValue)), .integer(Int64(origin.rawValue)), .text(first),
            .text(end),
          ])
        while try rows.step() {
          read += 1
          if read > bounds.keys { return nil }
          others.remove(rows.row.integer(0))
        }
      }
    }
    return others.count > bounds.few ? nil : others
  }

  private static let titles = """
    SELECT number FROM item WHERE state = ?1 AND origin = ?2
      AND title COLLATE NOCASE >= ?3 AND title COLLATE NOCASE < ?4
    """

  /// The first of a set whose titles begin with a word, behind the cursor.
  private func titled(
    _ word: [UInt8], _ common: NumberSet, _ count: Int
  ) throws(AhaError) -> [ItemKey] {
    let start = ItemCursor(title: WordQuery.text(word), key: 0, number: .min)
    let isBehind = select.cursor.map { $0.title.array.lowered.lexicographicallyPrecedes(word) }
    let own = isBehind ?? true ? ItemSelect(select.query, start) : select
    var walk = try ItemWalk(database, own, common, beginning: word)
    var keys: [ItemKey] = []
    while keys.count < count, let key = try walk.next() { keys.append(key) }
    return keys
  }
}
