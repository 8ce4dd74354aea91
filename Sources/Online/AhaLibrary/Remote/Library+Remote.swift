import AhaBase
import AhaStore

/// Import of remote lists.
extension Library {
  /// Last seen revisions of a source's entries; "" if unknown.
  public func revisions(
    ofItems ids: [String], of listing: SourceListing
  ) throws(AhaError) -> [String] {
    try reading { () throws(AhaError) in
      // One lock of the file, not one for each entry.
      try database.snapshot { () throws(AhaError) in
        var revisions: [String] = []
        for id in ids {
          let known = try database.first(Library.known, .integer(listing.source), .text(id)) {
            (row) throws(AhaError) -> String in row.text(0)
          }
          revisions.append(known ?? "")
        }
        return revisions
      }
    }
  }

  static let known: StaticString = """
    SELECT iif(newer = '', revision, newer) FROM remote WHERE source = ?1 AND id = ?2
    """

  /// Imports a part of a list and its next position, in one transaction.
  /// - Parameter next: Position of the next part; nil after the last. Returns: The outcome of each
  ///   item in order, and the deletions.
  /// Errors: `state` (another sync of the source has started), those of databases.
  public func merge(
    _ part: RemotePart, of listing: inout SourceListing, next: String?, token: String
  ) throws(AhaError) -> (outcomes: [RemoteOutcome], gone: [RemoteRemoval]) {
    var noted = listing
    noted.listed += Int64(part.count)
    (noted.position, noted.pending) = (next ?? "", token)
    if next == nil { noted.phase = .sweeping }
    var state = noted
    let taken = try changingSoon { () throws(AhaError) in
      var (outcomes, gone): ([RemoteOutcome], [RemoteRemoval]) = ([], [])
      for id in part.gone { gone += try removeAll(below: id, of: state) }
      for id in part.unchanged { try see(item: id, of: state) }
      for item in part.items { outcomes.append(try merge(item, of: state)) }
      // A skipped item may be valid in the next list, so that must be complete.
      for case .skipped in outcomes { state.pending = "" }
      try note(state)
      return (outcomes: outcomes, gone: gone)
    }
    listing = state
    return taken
  }

  private func see(item id: String, of listing: SourceListing) throws(AhaError) {
    try database.run(
      "UPDATE remote SET seen = max(seen, ?3) WHERE source = ?1 AND id = ?2",
      .integer(listing.source), .text(id), .integer(listing.generation))
  }

  // MARK: One item. Invariant: caller holds the lock

  private struct Known {
    let item: Int64?
    let revision: String
    let taken: Int64?
    let seen: Int64
  }

  private func merge(
    _ remote: RemoteItem, of listing: SourceListing
  ) throws(AhaError) -> RemoteOutcome {
    let known = try database.first(Library.row, .integer(listing.source), .text(remote.id)) {
      (row) throws(AhaError) -> Known in
      Known(
        item: row.optional(0), revision: row.text(1), taken: row.optional(2), seen: row.integer(3))
    }
    guard let known, let number = known.item, let here = try found(item: number) else {
      return try adopt(remote, of: listing, isLinked: known != nil)
    }
    if known.seen >= listing.generation, !listing.isDelta {
      if known.revision.hasSameBytes(as: remote.revision) { return .unchanged }
      return .skipped("\(remote.id.shownLocation) is in the list twice: the first entry is used")
    }
    guard let taken = known.taken else {
      // The item belongs to the host.
      try update(remote, of: listing, taken: nil)
      return .unchanged
    }
    return try follow(here, remote: remote, of: listing, taken: taken)
  }

  private func follow(
    _ here: LibraryItem, remote: RemoteItem, of listing: SourceListing, taken: Int64
  ) throws(AhaError) -> RemoteOutcome {
    if here.digest != taken { return try keep(here, remote: remote, of: listing) }
    return try change(here, remote: remote, of: listing)
  }

  private static let row: StaticString = """
    SELECT item, revision, taken, seen FROM remote WHERE source = ?1 AND id = ?2
    """

  func found(item number: Int64) throws(AhaError) -> LibraryItem? {
    try first(where: "number", is: .integer(number))
  }

