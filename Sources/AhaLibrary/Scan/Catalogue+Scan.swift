import AhaBase
import AhaStore

/// What a scan asks and writes.
extension Catalogue {
  enum Change { case added, changed, moved }

  /// Of files that were found: those that are new or not as they were, and those that could not be
  /// decoded. All that are as they were are noted as seen.
  /// - Parameter hashes: Whether a file without a hash is to be read again.
  func unknown(
    of found: [TreeWalk.Found], _ hashes: Bool, _ seen: inout NumberSet
  ) throws(AhaError) -> [TreeWalk.Found] {
    try reading { () throws(AhaError) in
      var news: [TreeWalk.Found] = []
      for file in found {
        guard let known = try unchanged(file, hashes) else {
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

  /// Under the lock.
  private func unchanged(
    _ file: TreeWalk.Found, _ hashes: Bool
  ) throws(AhaError) -> (number: Int64, state: Playability)? {
    var known: (number: Int64, state: Playability)?
    try database.each(Catalogue.mark, .path(file.path)) { (row) throws(AhaError) in
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

  /// Puts in what was found, at once. One that has another's content, which is not there any more,
  /// is that one: what was done with it stays.
  func add(
    _ items: [LibraryItem], _ contents: inout KnownContents
  ) throws(AhaError) -> [(number: Int64, change: Change)] {
    try changingSoon { () throws(AhaError) in
      var added: [(number: Int64, change: Change)] = []
      for item in items { added.append(try add(item, &contents)) }
      return added
    }
  }

  private func add(
    _ found: LibraryItem, _ contents: inout KnownContents
  ) throws(AhaError) -> (number: Int64, change: Change) {
    let known = try origin(at: found.place)
    var origin = known
    if known == nil, let moved = try lost(found, &contents) {
      try move(moved, to: found.place)
      origin = try self.origin(at: found.place)
    }
    var item = found
    // A scan knows nothing of takes and drops.
    if item.origin == .folder, origin ?? .folder != .folder,
      let noted = try self.found(at: item.place)
    {
      item.keep(of: noted)
    }
    let number = try put(item)
    // That its file is there is known.
    if origin == nil, !item.sha256.isEmpty { contents[item.sha256] = number }
    return (number, known != nil ? .changed : origin != nil ? .moved : .added)
  }

  private func origin(at place: FilePath) throws(AhaError) -> ItemOrigin? {
    try database.first("SELECT origin FROM item WHERE place = ?1", .path(place)) {
      (row) throws(AhaError) in ItemOrigin(rawValue: UInt32(clamping: row.integer(0))) ?? .folder
    }
  }

  /// The item of the same content whose file is gone.
  private func lost(
    _ item: LibraryItem, _ contents: inout KnownContents
  ) throws(AhaError) -> Int64? {
    let hash = item.sha256
    if hash.isEmpty { return nil }
    var (rows, lost): (Int, Int64?) = (0, nil)
    repeat {
      rows = 0
      try database.each(
        Catalogue.sameContent, .text(hash), .integer(item.mark.size), .integer(contents[hash])
      ) { (row) throws(AhaError) in
        if lost != nil { return }
        (rows, contents[hash]) = (rows + 1, row.integer(0))
        if row.path(1).isGone { lost = row.integer(0) }
      }
    } while lost == nil && rows == Catalogue.mostAtATime
    return lost
  }

  private static let mostAtATime = 16
  private static let sameContent: StaticString = """
    SELECT number, place FROM item WHERE sha256 = ?1 AND sha256 <> '' AND size = ?2 AND state < 3
      AND number > ?3 ORDER BY number LIMIT 16
    """

  private func move(_ number: Int64, to place: FilePath) throws(AhaError) {
    try removeWords(number)
    try database.run(
      "UPDATE item SET place = ?2 WHERE number = ?1", .integer(number), .path(place))
    try addWords(number)
  }
}

extension FilePath {
  /// Whether it is in a folder, or in one that is in it; both are absolute.
  func isBelow(_ folder: FilePath) -> Bool {
    let isRoot = folder.isSame(as: FilePath("/"))
    return hasPrefix(isRoot ? folder : folder.appending(FilePath("")))
  }

  /// What comes behind all that is in a folder, in the order of bytes: "0" follows "/".
  var behindAll: FilePath {
    isSame(as: FilePath("/")) ? FilePath("0") : wrapping("", "0")
  }
}
