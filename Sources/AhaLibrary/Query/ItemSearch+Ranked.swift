import AhaBase
import AhaStore

/// The first of a set in order, where it would take long to read all of it.
extension ItemSearch {
  /// Nil when too many rows had to be read to know which of them have the words.
  func ranked(
    _ count: Int, _ set: NumberSet, isAll: Bool, rows most: Int = .max
  ) throws(AhaError) -> [ItemKey]? {
    var ranked = try RankedItems(database, select, set)
    var (keys, alike, read) = ([ItemKey](), Alike(), 0)
    let rows = try database.statement(made: isAll ? select.oneKey : select.one)
    while let item = ranked.next() {
      if let first = alike.first, !ranked.isTied(first, item) {
        keys += alike.keys.sorted(by: select.isBefore)
        alike = Alike()
        if keys.count >= count { break }
      }
      if alike.first == nil { alike.first = item }
      (read, alike.read) = (read + 1, alike.read + 1)
      if read > most { return nil }
      let number = ranked.turned(item.place)
      if let key = try key(of: number, rows, isAll: isAll) { alike.keys.append(key) }
      if alike.read != bounds.alike { continue }
      let rest = try behind(item, set, count - keys.count, isAll: isAll)
      if let rest { return keys + rest }
    }
    keys += alike.keys.sorted(by: select.isBefore)
    return Array(keys.prefix(count))
  }

  /// Those of which only their rows tell which comes first.
  private struct Alike {
    var first: RankedItems.Item?
    var read = 0
    var keys: [ItemKey] = []
  }

  /// Of very many titles that begin alike the first ones are met sooner on the way through all
  /// titles that do; nil when that was not so, either.
  private func behind(
    _ item: RankedItems.Item, _ set: NumberSet, _ count: Int, isAll: Bool
  ) throws(AhaError) -> [ItemKey]? {
    guard select.query.order == .title, let start = SortColumn.start(ofTitle: item.key) else {
      return nil
    }
    let isBehind = select.last.map { $0.title.lexicographicallyPrecedes(start) }
    let cursor = ItemCursor(last: ItemKey(title: start, number: .min))
    let own = isBehind ?? true ? ItemSelect(select.query, cursor) : select
    let walk = ItemWalk(database, own, set, patience: bounds.keys)
    return try self.walk(walk, count, isAll: isAll)
  }
}
