import AhaStore

/// Tables of a library.
///
/// Invariant: a file's tables and indexes must equal this SQL byte for byte, comments included, or
/// the file counts as damaged. Change it only with a migration.
enum LibrarySchema {
  /// "AhaL".
  static let applicationID: Int32 = 0x4168_614C

  static var schema: Schema {
    var first = ""
    for sql in firstTables + indexes + remoteIndexes { first += "\(sql);\n" }
    return Schema(
      title: "a library", applicationID: applicationID,
      migrations: [first, second, "\(forgotten);\n\(forgottenIndex)", detail, saved, sixth, edit],
      former: [("sorting", sorting)])
  }

  /// Version 1 kept the sort keys of items twice (docs/decisions/0035-sql-finds-pages.md).
  private static let second = "DROP TABLE IF EXISTS sorting"
  private static let sorting = """
    CREATE TABLE sorting (
      number INTEGER PRIMARY KEY,                     -- a column, and which items
      keys   BLOB NOT NULL
    ) STRICT
    """

  /// Further columns of `item`, for items with values in them, also for forgotten items,
  /// whose numbers no other item gets.
  ///
  /// A table, since `ALTER TABLE` would slow each open of a library: it compares the schema with
  /// that of an empty database, to which SQLite adds a column in half a millisecond.
  private static let detail = """
    CREATE TABLE detail (
      item         INTEGER PRIMARY KEY,
      album        TEXT NOT NULL DEFAULT '',
      album_artist TEXT NOT NULL DEFAULT '',
      track        INTEGER NOT NULL DEFAULT 0,
      disc         INTEGER NOT NULL DEFAULT 0,
      found_title  TEXT,                              -- from here on: the file's text, if the
      found_artist TEXT,                              -- user has set another one
      found_tags   TEXT,
      found_album  TEXT,
      found_album_artist TEXT
    ) STRICT
    """

  private static var sixth: String {
    "\(heard);\nCREATE INDEX event_at ON event (at, kind)"
  }

  /// The texts of an imported activity without an item; empty ones if its item was forgotten.
  private static let heard = """
    CREATE TABLE heard (
      event  INTEGER PRIMARY KEY REFERENCES event ON DELETE CASCADE,
      title  TEXT NOT NULL,
      artist TEXT NOT NULL,
      album  TEXT NOT NULL
    ) STRICT
    """

  /// Texts of a source that the user's replace, as they were when the user set the first one. A
  /// sync that sends edits compares them with the source's present texts.
  private static let edit = """
    CREATE TABLE edit (
      item  INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
      field INTEGER NOT NULL,                         -- of ItemField
      text  TEXT NOT NULL,
      sent  TEXT,                                     -- as stored before its write began
      PRIMARY KEY (item, field)
    ) STRICT, WITHOUT ROWID
    """

  /// Lists that are saved by name.
  private static let saved = """
    CREATE TABLE saved (
      name     TEXT NOT NULL PRIMARY KEY,
      text     TEXT NOT NULL,
      sha256   TEXT NOT NULL,
      states   INTEGER NOT NULL,                      -- a bit for each
      origin   INTEGER NOT NULL,                      -- 0: any
      sorting  INTEGER NOT NULL,
      count    INTEGER NOT NULL,                      -- items of a page
      checks   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
    """

  /// The tables of versions 1 and 2.
  private static var firstTables: [String] { [item, words, ancestor, event, source, remote] }

  private static let item = "CREATE TABLE item (\n\(itemColumns)\n) STRICT"

