import AhaBase
import AhaStore

/// What is done how in a search: about what takes a few milliseconds each.
struct SearchBounds {
  /// Items that are read and put in order: at once, and where the first are not met soon.
  var few = 1_500
  var many = 6_000
  /// Items that a set is made of: by whole words, and by beginnings of words.
  var words = 40_000
  var beginnings = 4_000
  /// Keys that are gone through, and rows that are read, before another way is taken.
  var keys = 60_000
  var rows = 3_000
  /// Rows that are read before anything is known: all, and those that tell whether it is worth it.
  var first = 250
  var sample = 50
}

/// Finds the first items of a list that have some words, or some content.
///
/// How, depends on how many items have them. Few are read and put in order. Of many the first ones
/// are soon met on the way through all items in order; it is enough to ask of each whether it is
/// one, which is cheap as long as the set of them could be made, and else means reading it. Where
/// that was not the right way, because just those that are first in order do not have the words, it
/// is given up for one that always ends.
struct ItemSearch {
  let database: Database
  let select: ItemSelect
  /// Nil for any.
  let words: WordQuery?
  let bounds: SearchBounds
  private static let unbounded = Int.max - 1

  private struct Sets {
    /// Items that have some of the words; nil when too many have each.
    var common: NumberSet?
    /// Whether they have all of them.
    var isAll = true

    mutating func add(_ found: NumberSet?, isAll: Bool = true) {
      if let found { common = common.map { $0.intersection(found) } ?? found }
      if found == nil || !isAll { self.isAll = false }
    }
  }

  /// As many keys as wanted, in order.
  func keys(_ count: Int) throws(AhaError) -> [ItemKey] {
    if let words, words.words.isEmpty { return [] }
    // Words that few items have, and then those that nearly all have, or lists that are short.
    let least = try sets(bounds.few, bounds.few)
    if let common = least.common, let keys = try keys(count, common, isAll: least.isAll) {
      return keys
    }
    if let keys = try walk(count, nil, isAll: false, rows: bounds.first) { return keys }
    if select.query.order == .newest, let keys = try newest(count) { return keys }
    let sets = try sets(bounds.words, bounds.beginnings)
    if let common = sets.common {
      if let keys = try keys(count, common, isAll: sets.isAll) { return keys }
    } else if let keys = try walk(count, nil, isAll: false, rows: bounds.rows) {
      return keys
    } else if let keys = try seldom(count) {
      return keys
    }
    return try surely(count)
  }

  /// The index has items in the order that they were found; nil when it took too long, as for lists
  /// that few are in. Those have each of their rows looked at.
  private func newest(_ count: Int) throws(AhaError) -> [ItemKey]? {
    guard let words else { return nil }
    for most in [bounds.rows / 4, bounds.rows] {
      if let keys = try newest(count, words, rows: most) { return keys }
      if let keys = try walk(count, nil, isAll: false, rows: most) { return keys }
    }
    return nil
  }

  private func newest(
    _ count: Int, _ words: WordQuery, rows most: Int
  ) throws(AhaError) -> [ItemKey]? {
    var (keys, read) = ([ItemKey](), 0)
    // Behind the cursor: numbers fall.
    let last = select.cursor.map { $0.number &- 1 } ?? .max
    let found = try words.newest(database, from: last)
    let rows = try database.statement(made: select.one)
    let isAll = words.isIndexed && select.query.sha256.isEmpty
    while keys.count < count, try found.step() {
      read += 1
      if read > most { return nil }
      try rows.restart([.integer(found.row.integer(0))])
      guard try rows.step() else { continue }
      let row = rows.row
      guard select.isWanted(state: row.integer(2), origin: row.integer(3)) else { continue }
      if isAll || isFound(row) { keys.append(select.key(row)) }
    }
    return keys
  }

  /// Of a set; nil when it takes too long.
  private func keys(
    _ count: Int, _ common: NumberSet, isAll: Bool
  ) throws(AhaError) -> [ItemKey]? {
    if common.count <= bounds.few { return try sorted(common, count, isAll: isAll) }
    if select.query.order == .newest {
      return try sorted(common, count, isAll: isAll, rows: bounds.rows)
    }
    // Those that are spread over all items are met by then.
    let gap = Int(clamping: try database.integer("SELECT max(number) FROM item")) / common.count
    let isNear = gap < bounds.keys / (4 * count)
    let soon = isNear ? 4 * count * (gap + 1) : bounds.keys
    if isAll, common.count <= bounds.many {
      if let keys = try titled(count, common, isAll: true) { return keys }
      let most = min(soon, count * (gap + 1) * 3 / 2)
      if let keys = try walk(count, common, isAll: true, keys: most) { return keys }
      return try sorted(common, count, isAll: true)
    }
    if let keys = try walk(count, common, isAll: isAll, keys: soon, rows: bounds.rows) {
      return keys
    }
    // Then it is soon known which of them have the other words too.
    if !isAll || soon == bounds.keys { return nil }
    if let keys = try titled(count, common, isAll: isAll) { return keys }
    return try walk(count, common, isAll: isAll, keys: bounds.keys, rows: bounds.rows)
  }

