import AhaBase
import AhaStore

extension Project {
  private static func checked(_ path: FilePath) throws(AhaError) {
    if !path.isPossible { throw AhaError(.invalidArgument, "\"\(path.text)\" is no path") }
  }

  /// Where a new file comes to be.
  static func place(of path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    try path.requireSafeLinks()
    if let there = path.resolved { return there }
    guard let place = path.resolvedInFolder else {
      throw AhaError(.notFound, "create \(path.text): its folder is not there")
    }
    return place
  }

  static func existing(_ path: FilePath) throws(AhaError) -> FilePath {
    try checked(path)
    // A stream is never opened on it: closing that would end the locks that SQLite has on the file.
    guard let place = path.resolved, let status = FileStatus(place) else {
      throw AhaError(.notFound, "open \(path.text): not there")
    }
    switch status.kind {
    case .file: break
    case .folder: throw AhaError(.isDirectory, "\(place.text) is a directory")
    default: throw AhaError(.unsupported, "\(place.text) is not a regular file")
    }
    if status.length == 0 { throw AhaError(.empty, "\(place.text) is empty") }
    return place
  }

  /// Waits for the project that writes the file; not if this one can read meanwhile.
  /// Errors: `state` (still in use), those of files.
  static func lock(_ place: FilePath, _ options: Options) throws(AhaError) -> FileLock {
    let wait = options.readsWhenInUse ? 0 : Int64(options.busyMilliseconds)
    return try FileLock(
      place.wrapping(".", ".lock"),
      busy: "\(place.text) is in use: another project writes it, and did not end within "
        + "\(wait) ms. Close it there, or open it for reading",
      until: Instant.after(milliseconds: wait))
  }

  /// Nil when the project can only be read.
  static func lockIfPossible(_ place: FilePath, _ options: Options) throws(AhaError) -> FileLock? {
    do throws(AhaError) {
      return try lock(place, options)
    } catch {
      if error.code == .access { return nil }
      if error.code == .state, options.readsWhenInUse { return nil }
      throw error
    }
  }

  /// The file is a whole project of this version. Errors: those of `init(opening:)`.
  static func check(_ database: Database) throws(AhaError) {
    try database.adopt(ProjectSchema.schema)
    try database.checkTables(ProjectSchema.tables)
    try database.checkPages()
    try checkKeys(database)
  }

  /// What refers to something refers to what is there. Points are looked at by lane, not each.
  static func checkKeys(_ database: Database) throws(AhaError) {
    for sql in keyChecks {
      try database.each(sql) { (row) throws(AhaError) in
        throw AhaError(
          .damaged, "\(database.name): row \(row.integer(1)) of \(row.text(0)) belongs to nothing")
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
    "PRAGMA foreign_key_check(lane)",
    """
    WITH RECURSIVE used(lane) AS (
      SELECT min(lane) FROM point UNION ALL
      SELECT (SELECT min(lane) FROM point WHERE lane > used.lane) FROM used WHERE lane IS NOT NULL)
    SELECT 'point', lane FROM used WHERE lane NOT NULL AND lane NOT IN (SELECT id FROM lane)
    """,
  ]

  /// Errors: `damaged`.
  func requireID(_ id: ID, _ what: StaticString) throws(AhaError) {
    if id <= 0 { throw AhaError(.damaged, "\(path.text): \(what) \(id): ids begin at 1") }
  }

  /// Reads all but the points: what another program wrote is refused here, not when it is heard.
  func checkRows() throws(AhaError) {
    _ = try settings()
    _ = try tracks()
    _ = try buses()
    _ = try lanes()
    _ = try markers()
    _ = try allEffects()
  }
}
