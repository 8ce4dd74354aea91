import AhaBase
import AhaStore
import CShims

/// An item whose content was found at another place.
struct LostItem {
  let number: Int64
  let place: FilePath
  /// Of its file at the last scan.
  let mark: FileMark

  /// True if its file is gone, or another file has its name now.
  /// - Parameter editsCount: The same file with another content counts too.
  func isAway(editsCount: Bool) -> Bool {
    guard let status = FileStatus(place) else { return FileStatus.isAbsence(shim_errno()) }
    let now = FileMark(status)
    return now != mark && (editsCount || now.number != mark.number)
  }
}

/// How a scan stores a found file.
enum Finding {
  /// At its place.
  case here
  /// With the number and the history of an item whose file is gone.
  case moved(LostItem)
  /// Its content or its place is that of an item whose file has changed. Files may have been
  /// renamed onto each other's names, so all files are read before one of them is stored.
  case contested
}

/// Finds moved files by their content.
extension Library {
  func findings(
    for items: [LibraryItem], contents: inout MovedFileCache
  ) throws(AhaError) -> [Finding] {
    var findings: [Finding] = []
    for item in items { findings.append(try finding(for: item, contents: &contents)) }
    return findings
  }

  private func finding(
    for item: LibraryItem, contents: inout MovedFileCache
  ) throws(AhaError) -> Finding {
    if item.sha256.isEmpty { return .here }
    let known = try reading { () throws(AhaError) -> String? in try self.hash(at: item.place) }
    if let known {
      return known.isEmpty || known.hasSameBytes(as: item.sha256) ? .here : .contested
    }
    let lost = try lost(matching: item, contents: &contents) { $0.isAway(editsCount: true) }
    guard let lost else { return .here }
    return lost.place.isGone ? .moved(lost) : .contested
  }

  /// Hash of the item at a place; nil without an item. Invariant: caller holds the lock.
  private func hash(at place: FilePath) throws(AhaError) -> String? {
    try database.first("SELECT sha256 FROM item WHERE place = ?1", .path(place)) {
      (row) throws(AhaError) in row.text(0)
    }
  }

  /// The next item with the same content that `isLost` accepts.
  private func lost(
    matching item: LibraryItem, contents: inout MovedFileCache, isLost: (LostItem) -> Bool
  ) throws(AhaError) -> LostItem? {
    let hash = item.sha256
    while true {
      let others = try same(as: item, after: contents[hash])
      for other in others {
        contents[hash] = other.number
        if isLost(other) { return other }
      }
      if others.count < Library.maxAtATime { return nil }
    }
  }

  private func same(
    as item: LibraryItem, after number: Int64
  ) throws(AhaError) -> [LostItem] {
    try reading { () throws(AhaError) in
      var others: [LostItem] = []
      try database.each(
        Library.sameContent, .text(item.sha256), .integer(number), .path(item.place)
      ) { (row) throws(AhaError) in
        let mark = FileMark(
          size: row.integer(2), modified: row.integer(3), number: row.integer(4))
        others.append(LostItem(number: row.integer(0), place: row.path(1), mark: mark))
      }
      return others
    }
  }

  private static let maxAtATime = 16
  private static let sameContent: StaticString = """
    SELECT number, place, size, modified, inode FROM item
      WHERE sha256 = ?1 AND sha256 <> '' AND state < 3 AND number > ?2 AND place <> ?3
      ORDER BY number LIMIT 16
    """

  /// True if the item is unchanged: other processes write too. Invariant: caller holds the lock.
  /// - Parameter isDisplaced: The item may have another place by now.
  func isKnown(
    _ lost: LostItem, found: LibraryItem, isDisplaced: Bool = false
  ) throws(AhaError) -> Bool {
    try database.integer(
      """
      SELECT count(*) FROM item WHERE number = ?1 AND (place = ?2 OR ?4) AND sha256 = ?3
        AND state < 3
      """, .integer(lost.number), .path(lost.place), .text(found.sha256), .flag(isDisplaced)) == 1
  }

  /// Moves an item to a place. An item there gets the former place. Invariant: caller holds the
  /// lock, in a transaction.
  func move(_ number: Int64, to place: FilePath) throws(AhaError) {
    let other = try database.integer("SELECT number FROM item WHERE place = ?1", .path(place))
    if other == number { return }
    let former = try database.first("SELECT place FROM item WHERE number = ?1", .integer(number)) {
      (row) throws(AhaError) in row.path(0)
    }
    // A place is unique.
    if other > 0 { try setPlace(of: other, place: FilePath("")) }
    try setPlace(of: number, place: place)
    if other > 0, let former { try setPlace(of: other, place: former) }
  }