  /// Adds a new item. An existing item at its place stays unchanged, unless it came from a former
  /// source.
  /// - Parameter isLinked: The source's entry has a row, but its item was deleted.
  private func adopt(
    _ remote: RemoteItem, of listing: SourceListing, isLinked: Bool
  ) throws(AhaError) -> RemoteOutcome {
    let place = try database.integer(
      "SELECT number FROM item WHERE place = ?1", .path(remote.item.place))
    guard place > 0, let here = try found(item: place) else {
      let number = try put(remote.item)
      let taken = remote.item.digest
      try link(remote, of: listing, number: number, taken: taken, isLinked: isLinked)
      return .added
    }
    let taken = try inherit(item: here.number)
    let others = try database.integer(
      "SELECT count(*) FROM remote WHERE item = ?1 AND source = ?2 AND id <> ?3",
      .integer(here.number), .integer(listing.source), .text(remote.id))
    if others > 0 {
      return .skipped(
        "\(remote.id.shownLocation) has the place of another entry: "
          + here.place.text.shownLocation
      )
    }
    try link(remote, of: listing, number: here.number, taken: taken, isLinked: isLinked)
    guard let taken else { return .unchanged }
    return try follow(here, remote: remote, of: listing, taken: taken)
  }

  func change(
    _ here: LibraryItem, remote: RemoteItem, of listing: SourceListing
  ) throws(AhaError) -> RemoteOutcome {
    let number = here.number
    if here.isSame(as: remote.item) {
      try update(remote, of: listing, taken: here.digest)
      return .unchanged
    }
    if here.place != remote.item.place {
      if try found(at: remote.item.place) != nil {
        let place = remote.item.place.text.shownLocation
        return .skipped("\(remote.id.shownLocation) has the place of another item: \(place)")
      }
      try removeWords(of: number)
      try database.run(
        "UPDATE item SET place = ?2 WHERE number = ?1", .integer(number), .path(remote.item.place))
      try addWords(of: number)
    }
    _ = try put(remote.item)
    try update(remote, of: listing, taken: remote.item.digest)
    return .changed
  }

  /// Conflict: the local item wins, and the remote revision is recorded.
  private func keep(
    _ here: LibraryItem, remote: RemoteItem, of listing: SourceListing
  ) throws(AhaError) -> RemoteOutcome {
    try database.run(
      Library.keepNewer, .integer(listing.source), .text(remote.id), .text(remote.revision),
      .integer(listing.generation))
    if here.state == .missing, remote.item.isRemote {
      try setState(of: here.number, state: remote.item.state)
    }
    return .conflict(
      "\(remote.id.shownLocation) was changed at the source and here: "
        + "\"\(here.title.cut)\" stays unchanged here")
  }

  private static let keepNewer: StaticString = """
    UPDATE remote SET newer = ?3, seen = max(seen, ?4) WHERE source = ?1 AND id = ?2
    """

  func setState(of number: Int64, state: Playability) throws(AhaError) {
    try database.run(
      "UPDATE item SET state = ?2 WHERE number = ?1", .integer(number),
      .integer(Int64(state.rawValue)))
  }

  private func link(
    _ remote: RemoteItem, of listing: SourceListing, number: Int64, taken: Int64?, isLinked: Bool
  ) throws(AhaError) {
    let sql = isLinked ? Library.relinkRow : Library.linkRow
    try database.run(
      sql, .integer(listing.source), .text(remote.id), .integer(number), .text(remote.revision),
      .optional(taken), .integer(listing.generation))
  }

  /// A plain insert: before a change of a foreign key, SQLite moves the index of earlier items from
  /// memory to its table, as in `Library+Rows.swift`.
  private static let linkRow: StaticString = """
    INSERT INTO remote (source, id, item, revision, taken, seen) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    """
  private static let relinkRow: StaticString = """
    UPDATE remote SET item = ?3, revision = ?4, newer = '', taken = ?5, seen = max(seen, ?6)
    WHERE source = ?1 AND id = ?2
    """

  /// Updates the row of an entry whose item stays the same.
  private func update(
    _ remote: RemoteItem, of listing: SourceListing, taken: Int64?
  ) throws(AhaError) {
    try database.run(
      Library.updateRow, .integer(listing.source), .text(remote.id), .text(remote.revision),
      .optional(taken), .integer(listing.generation))
  }

  private static let updateRow: StaticString = """
    UPDATE remote SET revision = ?3, newer = '', taken = ?4, seen = max(seen, ?5)
    WHERE source = ?1 AND id = ?2
    """
}
