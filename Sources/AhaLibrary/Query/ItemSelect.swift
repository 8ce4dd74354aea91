import AhaBase
import AhaStore
import CShims

/// Where an item is in a list.
struct ItemKey {
  /// In small letters; empty where the list is not in order of titles.
  var title: [UInt8] = []
  var key: Int64 = 0
  let number: Int64

  /// Below zero where its title comes first.
  fileprivate func titleOrder(_ other: ItemKey) -> Int {
    let order = title.withUnsafeBytes { one in
      other.title.withUnsafeBytes { other in
        guard let start = one.baseAddress, let otherStart = other.baseAddress else { return 0 }
        return Int(memcmp(start, otherStart, min(one.count, other.count)))
      }
    }
    return order == 0 ? title.count - other.title.count : order
  }
}

/// A query as SQL, and its order.
struct ItemSelect {
  let query: ItemQuery
  let cursor: ItemCursor?

  init(_ query: ItemQuery, _ cursor: ItemCursor?) { (self.query, self.cursor) = (query, cursor) }

  /// What items are in order of, and whether the largest comes first.
  private var order: (columns: [String], isDown: Bool) {
    switch query.order {
    case .newest: (["number"], true)
    case .title: (["title COLLATE NOCASE", "number"], false)
    case .played: (["played", "number"], true)
    case .length: (["length_us", "number"], false)
    }
  }

  /// The column behind a row's number that its key is read from.
  private var keyColumn: String {
    switch query.order {
    case .newest: "0"
    case .title: "title"
    case .played: "played"
    case .length: "length_us"
    }
  }

  /// The keys of a state and an origin in order: all of it is in one index.
  var keys: String {
    let (columns, isDown) = order
    var sql = "SELECT number, \(keyColumn) FROM item WHERE state = ?1 AND origin = ?2"
    if cursor != nil {
      let marks = columns.indices.map { "?\($0 + 3)" }
      // Of a comparison of both SQLite does not find the place in the index of titles.
      if columns.count > 1 { sql += " AND \(columns[0]) \(isDown ? "<=" : ">=") ?3" }
      sql += " AND (\(ItemSelect.list(columns))) \(isDown ? "<" : ">") (\(ItemSelect.list(marks)))"
    }
    return sql + " ORDER BY \(ItemSelect.list(columns.map { isDown ? $0 + " DESC" : $0 }))"
  }

  func values(_ state: Playability, _ origin: ItemOrigin) -> [Value] {
    let values: [Value] = [.integer(Int64(state.rawValue)), .integer(Int64(origin.rawValue))]
    guard let cursor else { return values }
    switch query.order {
    case .newest: return values + [.integer(cursor.number)]
    case .title: return values + [.text(cursor.title), .integer(cursor.number)]
    case .played, .length: return values + [.integer(cursor.key), .integer(cursor.number)]
    }
  }

  /// The key of one item, with what decides whether it is in the list.
  var oneKey: String { "SELECT number, \(keyColumn), state, origin FROM item WHERE number = ?1" }

  /// The same, with what decides whether it has the words.
  var one: String {
    """
    SELECT number, \(keyColumn), state, origin, sha256, title, artist, tags, place FROM item
      WHERE number = ?1
    """
  }

  private static func list(_ texts: [String]) -> String {
    var list = ""
    for text in texts { list += (list.isEmpty ? "" : ", ") + text }
    return list
  }

  var states: [Playability] { query.states.isEmpty ? Playability.allCases : query.states }
  var origins: [ItemOrigin] { query.origin.map { [$0] } ?? ItemOrigin.allCases }

  /// Of a row that begins with number and key.
  func key(_ row: Row) -> ItemKey {
    var key = ItemKey(number: row.integer(0))
    if query.order == .title {
      key.title = row.withBytes(1) { $0.lowered }
    } else {
      key.key = row.integer(1)
    }
    return key
  }

  func isWanted(state: Int64, origin: Int64) -> Bool {
    states.contains { Int64($0.rawValue) == state }
      && origins.contains { Int64($0.rawValue) == origin }
  }

  func isBehindCursor(_ key: ItemKey) -> Bool {
    guard let cursor else { return true }
    let title = query.order == .title ? cursor.title.array.lowered : []
    let last = ItemKey(
      title: title, key: query.order == .newest ? 0 : cursor.key, number: cursor.number)
    return isBefore(last, key)
  }

  func isBefore(_ one: ItemKey, _ other: ItemKey) -> Bool {
    switch query.order {
    case .newest: return one.number > other.number
    case .played: return (one.key, one.number) > (other.key, other.number)
    case .length: return (one.key, one.number) < (other.key, other.number)
    case .title:
      let order = one.titleOrder(other)
      return order == 0 ? one.number < other.number : order < 0
    }
  }

  func cursor(behind key: ItemKey) -> ItemCursor {
    let title = key.title.withUnsafeBufferPointer(String.decoded)
    return ItemCursor(title: title, key: key.key, number: key.number)
  }
}
