import AhaBase
import AhaStore

extension ProjectSchema {
  /// Checks that the file is a complete project of this version. Errors: those of
  /// `Project.init(opening:)`.
  static func check(_ database: Database) throws(AhaError) {
    try database.adopt(schema)
    // An older file is read-only, so it was not migrated.
    let version = try database.integer("PRAGMA user_version")
    if version < 3 { try database.execute(emptyClip) }
    if version == 1 {
      try database.execute(emptyImpulse)
      try database.execute(emptyPlugin)
      try database.execute(emptyLinks)
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
    "PRAGMA foreign_key_check(varispeed)", "PRAGMA foreign_key_check(clip)",
    "PRAGMA foreign_key_check(follow)", "PRAGMA foreign_key_check(lane)",
    """
    WITH RECURSIVE used(lane) AS (
      SELECT min(lane) FROM point UNION ALL
      SELECT (SELECT min(lane) FROM point WHERE lane > used.lane) FROM used WHERE lane IS NOT NULL)
    SELECT 'point', lane FROM used WHERE lane NOT NULL AND lane NOT IN (SELECT id FROM lane)
    """,
  ]
}
