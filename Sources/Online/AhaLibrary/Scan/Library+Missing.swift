import AhaBase
import AhaStore
import CShims

/// Items that a scan has not found.
extension Library {
  /// Marks items below some folders as missing, except in folders that could not be read.
  /// - Parameter isFlat: Only items in the folders themselves, and in subfolders that are gone.
  ///   Returns: The count of marked items.
  func markMissing(
    below folders: [FilePath], besides unread: [FilePath], seen: NumberSet,
    isFlat: Bool = false, job: Job
  ) throws(AhaError) -> Int64 {
    var gone: Int64 = 0
    for folder in folders {
      var from = folder.appending(FilePath(""))
      // In batches, so that other threads and processes get access.
      while var part = try unseen(below: folder, from: from, count: isFlat ? 200 : 2000, seen: seen)
      {
        try job.throwIfCancelled()
        from = part.last.following
        if isFlat, let inner = part.skipFolders(in: folder), part.last.isBelow(inner) {
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

  /// Removes the items below a folder whose files are gone. An item whose content a playable item
  /// has too becomes part of that one; `restore` undoes the removal of the others for a week.
  /// - Parameter folder: Not empty: the mount point of a volume that is not mounted is an empty
  ///   folder. Returns: The count of removed items.
  /// Errors: `notFound` (the folder), `state` (it is empty). Items removed before stay removed.
  public func forgetMissing(below folder: FilePath) throws(AhaError) -> Int64 {
    guard let root = folder.resolved, FileStatus(root)?.kind == .folder else {
      throw AhaError(.notFound, "the folder \(folder.text.shownLocation) is not there")
    }
    var count: Int64 = 0
    var from = root.appending(FilePath(""))
    while let part = try unseen(below: root, from: from, count: 500, seen: NumberSet()) {
      from = part.last.following
      let gone = try lost(of: part.items, in: root)
      if gone.isEmpty { continue }
      try forget(gone)
      count += Int64(gone.count)
    }
    return count
  }

  /// Numbers of the items whose files are gone, except in empty folders: each of these may be the
  /// mount point of a volume that is not mounted. Errors: `state` (`root` is empty).
  private func lost(
    of items: [(number: Int64, place: FilePath)], in root: FilePath
  ) throws(AhaError) -> [Int64] {
    var lost: [Int64] = []
    // Neighbors in order of their places have the same folder.
    var last: (folder: FilePath, isEmpty: Bool)?
    for item in items where item.place.isGone {
      var folder = item.place.folder
      while folder != root, folder.isGone { folder = folder.folder }
      if last?.folder != folder { last = (folder, try Library.isEmpty(folder)) }
      if last?.isEmpty == false {
        lost.append(item.number)
      } else if folder == root {
        throw AhaError(
          .state,
          "the folder \(root.text.shownLocation) is empty: its volume may not be mounted. "
            + "Mount it, or forget the items one by one")
      }
    }
    return lost
  }

  private static func isEmpty(_ folder: FilePath) throws(AhaError) -> Bool {
    let names = try FolderNames(folder)
    while let name = try names.next() {
      if name != FilePath("."), name != FilePath("..") { return false }
    }
    return true
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

    /// Skips items in existing subfolders. Returns: The last of these subfolders.
    mutating func skipFolders(in folder: FilePath) -> FilePath? {
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

  /// Of the next places in a folder, those that a scan has not found; nil at the end. The index of
  /// places covers the query.
  private func unseen(
    below folder: FilePath, from place: FilePath, count: Int64, seen: NumberSet
  ) throws(AhaError) -> Unseen? {
    var part = Unseen(last: place)
    var rows = 0
    try reading { () throws(AhaError) in
      try database.each(
        Library.places, .path(place), .path(folder.behindAll), .integer(count)
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
  /// Smallest path after this one in byte order.
  fileprivate var following: FilePath { wrapping("", after: "\u{1}") }

  /// The first folder on the path from `folder` to it; nil if it is in that folder itself.
  fileprivate func way(from folder: FilePath) -> FilePath? {
    var (way, next): (FilePath?, FilePath) = (nil, self.folder)
    while next.isBelow(folder), next != folder { (way, next) = (next, next.folder) }
    return way
  }
}

extension FilePath {
  /// True if nothing exists at the path. False if it is inaccessible: something may exist there.
  var isGone: Bool { FileStatus(self) == nil && FileStatus.isAbsence(shim_errno()) }
}
