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
    // On the disk before others wait: it may be slow to answer.
    let lost = try lost(items, &contents)
    return try changingSoon { () throws(AhaError) in
      var added: [(number: Int64, change: Change)] = []
      for (item, lost) in zip(items, lost) { added.append(try add(item, lost, &contents)) }
      return added
    }
  }

  private func add(
    _ found: LibraryItem, _ lost: LostItem?, _ contents: inout KnownContents
  ) throws(AhaError) -> (number: Int64, change: Change) {
    let known = try origin(at: found.place)
    var origin = known
    if known == nil, let lost, try isKnown(lost, found) {
      try move(lost.number, to: found.place)
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
    let isRoot = folder == FilePath("/")
    return hasPrefix(isRoot ? folder : folder.appending(FilePath("")))
  }

  /// What comes behind all that is in a folder, in the order of bytes: "0" follows "/".
  var behindAll: FilePath {
    self == FilePath("/") ? FilePath("0") : wrapping("", "0")
  }
}
