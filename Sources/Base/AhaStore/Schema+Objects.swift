import AhaBase

/// A row of `sqlite_schema`: a table, index, view or trigger.
private struct SchemaObject {
  let type: String
  let name: String
  let table: String
  let sql: String

  init(_ row: Row) {
    (type, name, table, sql) = (row.text(0), row.text(1), row.text(2), row.text(3))
  }

  func isNamed(as other: SchemaObject) -> Bool {
    name.hasSameBytes(as: other.name) && type.hasSameBytes(as: other.type)
      && table.hasSameBytes(as: other.table)
  }

  /// True for SQL of an earlier release.
  func isFormer(of schema: Schema) -> Bool {
    schema.former.contains { name.hasSameBytes(as: "\($0.name)") && sql.hasSameBytes(as: $0.sql) }
  }
}

extension Database {
  /// Checks that the file contains exactly the objects that libaha creates for a version, compared
  /// as text.
  ///
  /// SQLite runs the SQL of a schema when rows are read or changed: expressions of indexes,
  /// generated columns, defaults and checks, triggers, views, foreign keys of other tables, modules
  /// of virtual tables. So the file is not used before this check, which reads `sqlite_schema`
  /// only. The comparison is with an empty database in memory, to which the same migrations apply.
  /// Errors: `damaged`.
  func requireObjects(of schema: Schema, version: Int64) throws(AhaError) {
    var missing = try Database.objects(of: schema, version: version)
    try each(Database.selectObjects) { (row) throws(AhaError) in
      let found = SchemaObject(row)
      guard let index = missing.firstIndex(where: { $0.isNamed(as: found) }) else {
        // A migration drops it.
        if found.type == "table", found.isFormer(of: schema) { return }
        throw unusable(because: "it has the \(found.type) \(found.name.cut), which is not libaha's")
      }
      let expected = missing.remove(at: index)
      if found.sql.hasSameBytes(as: expected.sql) || found.isFormer(of: schema) { return }
      throw unusable(because: "its \(found.type) \(found.name) does not have libaha's schema")
    }
    if let first = missing.first {
      throw unusable(because: "it lacks the \(first.type) \(first.name)")
    }
  }

  private static let selectObjects: StaticString =
    "SELECT type, name, tbl_name, sql FROM sqlite_schema"

  /// The objects that SQLite creates for the migrations up to a version.
  private static func objects(
    of schema: Schema, version: Int64
  ) throws(AhaError) -> [SchemaObject] {
    let model = try Database(inMemory: schema.title)
    for migration in schema.migrations[..<Int(version)] { try model.execute(migration) }
    var objects: [SchemaObject] = []
    try model.each(selectObjects) { (row) throws(AhaError) in objects.append(SchemaObject(row)) }
    return objects
  }

  private func unusable(because reason: String) -> AhaError {
    AhaError(.damaged, "\(name): \(reason). \(remedy)")
  }
}
