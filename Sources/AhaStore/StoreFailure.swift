import AhaBase
import CShims
import CSQLite

/// SQLite's result codes as libaha's.
enum StoreFailure {
  /// - Parameter what: What the line begins with: the file, or what was done to it.
  static func error(_ handle: OpaquePointer, _ result: Int32, _ what: String) -> AhaError {
    // What was misused, as a closed handle, has no words of its own.
    let words = String(cString: sqlite3_errmsg(handle))
    if result & 0xFF == SQLITE_CANTOPEN { return cannotOpen(handle, what, words) }
    if result == readOnlyRollback || result == readOnlyRecovery {
      return AhaError(
        .access, "\(what): was being changed when its process ended; open it for writing once")
    }
    return AhaError(code(result), "\(what): \(words)")
  }

  // Macros with arithmetic, which Swift does not import.
  private static let readOnlyRollback = SQLITE_READONLY | (3 << 8)
  private static let readOnlyRecovery = SQLITE_READONLY | (1 << 8)
  private static let outOfMemoryReading = SQLITE_IOERR | (12 << 8)

  private static func code(_ result: Int32) -> ResultCode {
    if result == outOfMemoryReading { return .outOfMemory }
    return switch result & 0xFF {
    case SQLITE_FULL: .diskFull
    case SQLITE_NOMEM: .outOfMemory
    case SQLITE_BUSY, SQLITE_LOCKED: .state
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .access
    // All statements are ours, so one that makes no sense speaks of the file: a table is missing.
    case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_ERROR: .damaged
    case SQLITE_NOTADB: .unknownFormat
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE: .invalidArgument
    case SQLITE_TOOBIG: .limit
    case SQLITE_INTERRUPT: .cancelled
    case SQLITE_IOERR: .io
    default: .system
    }
  }

  private static func cannotOpen(
    _ handle: OpaquePointer, _ what: String, _ words: String
  ) -> AhaError {
    let number = sqlite3_system_errno(handle)
    return number == 0 ? AhaError(.io, "\(what): \(words)") : AhaError.system(number, what)
  }
}
