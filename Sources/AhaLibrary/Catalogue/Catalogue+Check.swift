import AhaBase
import AhaStore
import CShims

/// What is noted and what is there, compared when somebody asks.
extension Catalogue {
  /// Looks at an item's file now, and brings the item up to date. What is remote stays as it is.
  /// Errors: `notFound`, those of databases.
  public func check(_ number: Int64) throws(AhaError) -> LibraryItem {
    let noted = try item(number)
    guard let now = Catalogue.found(noted) else { return noted }
    try refresh([now])
    return try item(number)
  }

  /// The same for those of a page. One that was taken out meanwhile has no number.
  func checked(_ items: [LibraryItem]) throws(AhaError) -> [LibraryItem] {
    let found = items.map { Catalogue.found($0) }
    let news = found.compactMap { $0 }
    if news.isEmpty { return items }
    // What is there is so, also where it cannot be noted: another process writes, the disk is full.
    do throws(AhaError) { try refresh(news) } catch {
      if error.code == .damaged { throw error }
    }
    return zip(items, found).map { $1 ?? $0 }
  }

  /// An item as it is now; nil where it is as it was noted.
  private static func found(_ noted: LibraryItem) -> LibraryItem? {
    guard noted.isLocal else { return nil }
    guard let status = FileStatus(noted.place) else {
      if noted.state == .missing { return nil }
      var item = noted
      (item.state, item.reason) = (.missing, "\(noted.place.text) is not there")
      return item
    }
    let mark = FileMark(status)
    let isReadable = noted.place.withCString { access($0, R_OK) } == 0
    if mark == noted.mark, isReadable, noted.state != .missing { return nil }
    var item = SoundProbe.item(TreeWalk.Found(path: noted.place, mark: mark), hashes: false)
    item.keep(of: noted)
    if mark == noted.mark { item.sha256 = noted.sha256 }
    return item
  }

  /// Of one whose file is gone all else stays.
  private func putState(of item: LibraryItem) throws(AhaError) {
    try database.run(
      "UPDATE item SET state = ?2, reason = ?3 WHERE number = ?1", .integer(item.number),
      .integer(Int64(item.state.rawValue)), .text(item.reason))
  }

  /// Writes items that are still there as they were read.
  private func refresh(_ items: [LibraryItem]) throws(AhaError) {
    try changingSoon { () throws(AhaError) in
      for item in items {
        let known = try database.integer(
          "SELECT number FROM item WHERE place = ?1", .path(item.place))
        if known != item.number { continue }
        if item.state == .missing { try putState(of: item) } else { _ = try put(item) }
      }
    }
  }
}

extension LibraryItem {
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
