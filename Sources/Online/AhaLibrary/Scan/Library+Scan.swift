import AhaBase
import AhaStore

/// Queries and writes of a scan.
extension Library {
  enum Change { case added, changed, moved }

  /// Of the found files, those that are new, changed or undecodable. Unchanged ones are added to
  /// `seen`.
  /// - Parameter hashes: Reads a file without a hash again.
  func unknown(
    of found: [TreeWalk.Found], hashes: Bool, seen: inout NumberSet
  ) throws(AhaError) -> [TreeWalk.Found] {
    try reading { () throws(AhaError) in
      var news: [TreeWalk.Found] = []
      for file in found {
        guard let known = try unchanged(file, hashes: hashes) else {
          news.append(file)
          continue
        }
        seen.insert(known.number)
        if known.state == .undecodable {
          news.append(TreeWalk.Found(path: file.path, mark: file.mark, isDoubted: true))
        }
      }
      return news
    }
  }

  /// Invariant: caller holds the lock.
  private func unchanged(
    _ file: TreeWalk.Found, hashes: Bool
  ) throws(AhaError) -> (number: Int64, state: Playability)? {
    var known: (number: Int64, state: Playability)?
    try database.each(Library.mark, .path(file.path)) { (row) throws(AhaError) in
      var mark = FileMark()
      (mark.size, mark.modified, mark.number) = (row.integer(1), row.integer(2), row.integer(3))
      let state = Playability(rawValue: UInt32(clamping: row.integer(4))) ?? .missing
      let isHere = state == .playable || state == .undecodable
      if mark == file.mark, isHere, row.flag(5) || !hashes { known = (row.integer(0), state) }
    }
    return known
  }

  private static let mark: StaticString = """
    SELECT number, size, modified, inode, state, sha256 <> '' FROM item WHERE place = ?1
    """

  /// Adds found items in one transaction. A file whose content belongs to a missing item is a moved
  /// file: it keeps that item's history.
  /// - Returns: Nil for a file that must wait for `settle`.
  func add(
    _ items: [LibraryItem], contents: inout MovedFileCache
  ) throws(AhaError) -> [(number: Int64, change: Change)?] {
    // Outside the lock: the disk may be slow.
    let findings = try findings(for: items, contents: &contents)
    return try changingSoon { () throws(AhaError) in
      var added: [(number: Int64, change: Change)?] = []
      for (item, finding) in zip(items, findings) {
        added.append(try add(item, finding: finding, contents: &contents))
      }
      return added
    }
  }

  private func add(
    _ found: LibraryItem, finding: Finding, contents: inout MovedFileCache
  ) throws(AhaError) -> (number: Int64, change: Change)? {
    if case .contested = finding { return nil }
    try restore(at: found.place)
    var change: Change = try origin(at: found.place) == nil ? .added : .changed
    if change == .added, case .moved(let lost) = finding, try isKnown(lost, found: found) {
      try move(lost.number, to: found.place)
      change = .moved
    }
    let number = try putFound(found)
    // Its file exists, so no other file of this content replaces it.
    if change == .added, !found.sha256.isEmpty { contents[found.sha256] = number }
    return (number, change)
  }

  /// Stores a found file at its place. Invariant: caller holds the lock, in a transaction.
  func putFound(_ found: LibraryItem) throws(AhaError) -> Int64 {
    var item = found
    // A scan does not know the origin of recordings and drops.
    if item.origin == .folder, try origin(at: item.place) ?? .folder != .folder,
      let noted = try self.found(at: item.place)
    {
      item.keep(of: noted)
    }
    return try put(item)
  }

  private func origin(at place: FilePath) throws(AhaError) -> ItemOrigin? {
    try database.first("SELECT origin FROM item WHERE place = ?1", .path(place)) {
      (row) throws(AhaError) in ItemOrigin(rawValue: UInt32(clamping: row.integer(0))) ?? .folder
    }
  }
}

extension FilePath {
  /// True if it is anywhere below a folder; both are absolute.
  func isBelow(_ folder: FilePath) -> Bool {
    let isRoot = folder == FilePath("/")
    return hasPrefix(isRoot ? folder : folder.appending(FilePath("")))
  }

  /// First path after all paths below a folder, in byte order: "0" follows "/".
  var behindAll: FilePath {
    self == FilePath("/") ? FilePath("0") : wrapping("", after: "0")
  }
}

/// A set of item numbers: a bitmap, and a hash set for the very large numbers of crafted files.
struct NumberSet {
  private static let maxBits: Int64 = 1 << 26

  private var words: [UInt64] = []
  private var large: Set<Int64> = []
  private(set) var count = 0

  mutating func insert(_ number: Int64) {
    guard (0..<NumberSet.maxBits).contains(number) else {
      if large.insert(number).inserted { count += 1 }
      return
    }
    let (word, bit) = (Int(number >> 6), UInt64(1) << UInt64(number & 63))
    if word >= words.count {
      words += [UInt64](repeating: 0, count: max(word + 1, words.count * 2) - words.count)
    }
    if words[word] & bit == 0 { count += 1 }
    words[word] |= bit
  }

  func contains(_ number: Int64) -> Bool {
    guard (0..<NumberSet.maxBits).contains(number) else { return large.contains(number) }
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }
}
