import AhaBase
import AhaStore

extension Catalogue {
  /// Items that one page is looked for among on the disk.
  private static let mostLooks = 4000

  /// A page of a list. Where much is not as it was noted, it may have less than was asked for, and
  /// goes on.
  /// - Parameter cursor: Where the page before it ended; nil for the first.
  /// Errors: `invalidArgument`, those of databases.
  public func page(
    _ query: ItemQuery, after cursor: ItemCursor? = nil
  ) throws(AhaError) -> ItemPage {
    guard (1...ItemQuery.mostItems).contains(query.count) else {
      throw AhaError(
        .invalidArgument, "a page of \(query.count) items: there are 1 to \(ItemQuery.mostItems)")
    }
    var (page, count) = (ItemPage(), query.count)
    var (next, looks) = (cursor, 0)
    repeat {
      let part = try part(query, after: next, count)
      let items = query.checks ? try checked(part.items) : part.items
      let used = page.take(items, query)
      let isUsed = used == items.count
      let last = isUsed ? part.last : part.keys[used - 1]
      next = isUsed && !part.isMore ? nil : last.map { ItemCursor(last: $0) }
      // Where much has gone, there is much to look at.
      count = min(ItemQuery.mostItems, count * 2)
      looks += items.count
    } while next != nil && page.items.count < query.count && looks < Catalogue.mostLooks
    page.next = next
    return page
  }

  private struct Part {
    var keys: [ItemKey] = []
    var items: [LibraryItem] = []
    var last: ItemKey?
    var isMore = false
  }

  /// As it was noted last.
  private func part(
    _ query: ItemQuery, after cursor: ItemCursor?, _ count: Int
  ) throws(AhaError) -> Part {
    let select = ItemSelect(query, cursor)
    return try reading { () throws(AhaError) in
      if !query.text.isEmpty { try prepareSearch() }
      return try database.snapshot { () throws(AhaError) in try part(select, count) }
    }
  }

  /// Under the lock.
  private func part(_ select: ItemSelect, _ count: Int) throws(AhaError) -> Part {
    let keys = try self.keys(select, count + 1)
    var part = Part()
    part.isMore = keys.count > count
    let sql = "SELECT \(LibraryItem.columns) FROM item WHERE number = ?1"
    let rows = try database.statement(made: sql)
    for key in keys.prefix(count) {
      part.last = key
      try rows.restart([.integer(key.number)])
      guard try rows.step() else { continue }
      part.keys.append(key)
      part.items.append(LibraryItem(rows.row))
    }
    return part
  }
}

extension ItemPage {
  /// Returns: How many were looked at until the page was full.
  fileprivate mutating func take(_ items: [LibraryItem], _ query: ItemQuery) -> Int {
    for (place, item) in items.enumerated() {
      if self.items.count == query.count { return place }
      if query.isWanted(item) { self.items.append(item) }
    }
    return items.count
  }
}

extension ItemQuery {
  /// After it was looked at.
  fileprivate func isWanted(_ item: LibraryItem) -> Bool {
    item.number > 0 && (states.isEmpty || states.contains(item.state))
  }
}