  /// Of a word that very many have, where those that are first in order do not.
  private func seldom(_ count: Int) throws(AhaError) -> [ItemKey]? {
    let sets = try sets(5 * bounds.words, bounds.beginnings)
    guard let common = sets.common else { return nil }
    return try walk(count, common, isAll: sets.isAll, keys: bounds.keys, rows: bounds.rows)
  }

  /// The way that always ends: all items that have the words, whatever their number.
  private func surely(_ count: Int) throws(AhaError) -> [ItemKey] {
    var sets = Sets()
    if !select.query.sha256.isEmpty { sets.add(try sameContent(ItemSearch.unbounded)) }
    if let words {
      let likely = try words.likely(database)
      // Nearly all that begin alike may be what is looked for.
      if !words.isIndexed, likely.count > bounds.few,
        let keys = try walk(count, likely, isAll: false, keys: bounds.keys, rows: bounds.rows)
      {
        return keys
      }
      sets.add(try words.items(database, of: likely))
    }
    guard let common = sets.common else { return [] }
    if common.count <= bounds.few { return try sorted(common, count, isAll: true) ?? [] }
    if let keys = try titled(count, common, isAll: true) { return keys }
    if let keys = try walk(count, common, isAll: true, keys: bounds.keys) { return keys }
    // To read one costs as much as to go through so many.
    let all = Int(clamping: try database.integer("SELECT max(number) FROM item"))
    if common.count <= all / 40 { return try sorted(common, count, isAll: true) ?? [] }
    return try walk(count, common, isAll: true) ?? []
  }

  /// - Parameters: How many items a set is made of, at most.
  private func sets(_ words: Int, _ beginnings: Int) throws(AhaError) -> Sets {
    var sets = Sets()
    if !select.query.sha256.isEmpty { sets.add(try sameContent(beginnings)) }
    let count = self.words?.words.count ?? 0
    for place in 0..<count {
      let isLong = place == count - 1 && self.words?.isIndexed == false
      let most = isLong ? beginnings : words
      let found = try self.words?.items(of: place, in: database, most: most)
      sets.add(found)
      if found != nil || !isLong { continue }
      sets.add(
        try self.words?.indexed(of: place, in: database, most: words), isAll: false)
    }
    return sets
  }

  private func sameContent(_ most: Int) throws(AhaError) -> NumberSet? {
    var found = NumberSet()
    try database.each(
      "SELECT number FROM item WHERE sha256 = ?1 AND sha256 <> '' LIMIT ?2",
      .text(select.query.sha256), .integer(Int64(most) + 1)
    ) { (row) throws(AhaError) in found.insert(row.integer(0)) }
    return found.count > most ? nil : found
  }

  /// Of a row as `ItemSelect.one` has it.
  private func isFound(_ row: Row) -> Bool {
    let hash = select.query.sha256
    if !hash.isEmpty, !row.text(4).isSame(as: hash) { return false }
    return words?.matches(row, from: 5) ?? true
  }

  /// Reads all of them, or where the newest come first, as many as it takes.
  func sorted(
    _ set: NumberSet, _ count: Int, isAll: Bool, rows most: Int = .max
  ) throws(AhaError) -> [ItemKey]? {
    let isNewest = select.query.order == .newest
    var (keys, read) = ([ItemKey](), 0)
    let rows = try database.statement(made: isAll ? select.oneKey : select.one)
    for number in isNewest ? set.numbers.reversed() : set.numbers {
      if isNewest, let cursor = select.cursor, number >= cursor.number { continue }
      if isNewest, keys.count == count { break }
      read += 1
      if read > most { return nil }
      try rows.restart([.integer(number)])
      guard try rows.step() else { continue }
      let row = rows.row
      guard select.isWanted(state: row.integer(2), origin: row.integer(3)) else { continue }
      let key = select.key(row)
      if select.isBehindCursor(key), isAll || isFound(row) { keys.append(key) }
    }
    keys.sort(by: select.isBefore)
    return Array(keys.prefix(count))
  }

  /// On the way through all items; nil when it was too long.
  private func walk(
    _ count: Int, _ numbers: NumberSet?, isAll: Bool, keys mostKeys: Int = .max,
    rows most: Int = .max
  ) throws(AhaError) -> [ItemKey]? {
    var keys: [ItemKey] = []
    var read = 0
    var walk = try ItemWalk(database, select, numbers, patience: mostKeys)
    let rows = try database.statement(made: select.one)
    while keys.count < count, let key = try walk.next() {
      if !isAll {
        // They may be too seldom for as many rows.
        if read == bounds.sample, most <= bounds.first, keys.count < count / 10 { return nil }
        read += 1
        if read > most { return nil }
        try rows.restart([.integer(key.number)])
        guard try rows.step(), isFound(rows.row) else { continue }
      }
      keys.append(key)
    }
    return walk.isOver && keys.count < count ? nil : keys
  }
}
