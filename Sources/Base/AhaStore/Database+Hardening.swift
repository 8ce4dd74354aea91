import AhaBase
import CSQLite

extension Database {
  /// Files come from untrusted sources: turns off all of SQLite except reading and writing rows.
  func harden() throws(AhaError) {
    for (option, on) in Database.options {
      try require(csqlite_configure(handle, option, on))
    }
    for (limit, max) in Database.limits { sqlite3_limit(handle, limit, max) }
    // secure_delete is on in Debian; it would overwrite each freed page.
    try execute(
      """
      PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA secure_delete = OFF;
      PRAGMA temp_store = MEMORY
      """)
  }

  private static var options: [(Int32, Int32)] {
    [
      (Int32(SQLITE_DBCONFIG_DEFENSIVE), 1), (Int32(SQLITE_DBCONFIG_TRUSTED_SCHEMA), 0),
      (Int32(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION), 0),
      (Int32(SQLITE_DBCONFIG_ENABLE_TRIGGER), 0), (Int32(SQLITE_DBCONFIG_ENABLE_VIEW), 0),
      (Int32(SQLITE_DBCONFIG_DQS_DML), 0), (Int32(SQLITE_DBCONFIG_DQS_DDL), 0),
    ]
  }

  private static var limits: [(Int32, Int32)] {
    [
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LENGTH, 1 << 29),
      (SQLITE_LIMIT_SQL_LENGTH, 1 << 17), (SQLITE_LIMIT_COLUMN, 100),
      (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_TRIGGER_DEPTH, 20),
      (SQLITE_LIMIT_WORKER_THREADS, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    ]
  }
}
