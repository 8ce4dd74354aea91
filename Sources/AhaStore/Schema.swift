import AhaBase
import CSQLite

/// What a file of one kind looks like, in all its versions.
public struct Schema: Sendable {
  /// What such a file is called in error lines, as in "a project".
  public let title: String
  /// Four letters as a number, in the file's header.
  public let applicationID: Int32
  /// The SQL that brings version n to n + 1, at place n; the first makes an empty file version 1.
  public let migrations: [String]
  /// Older files from this version on need no migration to be read.
  public let oldestReadable: Int64

  public init(
    title: String, applicationID: Int32, migrations: [String], oldestReadable: Int64? = nil
  ) {
    self.title = title
    self.applicationID = applicationID
    self.migrations = migrations
    self.oldestReadable = oldestReadable ?? Int64(migrations.count)
  }

  public var version: Int64 { Int64(migrations.count) }
}

extension Database {
  /// Makes an empty file one of the schema's newest version.
  public func create(_ schema: Schema) throws(AhaError) {
    try transaction { () throws(AhaError) in
      try execute("PRAGMA application_id = \(schema.applicationID)")
      try migrate(schema, from: 0)
    }
  }

  /// Makes an empty file one of the schema's, or sees to it that it is one with these tables.
  /// Errors: as `adopt` and `checkTables`.
  public func createOrAdopt(
    _ schema: Schema, _ tables: [(name: StaticString, sql: String)]
  ) throws(AhaError) {
    if try integer("SELECT count(*) FROM sqlite_schema") == 0 {
      // Another process may do the same.
      do throws(AhaError) { try create(schema) } catch { if error.code != .damaged { throw error } }
    }
    try adopt(schema)
    try checkTables(tables)
  }

  /// Sees to it that the file is one of the schema's newest version.
  /// Errors: `unsupported` (another program's, or newer), `damaged`, `access` (older, and cannot be
  /// written).
  public func adopt(_ schema: Schema) throws(AhaError) {
    try requireApplication(of: schema)
    let version = try integer("PRAGMA user_version")
    if version > schema.version {
      throw AhaError(
        .unsupported,
        "\(name) is of version \(version); this libaha knows them up to \(schema.version)")
    }
    if version < 1 { throw AhaError(.damaged, "\(name) is of version \(version)") }
    if version == schema.version { return }
    if isReadOnly {
      if version >= schema.oldestReadable { return }
      throw AhaError(
        .access,
        "\(name) is of version \(version), and must be written to become \(schema.version)")
    }
    try transaction { () throws(AhaError) in
      // Another process may have done it meanwhile.
      let version = try integer("PRAGMA user_version")
      if version < schema.version { try migrate(schema, from: version) }
    }
  }

  private func migrate(_ schema: Schema, from version: Int64) throws(AhaError) {
    for migration in schema.migrations[Int(version)...] { try execute(migration) }
    try execute("PRAGMA user_version = \(schema.version)")
  }

  private func requireApplication(of schema: Schema) throws(AhaError) {
    let found = Int32(truncatingIfNeeded: try integer("PRAGMA application_id"))
    if found == schema.applicationID { return }
    if try integer("SELECT count(*) FROM sqlite_schema") == 0 {
      throw AhaError(.empty, "\(name) is a database with nothing in it")
    }
    throw AhaError(
      .unsupported, "\(name) is not \(schema.title): its application_id is \(Database.show(found))")
  }

  /// A number with its four letters when they are such, as in "1094926415 (ABCO)".
  private static func show(_ applicationID: Int32) -> String {
    let number = UInt32(bitPattern: applicationID)
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    guard letters.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(applicationID)" }
    return "\(applicationID) (\(String(decoding: letters, as: UTF8.self)))"
  }

  // MARK: Damage

  /// Reads the whole file and says what is wrong with it. Errors: `damaged`.
  public func checkPages() throws(AhaError) {
    try each("PRAGMA quick_check(1)") { (row) throws(AhaError) in
      let words = row.text(0)
      if words != "ok" { throw damage(words) }
    }
  }

  /// The tables, as the schema's SQL makes them, are there, and nothing that would act by itself.
  /// Errors: `damaged`.
  public func checkTables(_ expected: [(name: StaticString, sql: String)]) throws(AhaError) {
    var found = 0
    try each("SELECT type, name, sql FROM sqlite_schema") { (row) throws(AhaError) in
      let (type, title, sql) = (row.text(0), row.text(1), row.text(2))
      if type == "trigger" || type == "view" {
        throw AhaError(.damaged, "\(name) has a \(type), \(title.cut), that is not libaha's")
      }
      for table in expected where title == "\(table.name)" {
        guard sql.hasSameBytes(as: table.sql) else {
          throw AhaError(.damaged, "\(name): its table \(title) is not as libaha makes it")
        }
        found += 1
      }
    }
    if found != expected.count { throw AhaError(.damaged, "\(name) lacks a table of libaha's") }
  }
}
