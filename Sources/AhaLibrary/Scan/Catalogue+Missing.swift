import AhaBase
import AhaStore

/// What a scan has not met.
extension Catalogue {
  /// Notes that files below some folders are not there any more, but for folders that nobody could
  /// read.
  /// - Parameter isFlat: Only of the folders themselves, and of those in them that are gone.
  /// Returns: How many.
  func markMissing(
    below folders: [FilePath], besides unread: [FilePath], _ seen: NumberSet,
    isFlat: Bool = false, _ job: Job
  ) throws(AhaError) -> Int64 {
    var gone: Int64 = 0
    for folder in folders {
      var from = folder.appending(FilePath(""))
      // A part at a time: others want the catalogue too.
      while var part = try unseen(below: folder, from: from, isFlat ? 200 : 2000, seen) {
        try job.throwIfCancelled()
        from = part.last.following
        if isFlat, let inner = part.leaveOutFolders(in: folder), part.last.isBelow(inner) {
          from = inner.behindAll
        }
        let lost = part.items.filter { item in
          !unread.contains { item.place.isBelow($0) } && item.place.isGone
        }
        gone += try markMissing(lost.map { $0.number })
      }
    }
    return gone
  }

  private func markMissing(_ numbers: [Int64]) throws(AhaError) -> Int64 {
    if numbers.isEmpty { return 0 }
    var changed: Int64 = 0
    try changingSoon { () throws(AhaError) in
      for number in numbers {
        try database.run(
          "UPDATE item SET state = 2 WHERE number = ?1 AND state IN (0, 1)", .integer(number))
        changed += database.changedRows
      }
    }
    return changed
  }

  private struct Unseen {
    var items: [(number: Int64, place: FilePath)] = []
    var last: FilePath

    /// Leaves out what is in folders of a folder, where these are there. Returns: The last of them.
    mutating func leaveOutFolders(in folder: FilePath) -> FilePath? {
      var last: FilePath?
      items = items.filter { item in
        if let last, item.place.isBelow(last) { return false }
        guard let inner = item.place.way(from: folder), !inner.isGone else { return true }
        last = inner
        return false
      }
      return last
    }
  }

  /// Of the next places in a folder, those that a scan has not met; nil at the end. The index of
  /// places has all of it.
  private func unseen(
    below folder: FilePath, from place: FilePath, _ count: Int64, _ seen: NumberSet
  ) throws(AhaError) -> Unseen? {
    var part = Unseen(last: place)
    var rows = 0
    try reading { () throws(AhaError) in
      try database.each(
        Catalogue.places, .path(place), .path(folder.behindAll), .integer(count)
      ) { (row) throws(AhaError) in
        rows += 1
        part.last = row.path(1)
        if !seen.contains(row.integer(0)) { part.items.append((row.integer(0), part.last)) }
      }
    }
    return rows > 0 ? part : nil
  }

  private static let places: StaticString = """
    SELECT number, place FROM item WHERE place >= ?1 AND place < ?2 ORDER BY place LIMIT ?3
    """
}

extension FilePath {
  /// The first path behind it in the order of bytes.
  fileprivate var following: FilePath { wrapping("", "\u{1}") }

  /// Of the folders that lead from a folder to it, the first; nil when it is in that folder itself.
  fileprivate func way(from folder: FilePath) -> FilePath? {
    var (way, next): (FilePath?, FilePath) = (nil, self.folder)
    while next.isBelow(folder), next != folder { (way, next) = (next, next.folder) }
    return way
  }
}
