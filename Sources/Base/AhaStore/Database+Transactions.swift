import AhaBase
import CSQLite

extension Database {
  /// Whether a transaction is open. An error such as a full disk may have rolled it back.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Begins a transaction with the write lock. Errors: `state` (in use), `access`.
  public func begin() throws(AhaError) { try run("BEGIN IMMEDIATE") }

  /// Errors: `state` (a reader holds its lock for too long), `diskFull`, `io`; then it rolls back.
  public func commit() throws(AhaError) {
    do throws(AhaError) { try run("COMMIT") } catch {
      rollback()
      throw error
    }
  }

  public func rollback() {
    // A rollback fails only without an open transaction.
    if isInTransaction { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
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
    try run("BEGIN")
    defer { rollback() }
    return try body()
  }

  /// Runs `body` in a savepoint; rolls back to it if `body` throws. The outer transaction stays
  /// open, unless the error ended it.
  public func part<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    try run("SAVEPOINT part")
    do throws(AhaError) {
      let value = try body()
      try run("RELEASE part")
      return value
    } catch {
      if isInTransaction {
        _ = sqlite3_exec(handle, "ROLLBACK TO part; RELEASE part", nil, nil, nil)
      }
      throw error
    }
  }
}
