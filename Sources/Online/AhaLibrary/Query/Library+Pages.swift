import AhaBase
import AhaStore

extension Library {
  /// Max items that are checked on disk for one page.
  private static let maxLooks = 4000

  /// A page of a list. If many items are stale, it may have fewer items than requested and still
  /// continue.
  /// - Parameter cursor: End of the previous page; nil for the first.
  /// Errors: `invalidArgument`, those of databases.
  public func page(
    _ query: ItemQuery, after cursor: ItemCursor? = nil
  ) throws(AhaError) -> ItemPage {
    guard (1...ItemQuery.maxItems).contains(query.count) else {
      throw AhaError(
        .invalidArgument, "a page of \(query.count) items: there are 1 to \(ItemQuery.maxItems)")
    }
    var (page, count) = (ItemPage(), query.count)
    var (next, looks) = (cursor, 0)
    repeat {
      let part = try part(query, after: next, count)
      let items = query.checks ? try checked(part.items) : part.items
      let used = page.append(items, query)
      let isUsed = used == items.count
      let last = isUsed ? part.last : part.keys[used - 1]
      next = isUsed && !part.isMore ? nil : last.map { ItemCursor(last: $0) }
      // Many stale items need larger reads.
      count = min(ItemQuery.maxItems, count * 2)
      looks += items.count
    } while next != nil && page.items.count < query.count && looks < Library.maxLooks
    page.next = next
    return page
  }

  private struct Part {
    var keys: [ItemKey] = []
    var items: [LibraryItem] = []
    var last: ItemKey?
    var isMore = false
  }

  /// A part of the list as stored.
  private func part(
    _ query: ItemQuery, after cursor: ItemCursor?, _ count: Int
  ) throws(AhaError) -> Part {
    let select = ItemSelect(query, cursor)
    return try reading { () throws(AhaError) in
      if !query.text.isEmpty { try prepareSearch() }
      return try database.snapshot { () throws(AhaError) in try part(select, count) }
    }
  }

  /// Invariant: caller holds the lock.
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
  /// Returns: The count of items used until the page was full.
  fileprivate mutating func append(_ items: [LibraryItem], _ query: ItemQuery) -> Int {
    for (place, item) in items.enumerated() {
      if self.items.count == query.count { return place }
      if query.isWanted(item) { self.items.append(item) }
    }
    return items.count
  }
}

extension ItemQuery {
  /// Call it after the check on disk.
  fileprivate func isWanted(_ item: LibraryItem) -> Bool {
    item.number > 0 && (states.isEmpty || states.contains(item.state))
  }
}
