import AhaBase
import AhaStore

/// What is done how in a search: about what takes a few milliseconds each.
struct SearchBounds {
  /// Items whose rows are all read and put in order.
  var few = 700
  /// Items that a set is made of at once; of other words it is found how many have them.
  var words = 3_000
  /// Rows that are read where these sets leave more than a few: all, and those that tell whether
  /// it is worth it to go on.
  var first = 400
  var sample = 50
  /// For a set of so many items it is worth it to read a row before.
  var patience = 600
  /// Items that another set is made of sooner than one is put in order.
  var soon = 200_000
  /// Items of an order that are gone through.
  var keys = 15_000
  /// Titles that begin alike that are read before the others are gone through.
  var alike = 300
}

/// Finds the first items of a list that have some words, or some content.
///
/// How, depends on how many items have them. Of very many the first ones are soon met on the way
/// through all items in order. Of others a set is made, which is put in order by their columns. Of
/// words that are more frequent than another, the rows tell; when too many had to be read, a set is
/// made all the same, which always ends.
struct ItemSearch {
  let database: Database
  let select: ItemSelect
  /// Nil for any.
  let words: WordQuery?
  let bounds: SearchBounds

  /// As many keys as wanted, in order.
  func keys(_ count: Int) throws(AhaError) -> [ItemKey] {
    if let words, words.words.isEmpty { return [] }
    var sets = try SearchSets(
      database, words, content: select.query.sha256, most: bounds.words)
    if sets.common?.count ?? .max > bounds.few {
      // Nearly all items may have the words, and lists may be short.
      let all = ItemWalk(database, select)
      if let keys = try walk(all, count, isAll: false, rows: bounds.first) { return keys }
      if let keys = try newest(count, rows: 2 * bounds.first) { return keys }
    }
    repeat {
      if let keys = try keys(count, sets) { return keys }
    } while try sets.makeNext()
    // Of all sets there were keys.
    return []
  }

  /// Nil where another set is to be made first.
  private func keys(_ count: Int, _ sets: SearchSets) throws(AhaError) -> [ItemKey]? {
    let (isAll, rows) = (sets.isAll, sets.isAll ? .max : sets.expected / max(1, bounds.patience))
    guard let set = sets.common else {
      // Not much more than was read already.
      if rows / 2 <= bounds.first { return nil }
      return try walk(ItemWalk(database, select), count, isAll: false, rows: rows)
    }
    if set.count <= bounds.few { return try sorted(set, count, isAll: isAll) }
    // Those that are spread over all items are met by then.
    let all = Int(clamping: try database.integer("SELECT max(number) FROM item"))
    if all / set.count < bounds.keys / (4 * count) {
      let spread = ItemWalk(database, select, set, patience: bounds.keys)
      if let keys = try walk(spread, count, isAll: isAll, rows: rows) { return keys }
    }
    if !isAll, sets.expected <= bounds.soon { return nil }
    return try ranked(count, set, isAll: isAll, rows: rows)
  }

  /// The index has items in the order that they were found; nil when that is not the order, or many
  /// that it has are not in the list.
  private func newest(_ count: Int, rows most: Int) throws(AhaError) -> [ItemKey]? {
    guard select.query.order == .newest, let words, words.words.count == 1 else { return nil }
    var (keys, read) = ([ItemKey](), 0)
    // Behind the cursor: numbers fall.
    let last = select.last.map { $0.number &- 1 } ?? .max
    let found = try words.newest(database, from: last)
    let rows = try database.statement(made: select.one)
    let isAll = words.isIndexed && select.query.sha256.isEmpty
    while keys.count < count, try found.step() {
      if isHopeless(read, of: most, keys.count, count) { return nil }
      read += 1
      if let key = try key(of: found.row.integer(0), rows, isAll: isAll) { keys.append(key) }
    }
    return keys
  }

  /// Whether so many rows are not enough, as far as those tell that were read.
  private func isHopeless(_ read: Int, of most: Int, _ found: Int, _ count: Int) -> Bool {
    read >= most || read == bounds.sample && found < count * bounds.sample / most
  }

  // MARK: Rows

  /// Of an item; nil when it is not in the list, or does not have the words.
  /// - Parameter rows: As `ItemSelect.one` has it, or where `isAll`, `oneKey`.
  func key(of number: Int64, _ rows: Statement, isAll: Bool) throws(AhaError) -> ItemKey? {
    try rows.restart([.integer(number)])
    guard try rows.step() else { return nil }
    let row = rows.row
    guard select.isWanted(state: row.integer(2), origin: row.integer(3)) else { return nil }
    let key = select.key(row)
    return select.isBehindCursor(key) && (isAll || isFound(row)) ? key : nil
  }

  private func isFound(_ row: Row) -> Bool {
    let hash = select.query.sha256
    if !hash.isEmpty, !row.text(4).isSame(as: hash) { return false }
    return words?.matches(row, from: 5) ?? true
  }

  /// Reads all of a set.
  private func sorted(
    _ set: NumberSet, _ count: Int, isAll: Bool
  ) throws(AhaError) -> [ItemKey] {
    var keys: [ItemKey] = []
    let rows = try database.statement(made: isAll ? select.oneKey : select.one)
    for number in set.sorted() {
      if let key = try key(of: number, rows, isAll: isAll) { keys.append(key) }
    }
    keys.sort(by: select.isBefore)
    return Array(keys.prefix(count))
  }

  /// Finds them on the way through items in order; nil when it is over, or rows were too many.
  func walk(
    _ items: ItemWalk, _ count: Int, isAll: Bool, rows most: Int = .max
  ) throws(AhaError) -> [ItemKey]? {
    var (walk, keys, read) = (items, [ItemKey](), 0)
    let rows = try database.statement(made: select.one)
    while keys.count < count, let next = try walk.next() {
      if !isAll {
        if isHopeless(read, of: most, keys.count, count) { return nil }
        read += 1
        guard try key(of: next.number, rows, isAll: false) != nil else { continue }
      }
      keys.append(next)
    }
    return walk.isOver && keys.count < count ? nil : keys
  }
}
