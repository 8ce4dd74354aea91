import AhaBase
import CSQLite
import CShims

/// Maps SQLite's result codes to libaha's, each with one line for people. SQLite's own messages go
/// to the log: they name pages and trees, and may have several lines.
enum StoreFailure {
  /// - Parameters:
  ///   - what: Start of the line: the file, or the action.
  ///   - remedy: Advice for a damaged file.
  static func error(
    of handle: OpaquePointer, result: Int32, what: String, remedy: StaticString
  ) -> AhaError {
    Log.info("\(what): SQLite says \(String(cString: sqlite3_errmsg(handle)).cut)")
    let number = sqlite3_system_errno(handle)
    if result & 0xFF == SQLITE_CANTOPEN, number != 0 { return AhaError.system(number, what) }
    if result == readOnlyRollback || result == readOnlyRecovery {
      return AhaError(
        .access, "\(what): was being changed when its process ended; open it for writing once")
    }
    let (code, reason) = meaning(of: result)
    switch code {
    case .damaged, .unknownFormat: return AhaError(code, "\(what): \(reason). \(remedy)")
    case .io where number != 0: return AhaError(code, AhaError.system(number, what).line)
    case .system: return AhaError(code, "\(what): \(reason) \(result)")
    default: return AhaError(code, "\(what): \(reason)")
    }
  }

  /// - Parameter words: SQLite's message.
  static func damage(of name: String, words: String, remedy: StaticString) -> AhaError {
    Log.info("\(name): SQLite says \(words.cut)")
    return AhaError(.damaged, "\(name): \(meaning(of: SQLITE_CORRUPT).reason). \(remedy)")
  }

  // Macros with arithmetic, which Swift does not import.
  private static let readOnlyRollback = SQLITE_READONLY | (3 << 8)
  private static let readOnlyRecovery = SQLITE_READONLY | (1 << 8)
  private static let outOfMemoryReading = SQLITE_IOERR | (12 << 8)

  private static func meaning(of result: Int32) -> (code: ResultCode, reason: StaticString) {
    if result == outOfMemoryReading { return meaning(of: SQLITE_NOMEM) }
    return switch result & 0xFF {
    case SQLITE_FULL: (.diskFull, "no space left on the disk. Make room and try again")
    case SQLITE_NOMEM: (.outOfMemory, "out of memory")
    case SQLITE_BUSY, SQLITE_LOCKED:
      (.state, "another program uses it. Try again when that has finished")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      (.access, "cannot be written. Check the permissions of the file and of its folder")
    // All statements are libaha's, so a failing statement means a damaged file: a missing table.
    case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR: (.damaged, "the file is damaged")
    case SQLITE_NOTADB: (.unknownFormat, "not a database, or damaged at its beginning")
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE:
      (.invalidArgument, "a value is out of the range that the file has room for")
    case SQLITE_TOOBIG: (.limit, "a value is longer than a file can hold")
    case SQLITE_INTERRUPT: (.cancelled, "cancelled")
    case SQLITE_IOERR: (.io, "reading or writing failed")
    case SQLITE_CANTOPEN: (.io, "cannot be opened. Check the file and its folder")
    default: (.system, "the database failed with code")
    }
  }
}
