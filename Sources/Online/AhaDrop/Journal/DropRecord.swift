import AhaBase
import AhaPiece
import AhaStore

/// A drop as stored in the journal.
public struct DropRecord {
  public let id: String
  /// Kind and name of the destination.
  public var kind = ""
  public var name = ""
  public var address = ""
  /// The piece as a manifest, possibly incomplete.
  public var piece = ""
  public var title = ""
  public var isCommitted = false
  public var stage = DropState.Stage.preparing
  /// The destination's name for the drop's location; "" before it exists.
  public var location = ""
  public var receipt = DropReceipt(url: "", id: "")
  /// Seconds since 1970.
  public var created: Int64 = 0
  public var updated: Int64 = 0
  /// Increases with each change: a record with an older revision is stale.
  public var revision: Int64 = 0
  /// Why it failed or was interrupted.
  public var result = ResultCode.ok
  public var line = ""
  /// Count of bytes sent more than once.
  public var repeated: Int64 = 0

  public init(id: String) { self.id = id }
}

/// A drop's file as stored in the journal.
public struct AssetRecord {
  public let role: AssetRole
  public var state = DropState.AssetState.unrequested
  public var path = FilePath("")
  public var asset: DropAsset
  public var mark = FileMark(size: 0, modified: 0, number: 0)
  /// State of the upload; nil before it began.
  public var upload: String?
  public var confirmed: Int64 = 0
  /// Bytes after the confirmed ones that were sent, and are sent again if the process ends now.
  public var pending: Int64 = 0
  /// Digest of confirmed bytes from the start.
  public var known: PrefixDigest?
  /// SHA-256 of the whole file in hexadecimal; "" before all bytes are sent.
  public var sha256 = ""
  /// Result of `AssetUpload.finish`; "" before that.
  public var result = ""

  public init(role: AssetRole) {
    self.role = role
    asset = DropAsset(role: role, name: "", type: "", size: 0)
  }

  /// The type of a declined cover that is not drawn.
  private static let omitted = "none"

  public var isOmitted: Bool { asset.type == AssetRecord.omitted }

  mutating func omit() {
    asset = DropAsset(role: role, name: "", type: AssetRecord.omitted, size: 0)
  }

  public var storedUpload: StoredUpload? {
    upload.map { StoredUpload(role: role, state: $0, result: result) }
  }

  /// Resets the upload, so that it starts from byte 0.
  mutating func forgetUpload() {
    (upload, confirmed, pending, known, result) = (nil, 0, 0, nil, "")
  }
}

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
