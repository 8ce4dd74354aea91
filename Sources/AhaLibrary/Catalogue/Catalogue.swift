import AhaBase
import AhaCodec
import AhaStore
import CShims

/// What can be played, wherever it is, and what was done with it: one SQLite file, which several
/// processes may have open.
///
/// Threads: any; each call takes the lock for as long as it lasts.
public final class Catalogue {
  public let path: FilePath
  let database: Database
  let clock: WallClock
  private let lock = Lock()

  /// Opens a catalogue, or makes it. Errors: those of databases: `state` (in use for long),
  /// `damaged`, `unsupported` (a newer one), `unknownFormat`, `diskFull`, `access`, `notFound`.
  public init(_ path: FilePath, clock: WallClock = WallClock()) throws(AhaError) {
    try path.requireSafeLinks()
    guard let place = path.resolvedInFolder else {
      throw AhaError(.notFound, "the folder of \(path.text) is not there")
    }
    (self.path, self.clock) = (place, clock)
    // It may have URLs with a secret in them. SQLite gives its other files the same permissions.
    let made = place.withCString { shim_open($0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
    if made >= 0 { _ = close(made) }
    database = try Database(
      place, .log(applicationID: CatalogueSchema.applicationID),
      ifDamaged: "Restore it from a copy, or delete it and scan again: its history is lost then")
    // In KiB: what is searched of a large one.
    try database.execute("PRAGMA cache_size = -16384")
    // Pages: the log is brought over, which waits for the disk, not after each part of a scan.
    try database.execute("PRAGMA wal_autocheckpoint = 8000")
    try database.createOrAdopt(CatalogueSchema.schema, CatalogueSchema.tables)
  }

  /// The lock is held while `body` runs.
  func reading<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  /// All of what `body` changes, or nothing.
  func changing<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    return try database.transaction(body)
  }

  /// The same for what can be found out again: a machine that is switched off may lose it.
  func changingSoon<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    lock.lock()
    defer { lock.unlock() }
    try database.setWaiting(false)
    defer { try? database.setWaiting(true) }
    return try database.transaction(body)
  }

  // MARK: Items

  /// How many items there are.
  public func count() throws(AhaError) -> Int64 {
    try reading { () throws(AhaError) in try database.integer("SELECT count(*) FROM item") }
  }

  /// Errors: `notFound`.
  public func item(_ number: Int64) throws(AhaError) -> LibraryItem {
    let found = try reading { () throws(AhaError) in
      try first(where: "number", .integer(number))
    }
    guard let found else { throw AhaError(.notFound, "the catalogue has no item \(number)") }
    return found
  }

  /// What is at a place; nil when the catalogue does not know it.
  public func item(at place: FilePath) throws(AhaError) -> LibraryItem? {
    try reading { () throws(AhaError) in try found(at: place) }
  }

  /// Adds an item, or brings the one at its place up to date: what was done with it stays.
  /// Returns: Its number.
  @discardableResult
  public func save(_ item: LibraryItem) throws(AhaError) -> Int64 {
    try changing { () throws(AhaError) in try put(item) }
  }

  /// Takes an item out; what is in the history stays there. Errors: `notFound`.
  public func forget(_ number: Int64) throws(AhaError) {
    try changing { () throws(AhaError) in
      try removeWords(number)
      try database.run("DELETE FROM item WHERE number = ?1", .integer(number))
      if database.changedRows == 0 {
        throw AhaError(.notFound, "the catalogue has no item \(number)")
      }
    }
  }

  // MARK: Rows, under the lock

  func found(at place: FilePath) throws(AhaError) -> LibraryItem? {
    try first(where: "place", .path(place))
  }

  func first(
    where column: StaticString, _ value: Value
  ) throws(AhaError) -> LibraryItem? {
    var found: LibraryItem?
    let sql = "SELECT \(LibraryItem.columns) FROM item WHERE \(column) = ?1"
    try database.each(made: sql, [value]) { (row) throws(AhaError) in found = LibraryItem(row) }
    return found
  }
}
