import AhaBase
import AhaStore

/// What a scan asks and writes.
extension Catalogue {
  enum Change { case added, changed, moved }

  /// Of files that were found: those that are new or not as they were. The others are noted as seen.
  /// - Parameter hashes: Whether a file without a hash is to be read again.
  func unknown(
    of found: [TreeWalk.Found], _ hashes: Bool, _ seen: inout NumberSet
  ) throws(AhaError) -> [TreeWalk.Found] {
    try reading { () throws(AhaError) in
      var news: [TreeWalk.Found] = []
      for file in found {
        if let number = try unchanged(file, hashes) { seen.insert(number) } else { news.append(file) }
      }
      return news
    }
  }

  /// Under the lock.
  private func unchanged(
    _ file: TreeWalk.Found, _ hashes: Bool
  ) throws(AhaError) -> Int64? {
    try database.first(Catalogue.mark, .path(file.path)) { (row) throws(AhaError) -> Int64? in
      var mark = FileMark()
      (mark.size, mark.modified, mark.number) = (row.integer(1), row.integer(2), row.integer(3))
      let isKnown = mark == file.mark && !row.flag(4) && (row.flag(5) || !hashes)
      return isKnown ? row.integer(0) : nil
    } ?? nil
  }

  private static let mark: StaticString = """
    SELECT number, size, modified, inode, state NOT IN (0, 1), sha256 <> '' FROM item WHERE place = ?1
    """

  /// Puts in what was found, at once. One that has another's content, which is not there any more, is
  /// that one: what was done with it stays.
  func add(_ items: [LibraryItem]) throws(AhaError) -> [(number: Int64, change: Change)] {
    try changingSoon { () throws(AhaError) in
      var added: [(number: Int64, change: Change)] = []
      for item in items {
        let isKnown = try found(at: item.place) != nil
        let moved = isKnown ? nil : try lost(item)
        if let moved { try move(moved, to: item.place) }
        added.append((try put(item), isKnown ? .changed : moved == nil ? .added : .moved))
      }
      return added
    }
  }

  /// The item of the same content whose file is gone.
  private func lost(_ item: LibraryItem) throws(AhaError) -> Int64? {
    if item.sha256.isEmpty { return nil }
    var lost: Int64?
    try database.each(Catalogue.sameContent, .text(item.sha256), .integer(item.mark.size)) {
      (row) throws(AhaError) in
      if lost == nil, FileStatus(row.path(1)) == nil { lost = row.integer(0) }
    }
    return lost
  }

  private static let sameContent: StaticString = """
    SELECT number, place FROM item WHERE sha256 = ?1 AND sha256 <> '' AND size = ?2 AND origin = 1
      LIMIT 100
    """

  private func move(_ number: Int64, to place: FilePath) throws(AhaError) {
    try removeWords(number)
    try database.run(
      "UPDATE item SET place = ?2 WHERE number = ?1", .integer(number), .path(place))
    try addWords(number)
  }

  /// Notes that files below some folders are not there any more, but for folders that nobody could
  /// read. Returns: How many.
  func markMissing(
    below roots: [FilePath], besides unread: [FilePath], _ seen: NumberSet
  ) throws(AhaError) -> Int64 {
    var gone: [Int64] = []
    try reading { () throws(AhaError) in
      try database.each(Catalogue.present) { (row) throws(AhaError) in
        guard !seen.contains(row.integer(0)) else { return }
        let place = row.path(1)
        guard roots.contains(where: { place.isBelow($0) }),
          !unread.contains(where: { place.isBelow($0) }), FileStatus(place) == nil
        else { return }
        gone.append(row.integer(0))
      }
    }
    try changingSoon { () throws(AhaError) in
      for number in gone {
        try database.run("UPDATE item SET state = 2 WHERE number = ?1", .integer(number))
      }
    }
    return Int64(gone.count)
  }

  private static let present: StaticString = """
    SELECT number, place FROM item WHERE origin = 1 AND state IN (0, 1)
    """
}

extension FilePath {
  /// Whether it is in a folder, or in one that is in it; both are absolute.
  func isBelow(_ folder: FilePath) -> Bool {
    let isRoot = folder.isSame(as: FilePath("/"))
    return hasPrefix(isRoot ? folder : folder.appending(FilePath("")))
  }
}
