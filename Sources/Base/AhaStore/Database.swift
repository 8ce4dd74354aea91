import AhaBase
import CSQLite

/// One connection to one SQLite file.
///
/// A document has a rollback journal (journal mode DELETE), which exists only during a transaction:
/// after each commit the file is complete and on the disk, and a killed process or a power failure
/// leaves the state before or after the transaction. A file that is written often has a write-ahead
/// log (WAL).
/// Threads: one at a time; the owner locks.
public final class Database {
  public enum Access: Sendable {
    /// Creates the file if it is absent.
    case create
    case change
    case read
    /// Creates the file if it is absent, and uses a write-ahead log. Not for documents: while the
    /// file is open, a part of its content is in the log.
    case log(applicationID: Int32)
  }

  /// For error lines.
  public let name: String
  let handle: OpaquePointer
  let remedy: StaticString
  /// Keyed by the address of the SQL text.
  var statements: [UnsafePointer<UInt8>: Statement] = [:]
  /// An error, such as a failed read or no memory, ended the last transaction. SQLite's FTS5 may
  /// then keep wrong counts in memory, and would write them.
  var wasEndedByError = false
  /// Count of rows that cached statements have read with `each`: the cost of a call, for tests.
  private(set) var rowsRead = 0

  /// Opens a file.
  /// - Parameters:
  ///   - path: Absolute, so that SQLite cannot read it as a URI or a special name.
  ///   - remedy: Advice for a damaged file: a sentence for error lines, without a period.
  /// Errors: `notFound`, `access`, `isDirectory`, `unknownFormat`, `damaged`, `state` (in use),
  /// `unsupported` (SQLite is not installed).
  public init(
    _ path: FilePath, access: Access, busyMilliseconds: Int32 = 5000,
    ifDamaged remedy: StaticString = "Restore it from a copy"
  ) throws(AhaError) {
    (name, self.remedy) = (path.text, remedy)
    try LateLibrary.load(late_load_sqlite)
    guard path.hasPrefix("/") else {
      throw AhaError(.invalidArgument, "\(name) is not an absolute path")
    }
    let how =
      switch access {
      case .create, .log: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .change: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      }
    handle = try Database.open(at: path, how: how, name: name, remedy: remedy)
    sqlite3_busy_timeout(handle, busyMilliseconds)
    try harden()
    try execute("PRAGMA foreign_keys = ON")
    if !isReadOnly { try setJournal(for: access) }
  }

  /// An empty database without a file.
  /// - Parameter name: For error lines.
  init(inMemory name: String) throws(AhaError) {
    (self.name, remedy) = (name, "Try again")
    try LateLibrary.load(late_load_sqlite)
    let how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    handle = try Database.open(at: FilePath(":memory:"), how: how, name: name, remedy: remedy)
    try harden()
  }

  private static func open(
    at path: FilePath, how: Int32, name: String, remedy: StaticString
  ) throws(AhaError) -> OpaquePointer {
    var opened: OpaquePointer?
    let flags = how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let result = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard let opened else { throw AhaError(.outOfMemory, "open \(name)") }
    guard result == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw StoreFailure.error(of: opened, result: result, what: "open \(name)", remedy: remedy)
    }
    return opened
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// The file or its folder cannot be written, or the file was opened for reading.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// A number that changes when another connection changes the file.
  public func foreignChanges() throws(AhaError) -> Int64 { try integer("PRAGMA data_version") }

  private func setJournal(for access: Access) throws(AhaError) {
    if case .log(let applicationID) = access {
      // Does not change a file of another program.
      let isNew = try integer("SELECT count(*) FROM sqlite_schema") == 0
      let owner = try integer("PRAGMA application_id")
      if isNew || owner == Int64(applicationID) { try execute("PRAGMA journal_mode = WAL") }
    } else {
      try execute("PRAGMA journal_mode = DELETE")
    }
    try setWaiting(to: true)
  }

  /// Sets whether commits wait for the disk. Without the wait, but with a log, a killed process
  /// loses nothing; a power failure may lose the last commits.
  public func setWaiting(to waits: Bool) throws(AhaError) {
    // EXTRA also syncs the folder of a deleted rollback journal: a journal that returned after a
    // power failure would undo the commit. With a log, it equals FULL.
    try execute(waits ? "PRAGMA synchronous = EXTRA" : "PRAGMA synchronous = NORMAL")
  }

  /// Lets the cache grow to this size. Its memory is claimed as pages are read.
  public func setCache(mebibytes: Int) throws(AhaError) {
    try execute("PRAGMA cache_size = \(-1024 * mebibytes)")
  }

  // MARK: Statements

  /// The cached statement of a static text; prepared at the first use.
  func statement(_ sql: StaticString) throws(AhaError) -> Statement {
    if let cached = statements[sql.utf8Start], !cached.isUsed { return cached }
    let made = try Statement(in: self, sql: sql)
    statements[sql.utf8Start] = made
    return made
  }

  /// Runs a statement and ignores its rows.
  public func run(_ sql: StaticString, _ values: Value...) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(with: values)
    while try statement.step() {}
  }

  /// Calls `body` for each row.
  public func each(
    _ sql: StaticString, _ values: Value..., body: (Row) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(with: values)
    while try statement.step() {
      rowsRead += 1
      try body(Row(statement))
    }
  }

  /// The same for a composed statement, which is not cached. It must not contain untrusted text.
  public func each(
    made sql: String, values: [Value], body: (Row) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try Statement(in: self, made: sql)
    try statement.begin(with: values)
    while try statement.step() { try body(Row(statement)) }
  }

  /// A composed statement, not cached, ready to step. It must not contain untrusted text.
  public func statement(made sql: String, values: [Value] = []) throws(AhaError) -> Statement {
    let statement = try Statement(in: self, made: sql)
    try statement.begin(with: values)
    return statement
  }

  /// The result of `body` for the first row; nil without rows.
  public func first<T>(
    _ sql: StaticString, _ values: Value..., body: (Row) throws(AhaError) -> T
  ) throws(AhaError) -> T? {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(with: values)
    return try statement.step() ? try body(Row(statement)) : nil
  }

  /// The first column of the first row; 0 without rows.
  public func integer(_ sql: StaticString, _ values: Value...) throws(AhaError) -> Int64 {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(with: values)
    return try statement.step() ? Row(statement).integer(0) : 0
  }

  /// Prepares a statement once, for `body` to run any number of times.
  public func many(
    _ sql: StaticString, body: (Statement) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(with: [])
    try body(statement)
  }

  /// Runs any number of statements without values.
  public func execute(_ sql: String) throws(AhaError) {
    let result = sql.withCString { sqlite3_exec(handle, $0, nil, nil, nil) }
    try require(result)
  }

  func require(_ result: Int32) throws(AhaError) {
    if result != SQLITE_OK { throw failure(for: result) }
  }

  func failure(for result: Int32) -> AhaError {
    StoreFailure.error(of: handle, result: result, what: name, remedy: remedy)
  }

  /// - Parameter words: SQLite's message.
  func damage(saying words: String) -> AhaError {
    StoreFailure.damage(of: name, words: words, remedy: remedy)
  }

  /// The row id of the last insert.
  public var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Count of rows that the last statement changed.
  public var changedRows: Int64 { sqlite3_changes64(handle) }
}
