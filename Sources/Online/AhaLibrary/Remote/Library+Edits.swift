import AhaBase
import AhaStore

/// An item of a source with texts of the user, for its source.
public struct ItemEdit {
  /// Id at the source.
  public let id: String
  public let number: Int64
  /// The user's texts.
  public private(set) var texts: [ItemField: String]
  /// The source's texts when the user set these; of the same fields.
  public let former: [ItemField: String]
  /// Texts that an interrupted sync was to write: the source may have them.
  public let sent: [ItemField: String]
  /// False: the item belongs to the host or another source, or the host has replaced its metadata.
  public let isOfSource: Bool

  public func without(_ fields: [ItemField]) -> ItemEdit {
    var edit = self
    for field in fields { edit.texts[field] = nil }
    return edit
  }
}

/// Edits that go back to their source.
extension Library {
  /// The items of a source with texts of the user, by their ids. Errors: those of databases.
  public func edits(of listing: SourceListing) throws(AhaError) -> [ItemEdit] {
    try reading { () throws(AhaError) in
      var links: [(id: String, number: Int64, taken: Int64?)] = []
      try database.each(Library.editedItems, .integer(listing.source)) { (row) throws(AhaError) in
        links.append((row.text(0), row.integer(1), row.optional(2)))
      }
      var edits: [ItemEdit] = []
      for link in links {
        guard let item = try found(item: link.number) else { continue }
        let (former, sent) = try formerTexts(of: item)
        edits.append(
          ItemEdit(
            id: link.id, number: link.number, texts: item.ownTexts, former: former, sent: sent,
            isOfSource: link.taken == item.digest))
      }
      return edits
    }
  }

  private static let editedItems: StaticString = """
    SELECT remote.id, remote.item, remote.taken
    FROM detail JOIN remote ON remote.item = detail.item
    WHERE source = ?1 AND revision <> '' AND coalesce(
      found_title, found_artist, found_tags, found_album, found_album_artist) NOT NULL
    ORDER BY remote.id
    """

  /// Stores the texts of a write before it begins, so that a sync after a kill recognizes them at
  /// the source.
  /// - Parameter item: As read from the source. If it has a text of an earlier write, that is the
  ///   former one from now on.
  /// Errors: those of databases.
  public func note(
    sending texts: [ItemField: String], of edit: ItemEdit, over item: LibraryItem
  ) throws(AhaError) {
    try changing { () throws(AhaError) in
      guard let here = try found(item: edit.number) else { return }
      for (field, text) in texts where here.ownTexts[field] != nil {
        let isOwn = edit.sent[field]?.hasSameBytes(as: item[field]) ?? false
        try database.run(
          "INSERT OR REPLACE INTO edit VALUES (?1, ?2, ?3, ?4)", .integer(edit.number),
          .integer(field.rawValue), .text(isOwn ? item[field] : edit.former[field] ?? ""),
          .text(text))
      }
    }
  }

  /// After the source has an edit's texts: the item has them from its source, and follows the
  /// source's changes again. Texts that the user has set since stay.
  /// - Parameter item: As read from the source.
  /// Errors: `state` (the item cannot get its new place), those of databases; without a change.
  public func settle(
    _ edit: ItemEdit, as item: LibraryItem, of listing: SourceListing
  ) throws(AhaError) {
    try changing { () throws(AhaError) in
      let link: (Value, Value) = (.integer(listing.source), .text(edit.id))
      let taken = try database.first(Library.takenDigest, link.0, link.1) {
        (row) throws(AhaError) -> Int64? in row.optional(0)
      }
      guard let before = try found(item: edit.number), taken == before.digest else { return }
      for (field, text) in edit.texts {
        guard let own = before.ownTexts[field] else { continue }
        if own.hasSameBytes(as: text) {
          try putText(of: edit.number, field: field, text: nil)
        } else {
          try database.run(
            Library.putFormer, .integer(edit.number), .integer(field.rawValue), .text(item[field]))
        }
      }
      let revision = try database.first(Library.known, link.0, link.1) { (row) throws(AhaError) in
        row.text(0)
      }
      let remote = RemoteItem(id: edit.id, revision: revision ?? "", item: item)
      if case .skipped(let line) = try change(before, remote: remote, of: listing) {
        throw AhaError(.state, line)
      }
    }
  }

  private static let takenDigest: StaticString = """
    SELECT taken FROM remote WHERE source = ?1 AND id = ?2 AND revision <> ''
    """

  // MARK: Former texts. Invariant: caller holds the lock

  /// Stores the source's text before the user's first one, or deletes it.
  func noteFormer(of item: LibraryItem, field: ItemField, isSet: Bool) throws(AhaError) {
    let key: (Value, Value) = (.integer(item.number), .integer(field.rawValue))
    if !isSet {
      return try database.run("DELETE FROM edit WHERE item = ?1 AND field = ?2", key.0, key.1)
    }
    let isRemote = try database.integer(
      "SELECT EXISTS (SELECT 1 FROM remote WHERE item = ?1)", key.0)
    if isRemote == 1 { try database.run(Library.putFormer, key.0, key.1, .text(item[field])) }
  }

  private static let putFormer: StaticString = """
    INSERT OR REPLACE INTO edit VALUES (?1, ?2, ?3, NULL)
    """

  /// The present text of the source where none is stored: the user's is older than the source.
  private func formerTexts(
    of item: LibraryItem
  ) throws(AhaError) -> (former: [ItemField: String], sent: [ItemField: String]) {
    var (former, sent): ([ItemField: String], [ItemField: String]) = ([:], [:])
    for field in item.ownTexts.keys { former[field] = item[field] }
    try database.each("SELECT field, text, sent FROM edit WHERE item = ?1", .integer(item.number)) {
      (row) throws(AhaError) in
      guard let field = ItemField(rawValue: row.integer(0)), former[field] != nil else { return }
      former[field] = row.text(1)
      if !row.isNull(2) { sent[field] = row.text(2) }
    }
    return (former, sent)
  }
}
