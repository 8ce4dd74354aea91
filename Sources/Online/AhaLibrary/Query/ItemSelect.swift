import AhaBase
import AhaStore

/// An item's position in a list.
struct ItemKey {
  let number: Int64
  /// Empty unless the list is in order of titles.
  var title: [UInt8] = []
  /// Time of the last play, or the length; 0 in the other orders.
  var key: Int64 = 0
}

/// The SQL of a list. Its statements return the number and the key of each item, in order.
struct ItemSelect {
  let query: ItemQuery
  /// The list continues after this item.
  let last: ItemKey?

  init(_ query: ItemQuery, _ cursor: ItemCursor?) { (self.query, last) = (query, cursor?.last) }

  /// A piece of SQL, and the values of its parameters in order.
  typealias Part = (sql: String, values: [Value])

  private var states: [Playability] {
    query.states.isEmpty ? Playability.allCases : query.states
  }
  private var origins: [ItemOrigin] { query.origin.map { [$0] } ?? ItemOrigin.allCases }

  private var isDescending: Bool { query.order == .newest || query.order == .played }
  private var sign: String { isDescending ? "<" : ">" }

  private var column: String {
    switch query.order {
    case .newest: "0"
    case .title: "title"
    case .played: "played"
    case .length: "length_us"
    }
  }
  private var collation: String { query.order == .title ? " COLLATE NOCASE" : "" }

  /// Needed because the rows come from several SELECTs.
  private var order: String {
    let direction = isDescending ? " DESC" : ""
    let first = query.order == .newest ? "" : "key\(collation)\(direction), "
    return " ORDER BY \(first)number\(direction)"
  }

  /// All items of the list. An index has the items of each state and origin in order, and SQLite
  /// merges these as rows are read: the cost of the first rows does not depend on the count of
  /// items.
  var walk: Part {
    var walk: Part = ("", [])
    for state in states {
      for origin in origins {
        for bound in bounds {
          walk.sql += walk.sql.isEmpty ? "" : " UNION ALL "
          walk.sql += """
            SELECT number, \(column) AS key FROM item \
            WHERE state = \(state.rawValue) AND origin = \(origin.rawValue)\(bound.sql)
            """
          walk.values += bound.values
        }
      }
    }
    walk.sql += order
    return walk
  }

  /// The cursor as ranges of an index. A range of both columns at once, (key, number) > (?, ?),
  /// would read all items with the cursor's key: SQLite seeks by the first column only.
  private var bounds: [Part] {
    guard let last else { return [("", [])] }
    let number = Value.integer(last.number)
    if query.order == .newest { return [(" AND number \(sign) ?", [number])] }
    let (key, value) = (column + collation, value(of: last))
    return [
      (" AND \(key) = ? AND number \(sign) ?", [value, number]),
      (" AND \(key) \(sign) ?", [value]),
    ]
  }

  /// The items of the list that are also in a given set, which is read and sorted completely.
  /// - Parameter numbers: Selects a column `number`.
  func sorted(_ numbers: Part, _ count: Int) -> Part {
    var sorted = numbers
    sorted.sql = """
      SELECT item.number AS number, \(column) AS key \
      FROM (\(numbers.sql)) AS found CROSS JOIN item ON item.number = found.number \
      WHERE state IN (\(states.numbers)) AND origin IN (\(origins.numbers))
      """
    if let last {
      sorted.sql += " AND (\(column)\(collation), item.number) \(sign) (?, ?)"
      sorted.values += [value(of: last), .integer(last.number)]
    }
    sorted.sql += "\(order) LIMIT \(count)"
    return sorted
  }

  private func value(of key: ItemKey) -> Value {
    query.order == .title ? .letters(key.title) : .integer(key.key)
  }

  /// Key of a row of these statements.
  func key(_ row: Row) -> ItemKey {
    var key = ItemKey(number: row.integer(0))
    if query.order == .title {
      key.title = row.withBytes(1) { Array($0) }
    } else {
      key.key = row.integer(1)
    }
    return key
  }
}

extension Collection where Element: RawRepresentable<UInt32> {
  /// Such as "0, 1".
  fileprivate var numbers: String {
    var numbers = ""
    for each in self { numbers += numbers.isEmpty ? "\(each.rawValue)" : ", \(each.rawValue)" }
    return numbers
  }
}
