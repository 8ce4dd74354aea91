import AhaStore

/// Tables of the journal.
enum JournalSchema {
  /// "AhaD".
  static let applicationID: Int32 = 0x4168_6144

  static var schema: Schema {
    Schema(
      title: "a journal of drops", applicationID: applicationID,
      migrations: ["\(drop);\n\(upload);\n", pending])
  }

  /// Version 2: bytes that are sent again if the process ends now.
  private static let pending = """
    CREATE TABLE pending_bytes (
      piece_drop INTEGER NOT NULL REFERENCES piece_drop ON DELETE CASCADE,
      role       INTEGER NOT NULL CHECK (role BETWEEN 1 AND 4),
      bytes      INTEGER NOT NULL CHECK (bytes >= 0),
      PRIMARY KEY (piece_drop, role)
    ) STRICT
    """

  private static let drop = """
    CREATE TABLE piece_drop (
      number      INTEGER PRIMARY KEY,                  -- in the order that they were made
      id          TEXT NOT NULL UNIQUE CHECK (length(id) = 32),
      application TEXT NOT NULL,
      kind        TEXT NOT NULL,                        -- of the destination, as the next two
      name        TEXT NOT NULL,
      address     TEXT NOT NULL,
      created     INTEGER NOT NULL,                     -- seconds since 1970
      updated     INTEGER NOT NULL DEFAULT 0,
      revision    INTEGER NOT NULL DEFAULT 0,           -- rises whenever what follows changes
      piece       TEXT NOT NULL DEFAULT '',             -- a manifest
      title       TEXT NOT NULL DEFAULT '',
      committed   INTEGER NOT NULL DEFAULT 0 CHECK (committed IN (0, 1)),
      stage       INTEGER NOT NULL DEFAULT 0 CHECK (stage BETWEEN 0 AND 9),
      place       TEXT NOT NULL DEFAULT '',
      url         TEXT NOT NULL DEFAULT '',
      remote_id   TEXT NOT NULL DEFAULT '',
      result      INTEGER NOT NULL DEFAULT 0,
      line        TEXT NOT NULL DEFAULT '',
      repeated    INTEGER NOT NULL DEFAULT 0
    ) STRICT
    """

  private static let upload = """
    CREATE TABLE upload (
      piece_drop   INTEGER NOT NULL REFERENCES piece_drop ON DELETE CASCADE,
      role         INTEGER NOT NULL CHECK (role BETWEEN 1 AND 4),
      state        INTEGER NOT NULL CHECK (state BETWEEN 0 AND 7),
      path         TEXT NOT NULL,
      name         TEXT NOT NULL,
      type         TEXT NOT NULL,
      size         INTEGER NOT NULL CHECK (size >= 0),
      modified     INTEGER NOT NULL,                    -- nanoseconds since 1970
      inode        INTEGER NOT NULL,
      confirmed    INTEGER NOT NULL CHECK (confirmed >= 0),
      known_bytes  INTEGER NOT NULL,                    -- what the next is the SHA-256 of
      known_sha256 TEXT NOT NULL,
      sha256       TEXT NOT NULL,
      upload       TEXT,                                -- the destination's own
      result       TEXT NOT NULL,
      PRIMARY KEY (piece_drop, role)
    ) STRICT
    """
}
