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
  /// What the list goes on behind.
  let last: ItemKey?
  let states: [Playability]
  let origins: [ItemOrigin]
  /// Which groups of items are in the list, a bit for each.
  let groups: UInt64

  init(_ query: ItemQuery, _ cursor: ItemCursor?) {
    (self.query, last) = (query, cursor?.last)
    states = query.states.isEmpty ? Playability.allCases : query.states
    origins = query.origin.map { [$0] } ?? ItemOrigin.allCases
    var groups: UInt64 = 0
    for state in states {
      for origin in origins {
        groups |=
          1 << SortColumn.group(state: Int64(state.rawValue), origin: Int64(origin.rawValue))
      }
    }
    self.groups = groups
  }

  /// Whether the largest comes first.
  var isDown: Bool { query.order == .newest || query.order == .played }

  /// The column behind a row's number that its key is read from.
  private var keyColumn: String {
    switch query.order {
    case .newest: "0"
    case .title: "title"
    case .played: "played"
    case .length: "length_us"
    }
  }

  /// The keys of a state and an origin in order, all of it from one index: behind a cursor those
  /// that are equal to it, and then the others. SQLite does not find the place of both at once.
  var keys: [(sql: String, values: [Value])] {
    let (start, sign) = (
      "SELECT number, \(keyColumn) FROM item WHERE state = ?1 AND origin = ?2", isDown ? "<" : ">"
    )
    let turn = isDown ? " DESC" : ""
    let isNewest = query.order == .newest
    let column = query.order == .title ? "title COLLATE NOCASE" : keyColumn
    let end = " ORDER BY " + (isNewest ? "" : "\(column)\(turn), ") + "number\(turn)"
    guard let last else { return [(start + end, [])] }
    let number = Value.integer(last.number)
    if isNewest { return [("\(start) AND number \(sign) ?3\(end)", [number])] }
    let value: Value = query.order == .title ? .letters(last.title) : .integer(last.key)
    return [
      ("\(start) AND \(column) = ?3 AND number \(sign) ?4\(end)", [value, number]),
      ("\(start) AND \(column) \(sign) ?3\(end)", [value]),
    ]
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
    groups >> SortColumn.group(state: state, origin: origin) & 1 == 1
  }

  func isBehindCursor(_ key: ItemKey) -> Bool { last.map { isBefore($0, key) } ?? true }

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
}
