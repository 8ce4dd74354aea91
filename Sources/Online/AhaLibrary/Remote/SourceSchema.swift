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
