import AhaBase
import AhaStore

extension Project {
  private static func checked(_ path: FilePath) throws(AhaError) {
    if !path.isPossible { throw AhaError(.invalidArgument, "\"\(path.text)\" is not a valid path") }
  }

  /// The absolute path of a new file.
  static func resolvedPath(of path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    try path.requireSafeLinks()
    if let there = path.resolved { return there }
    guard let resolved = path.resolvedInFolder else {
      throw AhaError(.notFound, "create \(path.text): its folder does not exist")
    }
    return resolved
  }

  static func existing(_ path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    // The file must not be opened as a stream: closing it would release SQLite's (POSIX) locks.
    let absence = "open \(path.text): it does not exist"
    let status = try FileStatus.required(path, absence: absence)
    guard let resolved = path.resolved else { throw AhaError(.notFound, absence) }
    switch status.kind {
    case .file: break
    case .folder: throw AhaError(.isDirectory, "\(resolved.text) is a directory")
    default: throw AhaError(.unsupported, "\(resolved.text) is not a regular file")
    }
    if status.length == 0 { throw AhaError(.empty, "\(resolved.text) is empty") }
    return resolved
  }

  /// Locks the project for writing; waits for another writer unless this project may only read.
  /// Errors: `state` (still in use), those of files.
  static func lock(_ resolved: FilePath, options: Options) throws(AhaError) -> FileLock {
    let wait = options.readsWhenInUse ? 0 : Int64(options.busyMilliseconds)
    return try FileLock(
      resolved.wrapping(".", after: ".lock"),
      busy: "\(resolved.text) is in use: another process writes it, and did not close it within "
        + "\(wait) ms. Close it there, or open it for reading",
      until: Instant.after(milliseconds: wait))
  }

  /// Nil if the project can only be read.
  static func lockIfPossible(_ resolved: FilePath, options: Options) throws(AhaError) -> FileLock? {
    do throws(AhaError) {
      return try lock(resolved, options: options)
    } catch {
      if error.code == .access { return nil }
      if error.code == .state, options.readsWhenInUse { return nil }
      throw error
    }
  }

  /// Checks that the file is a complete project of this version. Errors: those of `init(opening:)`.
  static func check(_ database: Database) throws(AhaError) {
    try database.adopt(ProjectSchema.schema)
    if try database.integer("PRAGMA user_version") == 1 {
      // Read-only, so it was not migrated.
      try database.execute(ProjectSchema.emptyImpulse)
      try database.execute(ProjectSchema.emptyPlugin)
      try database.execute(ProjectSchema.emptyLinks)
    }
    try database.checkPages()
    try checkKeys(database)
  }

  /// Checks that all references exist; those of points per lane, not per point.
  static func checkKeys(_ database: Database) throws(AhaError) {
    for sql in keyChecks {
      try database.each(sql) { (row) throws(AhaError) in
        throw AhaError(
          .damaged,
          "\(database.name): row \(row.integer(1)) of \(row.text(0)) refers to a missing row")
      }
    }
    let rows = try database.integer(
      """
      SELECT (SELECT count(*) FROM project) + (SELECT count(*) FROM history)
        + (SELECT count(*) FROM bus WHERE id = 1)
      """)
    if rows != 3 { throw AhaError(.damaged, "\(database.name) lacks its first rows") }
  }

  private static let keyChecks: [StaticString] = [
    "PRAGMA foreign_key_check(bus)", "PRAGMA foreign_key_check(track)",
    "PRAGMA foreign_key_check(effect)", "PRAGMA foreign_key_check(effect_value)",
    "PRAGMA foreign_key_check(impulse)", "PRAGMA foreign_key_check(plugin)",
    "PRAGMA foreign_key_check(send)", "PRAGMA foreign_key_check(sidechain)",
    "PRAGMA foreign_key_check(varispeed)", "PRAGMA foreign_key_check(lane)",
    """
    WITH RECURSIVE used(lane) AS (
      SELECT min(lane) FROM point UNION ALL
      SELECT (SELECT min(lane) FROM point WHERE lane > used.lane) FROM used WHERE lane IS NOT NULL)
    SELECT 'point', lane FROM used WHERE lane NOT NULL AND lane NOT IN (SELECT id FROM lane)
    """,
  ]

  /// Errors: `damaged`.
  func requireID(_ id: ID, what: StaticString) throws(AhaError) {
    if id <= 0 { throw AhaError(.damaged, "\(path.text): \(what) \(id): ids start at 1") }
  }

  /// Reads everything except the points, to refuse another program's invalid values at opening
  /// rather than during playback.
  func checkRows() throws(AhaError) {
    _ = try settings()
    _ = try tracks()
    _ = try buses()
    _ = try lanes()
    _ = try markers()
    _ = try allEffects()
    try requireRoutes()
  }
}
