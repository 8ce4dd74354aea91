import AhaBase
import CSQLite

extension Database {
  /// Whether a transaction is open: an error such as a full disk may have ended it.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Begins a transaction that nobody else can come before. Errors: `state` (in use), `access`.
  public func begin() throws(AhaError) { try run("BEGIN IMMEDIATE") }

  /// Errors: `state` (somebody reads for too long), `diskFull`, `io`; then all is as it was before.
  public func commit() throws(AhaError) {
    do throws(AhaError) { try run("COMMIT") } catch {
      rollback()
      throw error
    }
  }

  public func rollback() {
    // Fails only when there is nothing to roll back.
    if isInTransaction { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }

  /// All of `body`, or nothing.
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

  /// What `body` reads is as it was at one moment, whatever others write meanwhile.
  public func snapshot<T>(_ body: () throws(AhaError) -> T) throws(AhaError) -> T {
    try run("BEGIN")
    defer { rollback() }
    return try body()
  }

  /// All of `body`, or nothing, inside a transaction, which goes on unless it was lost with it.
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
