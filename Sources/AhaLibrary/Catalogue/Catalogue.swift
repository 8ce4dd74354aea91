import AhaBase
import AhaCodec
import AhaStore

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
    guard let place = path.resolvedInFolder else {
      throw AhaError(.notFound, "the folder of \(path.text) is not there")
    }
    (self.path, self.clock) = (place, clock)
    database = try Database(place, .log)
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

  private func first(
    where column: StaticString, _ value: Value
  ) throws(AhaError) -> LibraryItem? {
    var found: LibraryItem?
    let sql = "SELECT \(LibraryItem.columns) FROM item WHERE \(column) = ?1"
    try database.each(made: sql, [value]) { (row) throws(AhaError) in found = LibraryItem(row) }
    return found
  }

  func put(_ item: LibraryItem) throws(AhaError) -> Int64 {
    let known = try database.integer("SELECT number FROM item WHERE place = ?1", .path(item.place))
    if known > 0 { try removeWords(known) }
    try database.run(
      Catalogue.upsert, .path(item.place), .integer(Int64(item.origin.rawValue)),
      .integer(Int64(item.state.rawValue)), .text(item.reason), .integer(item.mark.size),
      .integer(item.mark.modified), .integer(item.mark.number), .text(item.sha256),
      .integer(Int64(item.sound.container.rawValue)), .integer(Int64(item.sound.encoding.rawValue)),
      .integer(Int64(item.sound.sampleRate)), .integer(Int64(item.sound.channels)),
      .integer(item.sound.length), .text(item.title), .text(item.artist), .text(item.manifest),
      .text(item.pieceID), .integer(item.added > 0 ? item.added : clock.seconds))
    let number = known > 0 ? known : database.lastID
    try addWords(number)
    try database.run("DELETE FROM ancestor WHERE item = ?1", .integer(number))
    for id in item.basedOn {
      try database.run(
        "INSERT OR IGNORE INTO ancestor VALUES (?1, ?2)", .integer(number), .text(id))
    }
    return number
  }

  /// Before anything is changed of what the row has.
  func removeWords(_ number: Int64) throws(AhaError) {
    try database.run(Catalogue.removeWords, .integer(number))
  }

  func addWords(_ number: Int64) throws(AhaError) {
    try database.run(Catalogue.addWords, .integer(number))
  }

  private static let upsert: StaticString = """
    INSERT INTO item (place, origin, state, reason, size, modified, inode, sha256, container,
      encoding, rate, channels, length_us, title, artist, piece, piece_id, added)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)
    ON CONFLICT (place) DO UPDATE SET origin = ?2, state = ?3, reason = ?4, size = ?5, modified = ?6,
      inode = ?7, sha256 = ?8, container = ?9, encoding = ?10, rate = ?11, channels = ?12,
      length_us = ?13, title = ?14, artist = ?15, piece = ?16, piece_id = ?17
    """
  private static let addWords: StaticString = """
    INSERT INTO words (rowid, title, artist, place)
    SELECT number, title, artist, place FROM item WHERE number = ?1
    """
  private static let removeWords: StaticString = """
    INSERT INTO words (words, rowid, title, artist, place)
    SELECT 'delete', number, title, artist, place FROM item WHERE number = ?1
    """
}
