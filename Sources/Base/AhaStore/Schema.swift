import AhaBase
import CSQLite

/// The schema of one kind of file, in all its versions.
public struct Schema: Sendable {
  /// Name of the kind for error lines, with its article, such as "a project".
  public let title: String
  /// Four letters as a number, in the header of the file.
  public let applicationID: Int32
  /// SQL that migrates version n to n + 1, at index n; the first makes version 1 of an empty file.
  public let migrations: [String]
  /// The oldest version that can be read without migration.
  public let oldestReadable: Int64
  /// SQL of earlier releases that no migration contains any more: of an object whose text has
  /// changed since, or that a migration drops.
  public let former: [(name: StaticString, sql: String)]

  public init(
    title: String, applicationID: Int32, migrations: [String], oldestReadable: Int64? = nil,
    former: [(name: StaticString, sql: String)] = []
  ) {
    self.title = title
    self.applicationID = applicationID
    self.migrations = migrations
    self.oldestReadable = oldestReadable ?? Int64(migrations.count)
    self.former = former
  }

  public var version: Int64 { Int64(migrations.count) }
}

extension Database {
  /// Creates the newest version of the schema in an empty file.
  public func create(_ schema: Schema) throws(AhaError) {
    try transaction { () throws(AhaError) in
      try execute("PRAGMA application_id = \(schema.applicationID)")
      try migrate(to: schema, from: 0)
    }
  }

  /// Creates the schema in an empty file; otherwise adopts the file. Errors: as `adopt`.
  public func createOrAdopt(_ schema: Schema) throws(AhaError) {
    if try integer("SELECT count(*) FROM sqlite_schema") == 0 {
      // If another process creates the schema at the same time, `create` fails; `adopt` then
      // decides.
      do throws(AhaError) { try create(schema) } catch { if error.code != .damaged { throw error } }
    }
    try adopt(schema)
  }

  /// Checks that the file has exactly this schema, and migrates it to the newest version.
  /// Errors: `unsupported` (another program's, or newer), `damaged` (also an object that libaha did
  /// not create), `access` (older, and cannot be written).
  public func adopt(_ schema: Schema) throws(AhaError) {
    try requireApplication(of: schema)
    let version = try snapshot { () throws(AhaError) in try checkedVersion(of: schema) }
    if version == schema.version || isReadOnly { return }
    try transaction { () throws(AhaError) in
      // Another process may have migrated it meanwhile.
      let version = try checkedVersion(of: schema)
      if version < schema.version { try migrate(to: schema, from: version) }
    }
  }

  /// The version of a file whose objects are those of that version.
  /// Invariant: in a transaction, so that no other process migrates the file meanwhile.
  private func checkedVersion(of schema: Schema) throws(AhaError) -> Int64 {
    let version = try integer("PRAGMA user_version")
    if version > schema.version {
      throw AhaError(
        .unsupported,
        "\(name) has version \(version); this libaha reads versions up to \(schema.version)")
    }
    if version < 1 { throw AhaError(.damaged, "\(name) has the invalid version \(version)") }
    if isReadOnly, version < schema.oldestReadable {
      throw AhaError(
        .access,
        "\(name) has version \(version); open it for writing once, to migrate it "
          + "to \(schema.version)")
    }
    try requireObjects(of: schema, version: version)
    return version
  }

  private func migrate(to schema: Schema, from version: Int64) throws(AhaError) {
    for migration in schema.migrations[Int(version)...] { try execute(migration) }
    try execute("PRAGMA user_version = \(schema.version)")
  }

  private func requireApplication(of schema: Schema) throws(AhaError) {
    let found = Int32(truncatingIfNeeded: try integer("PRAGMA application_id"))
    if found == schema.applicationID { return }
    if try integer("SELECT count(*) FROM sqlite_schema") == 0 {
      throw AhaError(.empty, "\(name) is an empty database")
    }
    throw AhaError(
      .unsupported,
      "\(name) is not \(schema.title): its application_id is \(Database.show(applicationID: found))"
    )
  }

  /// The number, with its four letters if all are printable ASCII, as in "1094926415 (ABCO)".
  private static func show(applicationID: Int32) -> String {
    let number = UInt32(bitPattern: applicationID)
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    guard letters.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(applicationID)" }
    return "\(applicationID) (\(String(decoding: letters, as: UTF8.self)))"
  }

  // MARK: Damage

  /// Reads the whole file and reports the first damage. Errors: `damaged`.
  public func checkPages() throws(AhaError) {
    try each("PRAGMA quick_check(1)") { (row) throws(AhaError) in
      let words = row.text(0)
      if words != "ok" { throw damage(saying: words) }
    }
  }
}