  private func setPlace(of number: Int64, place: FilePath) throws(AhaError) {
    try removeWords(of: number)
    try database.run(
      "UPDATE item SET place = ?2 WHERE number = ?1", .integer(number), .path(place))
    try addWords(of: number)
  }

  // MARK: Files with each other's names

  /// Stores contested files once all files of a scan are read. A file whose content belongs to an
  /// item whose file has changed gets the number and the history of that item; the item at its
  /// place gets the other place. Other files stay at their places.
  /// - Returns: In any order.
  func settle(
    _ items: [LibraryItem], job: Job
  ) throws(AhaError) -> [(item: LibraryItem, number: Int64, change: Change)] {
    var run = Settling()
    var known: [LibraryItem] = []
    var new: [LibraryItem] = []
    for item in items {
      let hash = try reading { () throws(AhaError) -> String? in try self.hash(at: item.place) }
      if hash == nil { new.append(item) } else { known.append(item) }
    }
    // New places last: a copy made before an edit is no rename, and by now only renamed items are
    // away from their files.
    let rest = try settle(known, editsCount: true, run: &run, job: job)
    let left = try settle(new, editsCount: false, run: &run, job: job)
    for part in (rest + left).parts { run.stored += try addHere(part) }
    return run.stored
  }

  private struct Settling {
    var stored: [(item: LibraryItem, number: Int64, change: Change)] = []
    /// Items that others have moved away from their places.
    var displaced = NumberSet()
  }

  /// Returns: The files whose content belongs to no other item.
  private func settle(
    _ items: [LibraryItem], editsCount: Bool, run: inout Settling, job: Job
  ) throws(AhaError) -> [LibraryItem] {
    var contents = MovedFileCache()
    var left: [LibraryItem] = []
    for part in items.parts {
      try job.throwIfCancelled()
      // Outside the lock: the disk may be slow.
      var lost: [LostItem?] = []
      for item in part {
        lost.append(
          try self.lost(matching: item, contents: &contents) { $0.isAway(editsCount: editsCount) })
      }
      var next = run
      var unsettled: [LibraryItem] = []
      try changingSoon { () throws(AhaError) in
        for (item, lost) in zip(part, lost) {
          if try !settle(item, lost: lost, run: &next) { unsettled.append(item) }
        }
      }
      (run, left) = (next, left + unsettled)
    }
    return left
  }

  /// Invariant: caller holds the lock, in a transaction.
  private func settle(
    _ item: LibraryItem, lost: LostItem?, run: inout Settling
  ) throws(AhaError) -> Bool {
    let here = try database.integer("SELECT number FROM item WHERE place = ?1", .path(item.place))
    if try hash(at: item.place)?.hasSameBytes(as: item.sha256) == true {
      run.stored.append((item, try putFound(item), .moved))
      return true
    }
    guard let lost else { return false }
    let isDisplaced = run.displaced.contains(lost.number)
    if try !isKnown(lost, found: item, isDisplaced: isDisplaced) { return false }
    try move(lost.number, to: item.place)
    if here > 0 { run.displaced.insert(here) }
    run.stored.append((item, try putFound(item), .moved))
    return true
  }

  private func addHere(
    _ items: [LibraryItem]
  ) throws(AhaError) -> [(item: LibraryItem, number: Int64, change: Change)] {
    try changingSoon { () throws(AhaError) in
      var stored: [(item: LibraryItem, number: Int64, change: Change)] = []
      for item in items {
        let change: Change = try hash(at: item.place) == nil ? .added : .changed
        stored.append((item, try putFound(item), change))
      }
      return stored
    }
  }
}

extension [LibraryItem] {
  /// As many items as are written at a time, during which other writers wait.
  fileprivate var parts: [[LibraryItem]] {
    stride(from: 0, to: count, by: 512).map { Array(self[$0..<Swift.min($0 + 512, count)]) }
  }
}

/// Cache for the search for moved files: per content, the last item that was checked. So each
/// missing item is checked once per scan, whatever the count of copies.
struct MovedFileCache {
  /// Max contents in the cache.
  private static let capacity = 100_000

  private var last: [UInt64: Int64] = [:]

  /// Last checked item of that content; 0: none.
  subscript(sha256: String) -> Int64 {
    get { last[MovedFileCache.beginning(withHash: sha256)] ?? 0 }
    set {
      if last.count >= MovedFileCache.capacity { last = [:] }
      last[MovedFileCache.beginning(withHash: sha256)] = newValue
    }
  }

  private static func beginning(withHash sha256: String) -> UInt64 {
    sha256.array.prefix(16).reduce(0) { $0 << 4 | UInt64($1 & 0x40 == 0 ? $1 & 15 : ($1 & 15) + 9) }
  }
}
