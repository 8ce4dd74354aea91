import AhaBase
import CSQLite

/// One connection to one SQLite file.
///
/// The journal of a document is a file of its own that is there only while a transaction is written
/// (journal mode DELETE): after each commit all is in one file, and a process that is killed leaves
/// what was before or after it. What is written often has a log beside it (WAL).
/// Threads: one at a time; the owner locks.
public final class Database {
  public enum Access: Sendable {
    /// Makes the file when it is not there.
    case create
    case change
    case read
    /// Makes the file when it is not there; what is written goes to a log first. Only for files
    /// that are no documents: while somebody has it open, a part of it is in that log.
    case log(applicationID: Int32)
  }

  /// For error lines.
  public let name: String
  let handle: OpaquePointer
  private let remedy: StaticString
  /// By the address of their text.
  private var statements: [UnsafePointer<UInt8>: Statement] = [:]

  /// Opens a file.
  /// - Parameters:
  ///   - path: Absolute, so that SQLite takes it neither for a URI nor for a special name.
  ///   - remedy: What to do if the file is damaged: a sentence for error lines, without a period.
  /// Errors: `notFound`, `access`, `isDirectory`, `unknownFormat`, `damaged`, `state` (in use),
  /// `unsupported` (SQLite is not installed).
  public init(
    _ path: FilePath, _ access: Access, busyMilliseconds: Int32 = 5000,
    ifDamaged remedy: StaticString = "Restore it from a copy"
  ) throws(AhaError) {
    (name, self.remedy) = (path.text, remedy)
    try Late.load(late_load_sqlite)
    guard path.hasPrefix("/") else {
      throw AhaError(.invalidArgument, "\(name) is not an absolute path")
    }
    let how =
      switch access {
      case .create, .log: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .change: SQLITE_OPEN_READWRITE
      case .read: SQLITE_OPEN_READONLY
      }
    var opened: OpaquePointer?
    let flags = how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE
    let result = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
    guard let opened else { throw AhaError(.outOfMemory, "open \(name)") }
    guard result == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw StoreFailure.error(opened, result, "open \(name)", remedy)
    }
    handle = opened
    sqlite3_busy_timeout(handle, busyMilliseconds)
    try harden()
    try execute("PRAGMA foreign_keys = ON")
    if !isReadOnly { try setJournal(access) }
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// The file, or the folder it is in, cannot be written, or nobody asked to.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") != 0 }

  /// A number that rises when somebody else changes the file.
  public func foreignChanges() throws(AhaError) -> Int64 { try integer("PRAGMA data_version") }

  private func setJournal(_ access: Access) throws(AhaError) {
    if case .log(let applicationID) = access {
      // The file of another program stays as it is.
      let isNew = try integer("SELECT count(*) FROM sqlite_schema") == 0
      let owner = try integer("PRAGMA application_id")
      if isNew || owner == Int64(applicationID) { try execute("PRAGMA journal_mode = WAL") }
    } else {
      try execute("PRAGMA journal_mode = DELETE")
    }
    try execute("PRAGMA synchronous = FULL")
  }

  /// Whether commits wait until the disk has them. Without, and with a log, a process that is
  /// killed loses nothing; a machine that is, may lose the last of them.
  public func setWaiting(_ waits: Bool) throws(AhaError) {
    try execute(waits ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
  }

  // MARK: Statements

  /// The statement of a text; kept for the next time.
  func statement(_ sql: StaticString) throws(AhaError) -> Statement {
    if let kept = statements[sql.utf8Start], !kept.isUsed { return kept }
    let made = try Statement(self, sql)
    statements[sql.utf8Start] = made
    return made
  }

  /// Runs a statement that gives no rows, or whose rows nobody wants.
  public func run(_ sql: StaticString, _ values: Value...) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(values)
    while try statement.step() {}
  }

  /// Calls `body` for each row.
  public func each(
    _ sql: StaticString, _ values: Value..., body: (Row) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(values)
    while try statement.step() { try body(Row(statement)) }
  }

  /// The same with a statement that is put together for one use. No text of strangers may be in it.
  public func each(
    made sql: String, _ values: [Value], body: (Row) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try Statement(self, made: sql)
    try statement.begin(values)
    while try statement.step() { try body(Row(statement)) }
  }

  /// A statement that is put together for one use, ready to step.
  /// No text of strangers may be in it.
  public func statement(made sql: String, _ values: [Value] = []) throws(AhaError) -> Statement {
    let statement = try Statement(self, made: sql)
    try statement.begin(values)
    return statement
  }

  /// What `body` makes of the first row; nil when there is none.
  public func first<T>(
    _ sql: StaticString, _ values: Value..., body: (Row) throws(AhaError) -> T
  ) throws(AhaError) -> T? {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(values)
    return try statement.step() ? try body(Row(statement)) : nil
  }

  /// The first column of the first row; 0 when there is none.
  public func integer(_ sql: StaticString, _ values: Value...) throws(AhaError) -> Int64 {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin(values)
    return try statement.step() ? Row(statement).integer(0) : 0
  }

  /// A statement for many rows: it is prepared once, and `body` runs it as often as it likes.
  public func many(
    _ sql: StaticString, body: (Statement) throws(AhaError) -> Void
  ) throws(AhaError) {
    let statement = try statement(sql)
    defer { statement.end() }
    try statement.begin([])
    try body(statement)
  }

  /// Runs any number of statements without values.
  public func execute(_ sql: String) throws(AhaError) {
    let result = sql.withCString { sqlite3_exec(handle, $0, nil, nil, nil) }
    try require(result)
  }

  func require(_ result: Int32) throws(AhaError) {
    if result != SQLITE_OK { throw failure(result) }
  }

  func failure(_ result: Int32) -> AhaError {
    StoreFailure.error(handle, result, name, remedy)
  }

  /// - Parameter words: SQLite's own.
  func damage(_ words: String) -> AhaError { StoreFailure.damage(name, words, remedy) }

  /// The number that the last row of a table got.
  public var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  public var changedRows: Int64 { sqlite3_changes64(handle) }
}
