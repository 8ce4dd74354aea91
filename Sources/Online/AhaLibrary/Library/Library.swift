import AhaBase
import AhaCodec
import AhaStore
import CShims

/// A library of playable items and their history: one SQLite file, which several processes may
/// open.
///
/// Threads: any; each call holds the lock while it runs.
public final class Library {
  public let path: FilePath
  let database: Database
  let clock: WallClock
  private let lock = Lock()

  /// Opens a library; creates it if missing. Errors: those of databases: `state` (locked for too
  /// long), `damaged`, `unsupported` (a newer version), `unknownFormat`, `diskFull`, `access`,
  /// `notFound`.
  public init(path: FilePath, clock: WallClock = WallClock()) throws(AhaError) {
    try path.requireSafeLinks()
    guard let resolved = path.resolvedInFolder else {
      throw AhaError(.notFound, "the folder of \(path.text) is not there")
    }
    (self.path, self.clock) = (resolved, clock)
    // Private permissions, because URLs in it may contain secrets. SQLite copies them to its other
    // files.
    let made = resolved.withCString { shim_open($0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    if made >= 0 { _ = close(made) }
    database = try Database(
      resolved, access: .log(applicationID: LibrarySchema.applicationID),
      ifDamaged: "Restore it from a copy, or delete it and scan again: its history is lost then")
    // Cache in KiB: the searched part of a large library.
    try database.execute("PRAGMA cache_size = -16384")
    // In pages. A checkpoint waits for the disk, so it must not follow each part of a scan.
    try database.execute("PRAGMA wal_autocheckpoint = 8000")
    try database.createOrAdopt(LibrarySchema.schema)
    // The file may be read-only or locked; a later open deletes them then.
    try? deleteExpired()
  }

  /// Units: seconds since 1970.
  public var now: Int64 { clock.seconds }

  /// Runs `body` under the lock.
  func reading<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// Runs `body` in a transaction.
  func changing<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    return try database.transaction(body)
  }

  /// Like `changing`, for data that a scan can restore: not durable on a power failure.
  func changingSoon<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    try database.setWaiting(to: false)
    defer { try? database.setWaiting(to: true) }
    return try database.transaction(body)
  }

  // MARK: Items

  /// Count of items.
  public func count() throws(AhaError) -> Int64 {
    try reading { () throws(AhaError) in try database.integer("SELECT count(*) FROM item") }
  }

  /// Errors: `notFound`.
  public func item(_ number: Int64) throws(AhaError) -> LibraryItem {
    let found = try reading { () throws(AhaError) in
      try first(where: "number", is: .integer(number))
    }
    guard let found else { throw AhaError(.notFound, "the library has no item \(number)") }
    return found
  }

  /// The item at a place; nil if unknown.
  public func item(at place: FilePath) throws(AhaError) -> LibraryItem? {
    try reading { () throws(AhaError) in try found(at: place) }
  }

  /// Adds an item, or updates the one at its place; its history stays. Returns: Its number.
  @discardableResult
  public func save(_ item: LibraryItem) throws(AhaError) -> Int64 {
    try changing { () throws(AhaError) in try put(item) }
  }

  // MARK: Rows. Invariant: caller holds lock

  func found(at place: FilePath) throws(AhaError) -> LibraryItem? {
    try first(where: "place", is: .path(place))
  }

  func first(
    where column: StaticString, is value: Value
  ) throws(AhaError) -> LibraryItem? {
    var found: LibraryItem?
    let sql = "\(LibraryItem.selection) WHERE \(column) = ?1"
    try database.each(made: sql, values: [value]) { (row) throws(AhaError) in
      found = LibraryItem(row)
    }
    return found
  }
}

extension Library {
  /// Default path, shared by all applications of a user: `library.aha` in the user's data
  /// folder. Creates the folder with access for its user only.
  /// Errors: `notFound` (no home folder), those of folders.
  public static func makeUsualPath() throws(AhaError) -> FilePath {
    let folder = try UserFolder.data.path()
    try Disk.makeFolders(folder, mode: 0o700)
    return folder.appending(FilePath("library.aha"))
  }

  /// The item at a place given by the user: a URL, or a relative or absolute path.
  public func item(knownAs place: FilePath) throws(AhaError) -> LibraryItem? {
    if let found = try item(at: place) { return found }
    if let whole = place.resolved, let found = try item(at: whole) { return found }
    // A deleted file cannot be resolved, but its folder can.
    guard let inFolder = place.resolvedInFolder else { return nil }
    return try item(at: inFolder)
  }
}