  private static let itemColumns = """
      number    INTEGER PRIMARY KEY AUTOINCREMENT,    -- none is given twice
      place     TEXT NOT NULL UNIQUE,                 -- an absolute path, or a URL
      origin    INTEGER NOT NULL CHECK (origin BETWEEN 1 AND 5),
      state     INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
      reason    TEXT NOT NULL DEFAULT '',             -- why it cannot be decoded
      size      INTEGER NOT NULL DEFAULT 0,
      modified  INTEGER NOT NULL DEFAULT 0,           -- nanoseconds since 1970
      inode     INTEGER NOT NULL DEFAULT 0,
      sha256    TEXT NOT NULL DEFAULT '',             -- of all its bytes; '' when not known
      container INTEGER NOT NULL DEFAULT 0,
      encoding  INTEGER NOT NULL DEFAULT 0,
      rate      INTEGER NOT NULL DEFAULT 0,
      channels  INTEGER NOT NULL DEFAULT 0,
      length_us INTEGER NOT NULL DEFAULT 0,
      title     TEXT NOT NULL DEFAULT '',             -- of the piece, or the file's name
      artist    TEXT NOT NULL DEFAULT '',
      tags      TEXT NOT NULL DEFAULT '',             -- what else it is found by
      piece     TEXT NOT NULL DEFAULT '',             -- a manifest; '' where nothing is known
      piece_id  TEXT NOT NULL DEFAULT '',             -- what other pieces call it
      added     INTEGER NOT NULL,                     -- seconds since 1970, as the next two
      played    INTEGER NOT NULL DEFAULT 0,           -- the last time; 0: never
      dropped   INTEGER NOT NULL DEFAULT 0,
      plays     INTEGER NOT NULL DEFAULT 0,
      tempo     REAL NOT NULL DEFAULT 0,              -- from here on: heard; 0, '' and NULL: \
    not yet
      key       TEXT NOT NULL DEFAULT '',
      loudness  REAL                                  -- LUFS
    """

  /// Forgotten items, with their rows in the other tables as JSON arrays
  /// (`Library+Forgotten.swift`).
  private static let forgotten = """
    CREATE TABLE forgotten (
      at        INTEGER NOT NULL,                     -- seconds since 1970
      based_on  TEXT NOT NULL,                        -- ancestor.piece_id
      events    TEXT NOT NULL,                        -- event.number
      remotes   TEXT NOT NULL,                        -- [remote.source, remote.id]
    \(itemColumns)
    ) STRICT
    """
  private static let forgottenIndex = "CREATE INDEX forgotten_at ON forgotten (at)"

  /// The full-text index of columns of `item`; `Library+Rows.swift` writes each change to it. It
  /// knows which item has a word, and which has one with a prefix of up to six letters, but not in
  /// which column.
  private static let words = """
    CREATE VIRTUAL TABLE words USING fts5(title, artist, tags, place, content='item', \
    content_rowid='number', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4 5 6', \
    detail=none)
    """

  private static let ancestor = """
    CREATE TABLE ancestor (
      item     INTEGER NOT NULL REFERENCES item ON DELETE CASCADE,
      piece_id TEXT NOT NULL,                         -- that the item is based on
      PRIMARY KEY (item, piece_id)
    ) STRICT, WITHOUT ROWID
    """

  private static let event = """
    CREATE TABLE event (
      number   INTEGER PRIMARY KEY,
      kind     INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
      item     INTEGER REFERENCES item ON DELETE SET NULL,
      at       INTEGER NOT NULL,                      -- seconds since 1970
      day      INTEGER NOT NULL CHECK (day >= 0),     -- on the wall then, since 1970
      duration INTEGER NOT NULL CHECK (duration >= 0) -- milliseconds
    ) STRICT
    """

  private static let indexes = [
    "CREATE INDEX item_newest ON item (state, origin, number)",
    "CREATE INDEX item_title ON item (state, origin, title COLLATE NOCASE, number)",
    "CREATE INDEX item_played ON item (state, origin, played, number)",
    "CREATE INDEX item_length ON item (state, origin, length_us, number)",
    "CREATE INDEX item_hash ON item (sha256) WHERE sha256 <> ''",
    "CREATE INDEX item_piece ON item (piece_id) WHERE piece_id <> ''",
    "CREATE INDEX ancestor_piece ON ancestor (piece_id)",
    "CREATE INDEX event_day ON event (day, kind)",
  ]
}
