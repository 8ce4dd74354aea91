import AhaBase
import AhaStore
import CShims

/// What is noted and what is there, compared when somebody asks.
extension Catalogue {
  /// Looks at an item's file now, and brings the item up to date. What is remote stays as it is.
  /// Errors: `notFound`, those of databases.
  public func check(_ number: Int64) throws(AhaError) -> LibraryItem {
    let noted = try item(number)
    guard let now = Catalogue.look(at: noted, tries: true) else { return noted }
    try refresh([now])
    return try item(number)
  }

  /// The same for those of a page, but what could not be decoded and has not changed is not tried
  /// again. One that was taken out meanwhile has no number.
  func checked(_ items: [LibraryItem]) throws(AhaError) -> [LibraryItem] {
    let looks = items.map { Catalogue.look(at: $0) }
    let news = looks.compactMap { $0 }
    if news.isEmpty { return items }
    // What is there is so, also where it cannot be noted: another process writes, the disk is full.
    do throws(AhaError) { try refresh(news) } catch {
      if error.code == .damaged { throw error }
    }
    return zip(items, looks).map { $1?.item ?? $0 }
  }

  /// An item as it is now.
  private struct Look {
    var item: LibraryItem
    /// Otherwise all but its state and why is as it was.
    var isRead = true
  }

  /// Nil where it is as it was noted.
  /// - Parameter tries: What could not be decoded is tried again.
  private static func look(at noted: LibraryItem, tries: Bool = false) -> Look? {
    guard noted.isLocal else { return nil }
    guard let status = FileStatus(noted.place) else { return unseen(noted, shim_errno()) }
    let mark = FileMark(status)
    let isReadable = noted.place.withCString { access($0, R_OK) } == 0
    let isKnown = noted.state == .playable || !tries && noted.wasSeenUndecodable
    if mark == noted.mark, isReadable, isKnown { return nil }
    var item = SoundProbe.item(TreeWalk.Found(path: noted.place, mark: mark), hashes: false)
    item.keep(of: noted)
    if mark == noted.mark { item.sha256 = noted.sha256 }
    return item.mark == noted.mark && item.isNoted(as: noted) ? nil : Look(item: item)
  }

  /// One that is gone, or that nobody can look at now.
  private static func unseen(_ noted: LibraryItem, _ failure: Int32) -> Look? {
    var item = noted
    let name = noted.place.text
    (item.state, item.reason) =
      FileStatus.isAbsence(failure)
      ? (.missing, "\(name) is not there")
      : (.undecodable, AhaError.system(failure, unseenReason + name).line)
    // Who marks what a scan has not met says nothing of why.
    let isKnown = item.state == .missing && noted.state == .missing || item.isNoted(as: noted)
    return isKnown ? nil : Look(item: item, isRead: false)
  }

  /// What the reasons of those begin with that nobody could look at.
  fileprivate static let unseenReason = "look at "

  private func putState(of item: LibraryItem) throws(AhaError) {
    try database.run(
      "UPDATE item SET state = ?2, reason = ?3 WHERE number = ?1", .integer(item.number),
      .integer(Int64(item.state.rawValue)), .text(item.reason))
  }

  /// Writes items that are still there as they were read.
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
  /// What could not be looked at may be now, without a change of the file.
  fileprivate var wasSeenUndecodable: Bool {
    state == .undecodable && !reason.array.starts(with: Catalogue.unseenReason.array)
  }

  fileprivate func isNoted(as noted: LibraryItem) -> Bool {
    state == noted.state && reason == noted.reason
  }

  /// What its file does not say: what it is here, and what was done with it.
  mutating func keep(of noted: LibraryItem) {
    number = noted.number
    (added, played, dropped, plays) = (noted.added, noted.played, noted.dropped, noted.plays)
    if mark == noted.mark { (tempo, key, loudness) = (noted.tempo, noted.key, noted.loudness) }
    origin = noted.origin
    // What a drop is, its manifest says, and not the tags of its sound.
    let isDrop = noted.origin == .drop && !noted.manifest.isEmpty
    guard noted.origin != .folder, manifest.isEmpty || isDrop else { return }
    (title, artist, tags) = (noted.title, noted.artist, noted.tags)
    (manifest, pieceID, isBasedOnKnown) = (noted.manifest, noted.pieceID, false)
  }
}
