import AhaBase
import AhaStore
import CShims

/// Comparison of items with their files, on demand.
extension Library {
  /// Compares an item with its file and updates the item. Remote items are returned unchanged.
  /// Errors: `notFound`, those of databases.
  public func check(_ number: Int64) throws(AhaError) -> LibraryItem {
    let noted = try item(number)
    guard let now = Library.look(at: noted, tries: true) else { return noted }
    try refresh([now])
    return try item(number)
  }

  /// Like `check`, for the items of a page; an undecodable file that has not changed is not read
  /// again. An item that was deleted meanwhile gets number 0.
  func checked(_ items: [LibraryItem]) throws(AhaError) -> [LibraryItem] {
    let looks = items.map { Library.look(at: $0) }
    let news = looks.compactMap { $0 }
    if news.isEmpty { return items }
    // The result is valid even if it cannot be stored: a locked database, a full disk.
    do throws(AhaError) { try refresh(news) } catch {
      if error.code == .damaged { throw error }
    }
    return zip(items, looks).map { $1?.item ?? $0 }
  }

  /// Current state of an item.
  private struct Look {
    var item: LibraryItem
    /// False: only the state and its reason are new.
    var isRead = true
  }

  /// Nil if the item is unchanged.
  /// - Parameter tries: Reads undecodable files again.
  private static func look(at noted: LibraryItem, tries: Bool = false) -> Look? {
    guard noted.isLocal else { return nil }
    guard let status = FileStatus(noted.place) else { return unseen(noted, failure: shim_errno()) }
    let mark = FileMark(status)
    let isReadable = noted.place.withCString { access($0, R_OK) } == 0
    let isKnown = noted.state == .playable || !tries && noted.wasSeenUndecodable
    if noted.isMarked(mark), isReadable, isKnown { return nil }
    var item = SoundProbe.item(for: TreeWalk.Found(path: noted.place, mark: mark), hashes: false)
    item.keep(of: noted)
    if mark == noted.mark {
      item.sha256 = noted.sha256
    } else {
      item.formerHash = noted.formerHash.isEmpty ? noted.sha256 : noted.formerHash
    }
    return noted.isMarked(item.mark) && item.isNoted(as: noted) ? nil : Look(item: item)
  }

  /// State of an item whose file is gone or inaccessible.
  private static func unseen(_ noted: LibraryItem, failure: Int32) -> Look? {
    var item = noted
    let name = noted.place.text
    (item.state, item.reason) =
      FileStatus.isAbsence(failure)
      ? (.missing, "\(name) is not there")
      : (.undecodable, AhaError.system(failure, unseenReason + name).line)
    // A scan marks missing items without a reason.
    let isKnown = item.state == .missing && noted.state == .missing || item.isNoted(as: noted)
    return isKnown ? nil : Look(item: item, isRead: false)
  }

  /// Prefix of the reason for an inaccessible file.
  fileprivate static let unseenReason = "look at "

  private func putState(of item: LibraryItem) throws(AhaError) {
    try database.run(
      "UPDATE item SET state = ?2, reason = ?3 WHERE number = ?1", .integer(item.number),
      .integer(Int64(item.state.rawValue)), .text(item.reason))
  }

  /// Stores items, unless they were deleted meanwhile.
  private func refresh(_ looks: [Look]) throws(AhaError) {
    try changingSoon { () throws(AhaError) in
      for look in looks {
        let known = try database.integer(
          "SELECT number FROM item WHERE place = ?1", .path(look.item.place))
        if known != look.item.number { continue }
        if look.isRead { _ = try put(look.item) } else { try putState(of: look.item) }
      }
    }
  }
}

extension LibraryItem {
  /// An inaccessible file may become readable without a change.
  fileprivate var wasSeenUndecodable: Bool {
    state == .undecodable && !reason.array.starts(with: Library.unseenReason.array)
  }

  /// True if its file had this mark at the last look.
  fileprivate func isMarked(_ mark: FileMark) -> Bool {
    if formerHash.isEmpty { return mark == self.mark }
    return mark.size == self.mark.size && mark.modified == self.mark.modified
  }

  fileprivate func isNoted(as noted: LibraryItem) -> Bool {
    state == noted.state && reason == noted.reason
  }

  /// Keeps the values that are not in the file: number, origin, history.
  mutating func keep(of noted: LibraryItem) {
    number = noted.number
    (added, played, dropped, plays) = (noted.added, noted.played, noted.dropped, noted.plays)
    if mark == noted.mark { (tempo, key, loudness) = (noted.tempo, noted.key, noted.loudness) }
    (origin, ownTexts) = (noted.origin, noted.ownTexts)
    // For a drop, the manifest has priority over the tags of its sound.
    let isDrop = noted.origin == .drop && !noted.manifest.isEmpty
    guard noted.origin != .folder, manifest.isEmpty || isDrop else { return }
    (title, artist, tags) = (noted.title, noted.artist, noted.tags)
    (manifest, pieceID, isBasedOnKnown) = (noted.manifest, noted.pieceID, false)
  }
}
