import AhaBase
import CSQLite

/// Records what is changed in some tables from when it is made.
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

  /// What was changed until now. A row that is as it was is not in it.
  public func changes() throws(AhaError) -> ChangeSet {
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try database.require(sqlite3session_changeset(session, &count, &bytes))
    return ChangeSet(bytes, count)
  }
}

/// What `apply` hands through SQLite to its callbacks.
private final class Application {
  let tables: [StaticString]
  var isRefused = false

  init(_ tables: [StaticString]) { self.tables = tables }

  func takes(_ table: UnsafePointer<CChar>) -> Bool {
    let name = String(cString: table)
    return tables.contains { $0.text == name }
  }
}

extension Database {
  /// Applies changes to rows that are as they were when these were recorded, and then `body`, as
  /// one transaction.
  ///
  /// Foreign keys do not act meanwhile: what went with its owner is among the changes, and so is
  /// what was led to another owner before. `body` must see to it that nothing is left without one.
  /// Errors: `state` (the rows are not as they were, or in use), `damaged`, `diskFull`, `io`.
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
    try changes.forEach { _, _ in }
    let application = Application(tables)
    let context = Unmanaged.passUnretained(application).toOpaque()
    let result = sqlite3changeset_apply(
      handle, size, changes.start, acceptsTable, decideConflict, context)
    withExtendedLifetime(application) {}
    if application.isRefused {
      throw AhaError(.state, "\(name): somebody else changed what this step changed")
    }
    try require(result)
  }
}

private func acceptsTable(
  _ context: UnsafeMutableRawPointer?, _ table: UnsafePointer<CChar>?
) -> Int32 {
  guard let context, let table else { return 0 }
  let application = Unmanaged<Application>.fromOpaque(context).takeUnretainedValue()
  if application.takes(table) { return 1 }
  application.isRefused = true
  return 0
}

private func decideConflict(
  _ context: UnsafeMutableRawPointer?, _ kind: Int32, _ change: OpaquePointer?
) -> Int32 {
  // A column that is kept up to date without a step, as the place of a file.
  if kind == SQLITE_CHANGESET_DATA { return SQLITE_CHANGESET_REPLACE }
  if let context {
    Unmanaged<Application>.fromOpaque(context).takeUnretainedValue().isRefused = true
  }
  return SQLITE_CHANGESET_ABORT
}
