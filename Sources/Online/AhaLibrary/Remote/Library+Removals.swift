import AhaBase
import AhaStore

/// An entry that its source has deleted.
public struct RemoteRemoval {
  public let id: String
  public let title: String
  /// The item stays in the library, because it was used or changed here.
  public let stays: Bool

  public var line: String {
    "\(id.shownLocation) is deleted at the source: \"\(title.cut)\" "
      + (stays ? "stays here" : "is removed")
  }
}

extension Library {
  /// Max deletions per call.
  private static let batch: Int64 = 256

  /// After the last part of a complete list: deletes a batch of the items that were not in it.
  /// Returns: The deletions; nil if none remain and the list is finished.
  /// Errors: `state` (another sync of the source has started), those of databases.
  public func sweep(_ listing: inout SourceListing) throws(AhaError) -> [RemoteRemoval]? {
    let state = listing
    let gone = try changingSoon { () throws(AhaError) -> [RemoteRemoval]? in
      try note(state)
      var ids: [String] = []
      if !state.isDelta {
        try database.each(
          Library.unseen, .integer(state.source), .integer(state.generation),
          .integer(Library.batch)
        ) { (row) throws(AhaError) in ids.append(row.text(0)) }
      }
      if ids.isEmpty {
        try finish(state)
        return nil
      }
      var gone: [RemoteRemoval] = []
      for id in ids { if let one = try remove(item: id, of: state) { gone.append(one) } }
      return gone
    }
    if gone == nil { (listing.phase, listing.token) = (.none, listing.pending) }
    return gone
  }

  private static let unseen: StaticString = """
    SELECT id FROM remote WHERE source = ?1 AND seen < ?2 AND revision <> '' LIMIT ?3
    """

  /// True if a complete list is empty although the source had items, which is typical of a disk
  /// that is not mounted.
  /// Errors: those of databases.
  public func isEmptied(_ listing: SourceListing) throws(AhaError) -> Bool {
    if listing.isDelta { return false }
    return try reading { () throws(AhaError) in
      let (source, generation) = (Value.integer(listing.source), Value.integer(listing.generation))
      if try database.integer(Library.hasSeen, source, generation) == 1 { return false }
      return try database.integer(Library.hasUnseen, source, generation) == 1
    }
  }

  private static let hasSeen: StaticString = """
    SELECT EXISTS (SELECT 1 FROM remote WHERE source = ?1 AND seen >= ?2)
    """
  private static let hasUnseen: StaticString = """
    SELECT EXISTS (SELECT 1 FROM remote WHERE source = ?1 AND seen < ?2 AND revision <> '')
    """

  /// Finishes a complete list without deletions. The next list is complete too.
  public func spare(_ listing: inout SourceListing) throws(AhaError) {
    var state = listing
    state.pending = ""
    try changing { () throws(AhaError) in try finish(state) }
    (listing.phase, listing.token) = (.none, "")
  }

  /// Deletes an entry and all entries below it.
  func removeAll(below id: String, of listing: SourceListing) throws(AhaError) -> [RemoteRemoval] {
    var ids: [String] = []
    // "0" is the character after "/".
    try database.each(
      Library.below, .integer(listing.source), .text(id), .text(id + "/"), .text(id + "0")
    ) { (row) throws(AhaError) in ids.append(row.text(0)) }
    var gone: [RemoteRemoval] = []
    for id in ids { if let one = try remove(item: id, of: listing) { gone.append(one) } }
    return gone
  }

  private static let below: StaticString = """
    SELECT id FROM remote WHERE source = ?1 AND (id = ?2 OR id >= ?3 AND id < ?4) AND revision <> ''
    """

  /// Nil if the host deleted it before. Invariant: caller holds the lock.
  private func remove(
    item id: String, of listing: SourceListing
  ) throws(AhaError) -> RemoteRemoval? {
    let known = try database.first(Library.link, .integer(listing.source), .text(id)) {
      (row) throws(AhaError) -> (item: Int64?, taken: Int64?) in (row.optional(0), row.optional(1))
    }
    guard let number = known?.item, let here = try first(where: "number", is: .integer(number))
    else {
      try unlink(item: id, of: listing)
      return nil
    }
    guard try isOnly(listing, id: id, here: here, taken: known?.taken) else {
      try unlink(item: id, of: listing)
      if let taken = known?.taken { try bequeath(from: number, taken: taken) }
      return RemoteRemoval(id: id, title: here.title, stays: true)
    }
    if try isUsed(here, taken: known?.taken) {
      // The source may list it again.
      try database.run(
        Library.markGone, .integer(listing.source), .text(id), .integer(listing.generation))
      if !here.place.isAbsolute || here.place.isGone { try setState(of: number, state: .missing) }
      return RemoteRemoval(id: id, title: here.title, stays: true)
    }
    try removeWords(of: number)
    try database.run("DELETE FROM item WHERE number = ?1", .integer(number))
    try database.run("DELETE FROM detail WHERE item = ?1", .integer(number))
    try unlink(item: id, of: listing)
    return RemoteRemoval(id: id, title: here.title, stays: false)
  }

  private static let link: StaticString = """
    SELECT item, taken FROM remote WHERE source = ?1 AND id = ?2
    """
  private static let markGone: StaticString = """
    UPDATE remote SET revision = '', newer = '', seen = max(seen, ?3) WHERE source = ?1 AND id = ?2
    """

  /// True if no other source lists the item.
  private func isOnly(
    _ listing: SourceListing, id: String, here: LibraryItem, taken: Int64?
  ) throws(AhaError) -> Bool {
    if taken == nil { return false }
    return try database.integer(
      "SELECT count(*) FROM remote WHERE item = ?1 AND NOT (source = ?2 AND id = ?3)",
      .integer(here.number), .integer(listing.source), .text(id)) == 0
  }

  /// True if the item was used or changed here.
  private func isUsed(_ here: LibraryItem, taken: Int64?) throws(AhaError) -> Bool {
    if here.plays > 0 || here.played > 0 || here.dropped > 0 || here.digest != taken
      || !here.ownTexts.isEmpty
    {
      return true
    }
    return try database.integer(
      "SELECT EXISTS (SELECT 1 FROM event WHERE item = ?1)", .integer(here.number)) == 1
  }

  /// Passes the item to another source that lists it.
  private func bequeath(from number: Int64, taken: Int64) throws(AhaError) {
    try database.run(Library.passOn, .integer(number), .integer(taken))
  }

  private static let passOn: StaticString = """
    UPDATE remote SET taken = ?2 WHERE (source, id) =
      (SELECT source, id FROM remote WHERE item = ?1 AND taken IS NULL ORDER BY source, id LIMIT 1)
    """

  /// Digest of an item as its former source imported it; nil if it is the host's, or another source
  /// lists it. Invariant: caller holds the lock.
  func inherit(item number: Int64) throws(AhaError) -> Int64? {
    let taken = try database.first(Library.formerlyTaken, .integer(number)) {
      (row) throws(AhaError) -> Int64 in row.integer(0)
    }
    if taken == nil { return nil }
    try database.run("DELETE FROM remote WHERE item = ?1 AND revision = ''", .integer(number))
    return taken
  }

  private static let formerlyTaken: StaticString = """
    SELECT taken FROM remote WHERE item = ?1 AND revision = '' AND taken IS NOT NULL
    """

  private func unlink(item id: String, of listing: SourceListing) throws(AhaError) {
    try database.run(
      "DELETE FROM remote WHERE source = ?1 AND id = ?2", .integer(listing.source), .text(id))
  }
}
