import AhaBase
import AhaStore

/// Progress of a source's list. It is stored in the library, so another process can resume it.
public struct SourceListing {
  public enum Phase: Int64 {
    case none = 0
    /// Some parts are imported.
    case listing
    /// All parts are imported; items that were not listed are being deleted.
    case sweeping
  }

  /// The source's number.
  public let source: Int64
  public internal(set) var phase = Phase.none
  /// Token of the last complete list.
  public internal(set) var token = ""
  /// Position of the next part; "" for the start.
  public internal(set) var position = ""
  /// The list contains changes only.
  public internal(set) var isDelta = false
  /// Count of entries so far.
  public internal(set) var listed: Int64 = 0
  /// Distance of the remote author (`HTTPDistance`). SSRF guard: its entries may not refer to
  /// nearer hosts.
  public var distance: Int64 = 0
  var pending = ""
  var generation: Int64 = 0
}

extension Library {
  /// The source; created with its first list. Errors: those of databases.
  public func listing(
    kind: String, address: String, user: String
  ) throws(AhaError) -> SourceListing {
    try changing { () throws(AhaError) in
      try database.run(
        "INSERT OR IGNORE INTO source (kind, address, user) VALUES (?1, ?2, ?3)", .text(kind),
        .text(address), .text(user))
      let found = try database.first(
        Library.selectListing, .text(kind), .text(address), .text(user)
      ) { (row) throws(AhaError) -> SourceListing in SourceListing(row) }
      return found ?? SourceListing(source: 0)
    }
  }

  private static let selectListing: StaticString = """
    SELECT number, phase, token, place, is_delta, listed, pending, generation, distance FROM source
    WHERE kind = ?1 AND address = ?2 AND user = ?3
    """

  /// Starts a list.
  /// - Parameter isDelta: It will contain changes only.
  public func begin(_ listing: inout SourceListing, isDelta: Bool) throws(AhaError) {
    let source = listing.source
    let generation = try changing { () throws(AhaError) -> Int64 in
      try database.run(Library.beginListing, .integer(source), .flag(isDelta))
      return try database.integer(
        "SELECT generation FROM source WHERE number = ?1", .integer(source))
    }
    (listing.generation, listing.phase, listing.isDelta) = (generation, .listing, isDelta)
    (listing.position, listing.listed, listing.distance) = ("", 0, 0)
  }

  private static let beginListing: StaticString = """
    UPDATE source SET generation = generation + 1, phase = 1, place = '', is_delta = ?2, listed = 0
    WHERE number = ?1
    """

  /// Stores the progress; the token is invalid until the list is finished. Invariant: caller holds
  /// the lock, in a transaction.
  /// Errors: `state` (another sync of the source has started).
  func note(_ listing: SourceListing) throws(AhaError) {
    try database.run(
      Library.noteListing, .integer(listing.source), .integer(listing.generation),
      .integer(listing.phase.rawValue), .text(listing.position), .text(listing.pending),
      .integer(listing.listed), .integer(listing.distance))
    if database.changedRows == 0 {
      throw AhaError(.state, "another sync with the same source has begun")
    }
  }

  private static let noteListing: StaticString = """
    UPDATE source SET phase = ?3, place = ?4, pending = ?5, listed = ?6, token = '',
      distance = ?7
    WHERE number = ?1 AND generation = ?2
    """

  /// Finishes the list: the next one starts with the token. Errors: as `note`.
  func finish(_ listing: SourceListing) throws(AhaError) {
    try database.run(
      Library.finishListing, .integer(listing.source), .integer(listing.generation),
      .text(listing.pending), .integer(clock.seconds))
    if database.changedRows == 0 {
      throw AhaError(.state, "another sync with the same source has begun")
    }
  }

  private static let finishListing: StaticString = """
    UPDATE source SET phase = 0, place = '', pending = '', token = ?3, synced = ?4
    WHERE number = ?1 AND generation = ?2
    """

  /// Finishes a list that reports no changes.
  public func keep(_ listing: inout SourceListing) throws(AhaError) {
    var state = listing
    state.pending = listing.token
    try changing { () throws(AhaError) in try finish(state) }
    listing.phase = .none
  }

  /// Abandons a list: the next one starts again. Imported items stay.
  public func abandon(_ listing: SourceListing) throws(AhaError) {
    try changing { () throws(AhaError) in
      try database.run(
        "UPDATE source SET phase = 0, place = '' WHERE number = ?1 AND generation = ?2",
        .integer(listing.source), .integer(listing.generation))
    }
  }
}

extension SourceListing {
  fileprivate init(_ row: Row) {
    source = row.integer(0)
    phase = Phase(rawValue: row.integer(1)) ?? .none
    (token, position, isDelta) = (row.text(2), row.text(3), row.flag(4))
    (listed, pending, generation) = (row.integer(5), row.text(6), row.integer(7))
    // A damaged file may contain any number: avoids an overflow.
    listed = max(0, min(listed, 1 << 53))
    distance = row.integer(8)
  }
}

/// Tables of remote sources.
///
/// Invariant: as in `LibrarySchema`.
extension LibrarySchema {
  static let source = """
    CREATE TABLE source (
      number     INTEGER PRIMARY KEY,
      kind       TEXT NOT NULL,                       -- as in "webdav"
      address    TEXT NOT NULL,
      user       TEXT NOT NULL,                       -- whose it is; '' for nobody's
      token      TEXT NOT NULL DEFAULT '',            -- of the last whole list: a cursor, an ETag
      generation INTEGER NOT NULL DEFAULT 0,          -- how many lists were begun
      phase      INTEGER NOT NULL DEFAULT 0 CHECK (phase BETWEEN 0 AND 2),
      place      TEXT NOT NULL DEFAULT '',            -- where the list that was begun goes on
      is_delta   INTEGER NOT NULL DEFAULT 0,          -- it has only what is new since the last
      pending    TEXT NOT NULL DEFAULT '',            -- the token, once the list is over
      listed     INTEGER NOT NULL DEFAULT 0,
      synced     INTEGER NOT NULL DEFAULT 0,          -- when the last one was over, since 1970
      distance   INTEGER NOT NULL DEFAULT 0,          -- how far away it is
      UNIQUE (kind, address, user)
    ) STRICT
    """

  /// A separate table: an item may be in several sources, and items that the host has deleted or
  /// changed must not return.
  static let remote = """
    CREATE TABLE remote (
      source   INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
      id       TEXT NOT NULL,                         -- as the source calls it
      item     INTEGER REFERENCES item ON DELETE SET NULL,
      revision TEXT NOT NULL,                         -- that the item has; '' when it is gone there
      newer    TEXT NOT NULL DEFAULT '',              -- the source's, where the host's was kept
      taken    INTEGER,                               -- what the item was then; NULL: not of \
    the source
      seen     INTEGER NOT NULL,                      -- in that generation
      PRIMARY KEY (source, id)
    ) STRICT, WITHOUT ROWID
    """

  static let remoteIndexes = [
    "CREATE INDEX remote_item ON remote (item)",
    "CREATE INDEX remote_seen ON remote (source, seen)",
    "CREATE INDEX event_item ON event (item)",
  ]
}
