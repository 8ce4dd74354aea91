import AhaBase
import AhaStore

/// An item whose file is gone.
struct LostItem {
  let number: Int64
  let place: FilePath
}

/// Finds moved files by their content.
extension Catalogue {
  /// For each found item, a missing item with the same content; nil if no such item exists.
  func lost(
    _ items: [LibraryItem], _ contents: inout MovedFileCache
  ) throws(AhaError) -> [LostItem?] {
    var lost: [LostItem?] = []
    for item in items { lost.append(try self.lost(item, &contents)) }
    return lost
  }

  private func lost(
    _ item: LibraryItem, _ contents: inout MovedFileCache
  ) throws(AhaError) -> LostItem? {
    let hash = item.sha256
    if hash.isEmpty { return nil }
    while true {
      let others = try same(as: item, after: contents[hash])
      for other in others {
        contents[hash] = other.number
        if other.place.isGone { return other }
      }
      if others.count < Catalogue.maxAtATime { return nil }
    }
  }

  private func same(
    as item: LibraryItem, after number: Int64
  ) throws(AhaError) -> [LostItem] {
    try reading { () throws(AhaError) in
      var others: [LostItem] = []
      try database.each(
        Catalogue.sameContent, .text(item.sha256), .integer(item.mark.size), .integer(number),
        .path(item.place)
      ) { (row) throws(AhaError) in
        others.append(LostItem(number: row.integer(0), place: row.path(1)))
      }
      return others
    }
  }

  /// True if the item is unchanged: other processes write too. Invariant: caller holds the lock.
  func isKnown(_ lost: LostItem, _ found: LibraryItem) throws(AhaError) -> Bool {
    try database.integer(
      "SELECT count(*) FROM item WHERE number = ?1 AND place = ?2 AND sha256 = ?3 AND state < 3",
      .integer(lost.number), .path(lost.place), .text(found.sha256)) == 1
  }

  private static let maxAtATime = 16
  private static let sameContent: StaticString = """
    SELECT number, place FROM item WHERE sha256 = ?1 AND sha256 <> '' AND size = ?2 AND state < 3
      AND number > ?3 AND NOT EXISTS (SELECT 1 FROM item WHERE place = ?4)
      ORDER BY number LIMIT 16
    """
}
