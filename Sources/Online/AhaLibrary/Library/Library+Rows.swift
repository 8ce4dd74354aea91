import AhaBase
import AhaCodec
import AhaPiece
import AhaStore

/// Writes items. Invariant: caller holds the lock, in a transaction.
extension Library {
  /// Returns: Its number.
  func put(_ item: LibraryItem) throws(AhaError) -> Int64 {
    try restore(at: item.place)
    let known = try database.integer("SELECT number FROM item WHERE place = ?1", .path(item.place))
    let own = known > 0 ? try ownTexts(of: known) : [:]
    var shown = item
    for (field, text) in own { shown[field] = text }
    if known > 0 { try removeWords(of: known) }
    let isFormer = item.sha256.isEmpty && !item.formerHash.isEmpty
    try database.run(
      Library.upsert, .path(item.place), .integer(Int64(item.origin.rawValue)),
      .integer(Int64(item.state.rawValue)), .text(item.reason), .integer(item.mark.size),
      .integer(item.mark.modified),
      .integer(isFormer ? LibraryItem.formerMark : item.mark.number),
      .text(isFormer ? item.formerHash : item.sha256),
      .integer(Int64(item.sound.container.rawValue)), .integer(Int64(item.sound.encoding.rawValue)),
      .integer(Int64(item.sound.sampleRate)), .integer(Int64(item.sound.channels)),
      .integer(item.sound.length), .text(shown.title), .text(shown.artist), .text(shown.tags),
      .text(item.manifest), .text(item.pieceID),
      .integer(item.added > 0 ? item.added : clock.seconds))
    let number = known > 0 ? known : database.lastID
    try putDetail(of: item, shown: shown, own: own, number: number, isNew: known == 0)
    try addWords(of: number)
    if item.isBasedOnKnown {
      if known > 0 { try database.run("DELETE FROM ancestor WHERE item = ?1", .integer(number)) }
      try putAncestors(item.basedOn, of: number)
    }
    return number
  }

  /// Only items with such values have a row.
  private func putDetail(
    of item: LibraryItem, shown: LibraryItem, own: [ItemField: String], number: Int64, isNew: Bool
  ) throws(AhaError) {
    if shown.release == Release(), own.isEmpty {
      if !isNew { try database.run("DELETE FROM detail WHERE item = ?1", .integer(number)) }
      return
    }
    func found(_ field: ItemField) -> Value { own[field] == nil ? .null : .text(item[field]) }
    try database.run(
      Library.putDetail, .integer(number), .text(shown.album), .text(shown.albumArtist),
      .integer(Int64(item.release.track)), .integer(Int64(item.release.disc)), found(.title),
      found(.artist), found(.tags), found(.album), found(.albumArtist))
  }

  private static let putDetail: StaticString = """
    INSERT OR REPLACE INTO detail VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """

  private func ownTexts(of number: Int64) throws(AhaError) -> [ItemField: String] {
    let hasOwn = try database.integer(Library.hasOwnTexts, .integer(number)) > 0
    return hasOwn ? try first(where: "number", is: .integer(number))?.ownTexts ?? [:] : [:]
  }

  private static let hasOwnTexts: StaticString = """
    SELECT count(*) FROM detail WHERE item = ?1
      AND coalesce(found_title, found_artist, found_tags, found_album, found_album_artist) NOT NULL
    """

  /// Sets a text of the user in place of that of the file, until another one or nil is set. Changes
  /// of the file stay behind it.
  /// Errors: `notFound`, `invalidArgument` (the text is too long).
  public func setText(of number: Int64, field: ItemField, text: String?) throws(AhaError) {
    if let text, text.utf8.count > Library.longestText {
      throw AhaError(
        .invalidArgument, "a text of \(text.utf8.count) bytes: at most \(Library.longestText)")
    }
    try changing { () throws(AhaError) in try putText(of: number, field: field, text: text) }
  }

  func putText(of number: Int64, field: ItemField, text: String?) throws(AhaError) {
    guard let item = try first(where: "number", is: .integer(number)) else {
      throw AhaError(.notFound, "the library has no item \(number)")
    }
    var own = item.ownTexts
    if text == nil || own[field] == nil {
      try noteFormer(of: item, field: field, isSet: text != nil)
    }
    own[field] = text
    var shown = item
    for (field, text) in own { shown[field] = text }
    try removeWords(of: number)
    try database.run(
      "UPDATE item SET title = ?2, artist = ?3, tags = ?4 WHERE number = ?1", .integer(number),
      .text(shown.title), .text(shown.artist), .text(shown.tags))
    try putDetail(of: item, shown: shown, own: own, number: number, isNew: false)
    try addWords(of: number)
  }

  private static let longestText = 4096

  private func putAncestors(_ ids: [String], of number: Int64) throws(AhaError) {
    for id in ids {
      try database.run(
        "INSERT OR IGNORE INTO ancestor VALUES (?1, ?2)", .integer(number), .text(id))
    }
  }

  /// Call it before the row changes: the index needs the old text.
  func removeWords(of number: Int64) throws(AhaError) {
    try database.run(Library.writeWords, .integer(number), .text("delete"))
  }

  func addWords(of number: Int64) throws(AhaError) {
    try database.run(Library.writeWords, .integer(number), .null)
  }

  /// The analysis of other bytes is invalid. A scan without hashes keeps those of unchanged files.
  private static let upsert: StaticString = """
    INSERT INTO item (place, origin, state, reason, size, modified, inode, sha256, container,
      encoding, rate, channels, length_us, title, artist, tags, piece, piece_id, added)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
    ON CONFLICT (place) DO UPDATE SET
      origin = ?2, state = ?3, reason = ?4, size = ?5, modified = ?6,
      inode = ?7, container = ?9, encoding = ?10, rate = ?11, channels = ?12,
      sha256 = iif(?8 = '' AND inode = ?7 AND ?7 > 0 AND size = ?5 AND modified = ?6, sha256, ?8),
      length_us = ?13, title = ?14, artist = ?15, tags = ?16, piece = ?17, piece_id = ?18,
      tempo = iif(size = ?5 AND modified = ?6, tempo, 0),
      key = iif(size = ?5 AND modified = ?6, key, ''),
      loudness = iif(size = ?5 AND modified = ?6, loudness, NULL)
    """
  /// Adds the words of an item, or removes them if ?2 is 'delete'. If the title is the file's name,
  /// it is indexed through the place only.
  ///
  /// Values instead of `SELECT`: before a statement that may write several rows, SQLite moves the
  /// index of earlier items from memory to its table, which takes longer than all other work of a
  /// new item.
  private static let writeWords: StaticString = """
    INSERT INTO words (rowid, words, title, artist, tags, place) VALUES (
      ?1, ?2,
      (SELECT iif(instr(place, '/' || title || '.'), '', title) FROM item WHERE number = ?1),
      (SELECT artist FROM item WHERE number = ?1) || coalesce(
        (SELECT ' ' || album_artist || ' ' || album FROM detail WHERE item = ?1), ''),
      (SELECT tags FROM item WHERE number = ?1),
      (SELECT place FROM item WHERE number = ?1))
    """
}
