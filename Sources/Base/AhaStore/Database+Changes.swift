import AhaBase
import CSQLite

/// Records the changes of some tables from `init` on.
public final class ChangeRecorder {
  private let session: OpaquePointer
  private let database: Database

  /// - Parameter tables: Their primary key must begin with an integer.
  public init(_ database: Database, tables: [StaticString]) throws(AhaError) {
    var made: OpaquePointer?
    try database.require(sqlite3session_create(database.handle, "main", &made))
    guard let made else { throw AhaError(.outOfMemory, database.name) }
    session = made
    self.database = database
    for table in tables {
      let result = table.utf8Start.withMemoryRebound(
        to: CChar.self, capacity: table.utf8CodeUnitCount + 1
      ) { sqlite3session_attach(session, $0) }
      try database.require(result)
    }
  }

  deinit { sqlite3session_delete(session) }

  /// The changes so far, without rows that have their first value again.
  public func changes() throws(AhaError) -> ChangeSet {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try database.require(sqlite3session_changeset(session, &count, &bytes))
    return ChangeSet(bytes, count: count)
  }
}

/// Context of SQLite's callbacks in `apply`.
private final class Application {
  let tables: [StaticString]
  var isRefused = false

  init(_ tables: [StaticString]) { self.tables = tables }

  func accepts(_ table: UnsafePointer<CChar>) -> Bool {
    let name = String(cString: table)
    return tables.contains { $0.text == name }
  }
}

extension Database {
  /// Applies changes and then runs `body`, in one transaction. The rows must be unchanged since the
  /// change set was recorded.
  ///
  /// Foreign keys are off meanwhile: the change set already contains the rows that were deleted
  /// with their owner or moved to another owner. `body` must leave no row without an owner.
  /// Errors: `state` (the rows have changed, or are in use), `damaged`, `diskFull`, `io`.
  public func replay(
    _ changes: ChangeSet, to tables: [StaticString], then body: () throws(AhaError) -> Void
  ) throws(AhaError) {
    try run("PRAGMA foreign_keys = OFF")
    defer { try? run("PRAGMA foreign_keys = ON") }
    try transaction { () throws(AhaError) in
      try apply(changes, to: tables)
      try body()
    }
  }

  private func apply(_ changes: ChangeSet, to tables: [StaticString]) throws(AhaError) {
    guard let size = Int32(exactly: changes.count) else {
      throw AhaError(.limit, "\(name): \(changes.count) bytes of changes are too many")
    }
    try changes.forEach { _, _, _ in }
    let application = Application(tables)
    let context = Unmanaged.passUnretained(application).toOpaque()
    let result = sqlite3changeset_apply(
      handle, size, changes.start, acceptsTable, decideConflict, context)
    withExtendedLifetime(application) {}
    if application.isRefused {
      throw AhaError(.state, "\(name): another program changed the rows of this step")
    }
    try require(result)
  }
}

private func acceptsTable(
  _ context: UnsafeMutableRawPointer?, table: UnsafePointer<CChar>?
) -> Int32 {
  guard let context, let table else { return 0 }
  let application = Unmanaged<Application>.fromOpaque(context).takeUnretainedValue()
  if application.accepts(table) { return 1 }
  application.isRefused = true
  return 0
}

private func decideConflict(
  _ context: UnsafeMutableRawPointer?, kind: Int32, change: OpaquePointer?
) -> Int32 {
  // Only a column that no change set covers differs, such as the path of a file.
  if kind == SQLITE_CHANGESET_DATA { return SQLITE_CHANGESET_REPLACE }
  if let context {
    Unmanaged<Application>.fromOpaque(context).takeUnretainedValue().isRefused = true
  }
  return SQLITE_CHANGESET_ABORT
}
