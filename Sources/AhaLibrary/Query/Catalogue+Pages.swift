import AhaBase
import AhaStore

extension Catalogue {
  /// A page of a list.
  /// - Parameter cursor: Where the page before it ended; nil for the first.
  /// Errors: `invalidArgument`, those of databases.
  ///
  /// Items are in order within each state and origin, by an index; a page is merged from the first
  /// items of each. So it takes the same time however many there are.
  public func page(
    _ query: ItemQuery, after cursor: ItemCursor? = nil
  ) throws(AhaError) -> ItemPage {
    guard (1...ItemQuery.mostItems).contains(query.count) else {
      throw AhaError(
        .invalidArgument, "a page of \(query.count) items: there are 1 to \(ItemQuery.mostItems)")
    }
    let select = ItemSelect(query, cursor)
    var found: [LibraryItem] = []
    try reading { () throws(AhaError) in
      for state in query.states.isEmpty ? Playability.allCases : query.states {
        for origin in query.origin.map({ [$0] }) ?? ItemOrigin.allCases {
          try database.each(made: select.sql, select.values(state, origin)) { (row) throws(AhaError) in
            found.append(LibraryItem(row))
          }
        }
      }
    }
    return select.page(found)
  }
}

/// A query as SQL.
private struct ItemSelect {
  private let query: ItemQuery
  private let cursor: ItemCursor?

  init(_ query: ItemQuery, _ cursor: ItemCursor?) { (self.query, self.cursor) = (query, cursor) }

  /// The columns of an index behind state and origin, and whether the largest comes first.
  private var key: (columns: [String], isDown: Bool) {
    switch query.order {
    case .newest: (["number"], true)
    case .title: (["title COLLATE NOCASE", "number"], false)
    case .played: (["played", "number"], true)
    case .length: (["length_us", "number"], false)
    }
  }

  var sql: String {
    let (columns, isDown) = key
    var sql = "SELECT \(LibraryItem.columns) FROM item WHERE state = ?1 AND origin = ?2"
    if cursor != nil {
      let marks = columns.indices.map { "?\($0 + 3)" }
      sql += " AND (\(ItemSelect.list(columns))) \(isDown ? "<" : ">") (\(ItemSelect.list(marks)))"
    }
    let order = columns.map { isDown ? $0 + " DESC" : $0 }
    return sql + " ORDER BY \(ItemSelect.list(order)) LIMIT \(query.count + 1)"
  }

  private static func list(_ texts: [String]) -> String {
    var list = ""
    for text in texts { list += (list.isEmpty ? "" : ", ") + text }
    return list
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

  /// Of the items that are first in each part.
  func page(_ found: [LibraryItem]) -> ItemPage {
    var page = ItemPage()
    page.items = found.sorted(by: isBefore)
    guard page.items.count > query.count else { return page }
    page.items.removeLast(page.items.count - query.count)
    page.next = page.items.last.map { item in
      ItemCursor(
        title: item.title, key: query.order == .played ? item.played : item.sound.length,
        number: item.number)
    }
    return page
  }

  private func isBefore(_ one: LibraryItem, _ other: LibraryItem) -> Bool {
    switch query.order {
    case .newest: return one.number > other.number
    case .played: return (one.played, one.number) > (other.played, other.number)
    case .length: return (one.sound.length, one.number) < (other.sound.length, other.number)
    case .title:
      let (left, right) = (one.title.array.lowered, other.title.array.lowered)
      return left == right ? one.number < other.number : left.lexicographicallyPrecedes(right)
    }
  }
}
