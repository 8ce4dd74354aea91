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
    of query: ItemQuery, after cursor: ItemCursor? = nil
  ) throws(AhaError) -> ItemPage {
    guard (1...ItemQuery.maxItems).contains(query.count) else {
      throw AhaError(
        .invalidArgument, "a page of \(query.count) items: there are 1 to \(ItemQuery.maxItems)")
    }
    var (page, count) = (ItemPage(), query.count)
    var (next, looks) = (cursor, 0)
    repeat {
      let part = try part(of: query, after: next, count: count)
      let items = query.checks ? try checked(part.items) : part.items
      let used = page.fill(with: items, query: query)
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
    of query: ItemQuery, after cursor: ItemCursor?, count: Int
  ) throws(AhaError) -> Part {
    let select = ItemSelect(query: query, cursor: cursor)
    return try reading { () throws(AhaError) in
      if !query.text.isEmpty { try prepareSearch() }
      return try database.snapshot { () throws(AhaError) in try part(of: select, count: count) }
    }
  }

  /// Invariant: caller holds the lock.
  private func part(of select: ItemSelect, count: Int) throws(AhaError) -> Part {
    let keys = try self.keys(of: select, count: count + 1)
    var part = Part()
    part.isMore = keys.count > count
    let sql = "\(LibraryItem.selection) WHERE number = ?1"
    let rows = try database.statement(made: sql)
    for key in keys.prefix(count) {
      part.last = key
      try rows.restart(with: [.integer(key.number)])
      guard try rows.step() else { continue }
      part.keys.append(key)
      part.items.append(LibraryItem(rows.row))
    }
    return part
  }
}

extension ItemPage {
  /// Returns: The count of items used until the page was full.
  fileprivate mutating func fill(with items: [LibraryItem], query: ItemQuery) -> Int {
    for (index, item) in items.enumerated() {
      if self.items.count == query.count { return index }
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

/// Files of the same content.
public struct Duplicates: Sendable {
  public let sha256: String
  /// Item numbers, max 1000.
  public internal(set) var numbers: [Int64] = []
  /// Size of all files but one. Units: bytes.
  public internal(set) var wastedBytes: Int64 = 0
}

extension Library {
  /// Contents with several playable files, as of the last check of each, sorted by hash. Empty and
  /// undecodable files are not counted, because deleting them saves no playable copy.
  /// - Parameter sha256: Last hash of the previous page; "" for the first.
  /// Errors: `invalidArgument`.
  public func duplicates(after sha256: String, count: Int) throws(AhaError) -> [Duplicates] {
    guard (1...ItemQuery.maxItems).contains(count) else {
      throw AhaError(
        .invalidArgument, "\(count) contents: there are 1 to \(ItemQuery.maxItems) at a time")
    }
    return try reading { () throws(AhaError) in
      var found: [Duplicates] = []
      try database.each(Library.contents, .text(sha256), .integer(Int64(count))) {
        (row) throws(AhaError) in found.append(Duplicates(sha256: row.text(0)))
      }
      for place in found.indices { try fill(&found[place]) }
      return found
    }
  }

  private func fill(_ duplicates: inout Duplicates) throws(AhaError) {
    var sizes: [Int64] = []
    var numbers: [Int64] = []
    try database.each(Library.files, .text(duplicates.sha256)) { (row) throws(AhaError) in
      sizes.append(max(0, row.integer(1)))
      if numbers.count < 1000 { numbers.append(row.integer(0)) }
    }
    duplicates.numbers = numbers
    duplicates.wastedBytes = sizes.reduce(0, &+) &- (sizes.max() ?? 0)
  }

  /// The index alone yields the repeated hashes; rows are read for those only.
  private static let contents: StaticString = """
    SELECT sha256 FROM item AS one WHERE sha256 > ?1 AND sha256 <> ''
    GROUP BY sha256 HAVING count(*) > 1 AND (
      SELECT count(*) FROM item
        WHERE sha256 = one.sha256 AND sha256 <> '' AND state = 0 AND inode <> -1) > 1
    ORDER BY sha256 LIMIT ?2
    """
  private static let files: StaticString = """
    SELECT number, size FROM item
    WHERE sha256 = ?1 AND sha256 <> '' AND state = 0 AND inode <> -1 ORDER BY number
    """
}
