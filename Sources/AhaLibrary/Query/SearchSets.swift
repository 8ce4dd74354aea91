import AhaBase
import AhaStore

/// Which items have the words of a search, and the content. Sets are made at once of words that few
/// have, and of others when they are needed, the rarest first.
struct SearchSets {
  private let database: Database
  private let words: WordQuery?
  /// What all sets that are made have; nil where none is.
  private(set) var common: NumberSet?
  /// The rarest is the last.
  private var rest: [Rest] = []

  /// A word that no set is made of.
  private struct Rest {
    let place: Int
    /// Items that have it, as many as the time to find them is worth.
    let expected: Int
    /// Of all its letters.
    var isLong = false
  }

  /// Items whose words begin alike cost as much as so many that have a word.
  private static let longCost = 10
  /// A word may be in so many times as many as it was expected to be.
  private static let doubt = 4

  init(
    _ database: Database, _ words: WordQuery?, content: String, most: Int
  ) throws(AhaError) {
    (self.database, self.words) = (database, words)
    if !content.isEmpty { common = try sameContent(content) }
    guard let words else { return }
    for place in words.words.indices { try begin(place, words, most) }
    rest.sort { $0.expected > $1.expected }
  }

  /// Whether `common` has no others.
  var isAll: Bool { rest.isEmpty }

  /// Items that have the rarest word of which no set is made.
  var expected: Int { rest.last?.expected ?? .max }

  private mutating func begin(
    _ place: Int, _ words: WordQuery, _ most: Int
  ) throws(AhaError) {
    let isLong = words.isLong(place)
    if isLong, let found = try words.beginnings(in: database, most: most / SearchSets.longCost) {
      return add(found)
    }
    let found = try words.items(of: place, in: database, most: most)
    if found.isTooMany {
      rest.append(Rest(place: place, expected: found.expected))
    } else {
      add(found.items)
    }
    if isLong {
      let cost = (found.isTooMany ? found.expected : found.items.count).times(SearchSets.longCost)
      rest.append(Rest(place: place, expected: cost, isLong: true))
    }
  }

  private mutating func add(_ found: NumberSet) {
    common = common.map { $0.intersection(found) } ?? found
  }

  /// Makes the set of one more word, or finds that it is more frequent than was expected. False
  /// when there is none.
  mutating func makeNext() throws(AhaError) -> Bool {
    guard let next = rest.popLast(), let words else { return false }
    let most = next.expected.times(SearchSets.doubt)
    var items: NumberSet?
    if next.isLong {
      items = try words.beginnings(in: database, most: most / SearchSets.longCost)
    } else {
      let found = try words.items(of: next.place, in: database, most: most)
      if !found.isTooMany { items = found.items }
    }
    if let items {
      add(items)
    } else {
      rest.append(Rest(place: next.place, expected: most, isLong: next.isLong))
      rest.sort { $0.expected > $1.expected }
    }
    return true
  }

  private func sameContent(_ sha256: String) throws(AhaError) -> NumberSet {
    var found = NumberSet()
    try database.each(
      "SELECT number FROM item WHERE sha256 = ?1 AND sha256 <> ''", .text(sha256)
    ) { (row) throws(AhaError) in found.insert(row.integer(0)) }
    return found
  }
}

extension Int {
  /// At most the largest.
  fileprivate func times(_ count: Int) -> Int {
    let (product, isOver) = multipliedReportingOverflow(by: count)
    return isOver ? .max : product
  }
}
