import AhaBase
import CSQLite

extension Database {
  /// Whether a transaction is open. An error such as a full disk may have rolled it back.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // Statements that end a failed change are prepared before it: without memory, that would fail.
  private static let undo: StaticString = "ROLLBACK"
  private static let undoPart: StaticString = "ROLLBACK TO part"
  private static let endPart: StaticString = "RELEASE part"

  /// Begins a transaction with the write lock. Errors: `state` (in use), `access`.
  public func begin() throws(AhaError) { try start("BEGIN IMMEDIATE") }

  private func start(_ begin: StaticString) throws(AhaError) {
    if wasEndedByError {
      statements = [:]
      // Also connects virtual tables again.
      try execute("PRAGMA writable_schema = RESET")
      wasEndedByError = false
    }
    // Anew: a change of the schema expires a prepared statement.
    statements[Database.undo.utf8Start] = try Statement(in: self, sql: Database.undo)
    try run(begin)
  }

  /// Errors: `state` (a reader holds its lock for too long), `diskFull`, `io`; then it rolls back.
  public func commit() throws(AhaError) {
    do throws(AhaError) { try run("COMMIT") } catch {
      rollback()
      throw error
    }
  }

  public func rollback() {
    // A rollback fails only without an open transaction.
    if isInTransaction { try? run(Database.undo) } else { wasEndedByError = true }
  }

  /// Runs `body` in a transaction; rolls back if it throws.
  public func transaction<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    try begin()
    let value: T
    do throws(AhaError) { value = try body() } catch {
      rollback()
      throw error
    }
    try commit()
    return value
  }

  /// Runs `body` on a consistent snapshot: it sees no later writes of other connections.
  public func snapshot<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    try start("BEGIN")
    defer { rollback() }
    return try body()
  }

  /// Runs `body` in a savepoint; rolls back to it if `body` throws. The outer transaction stays
  /// open, unless the error ended it.
  public func part<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    for end in [Database.undoPart, Database.endPart] { _ = try statement(end) }
    try run("SAVEPOINT part")
    do throws(AhaError) {
      let value = try body()
      try run(Database.endPart)
      return value
    } catch {
      if isInTransaction {
        try? run(Database.undoPart)
        try? run(Database.endPart)
      }
      throw error
    }
  }
}
