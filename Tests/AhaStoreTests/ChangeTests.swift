import AhaBase
import AhaTestSupport
import Testing

@testable import AhaStore

@Suite("Changes")
struct ChangeTests {
  let folder = TemporaryFolder()
  static let tables: [StaticString] = ["owner", "part"]

  private func make() throws -> Database {
    let database = try Database(FilePath(folder.file("a.db")), access: .create)
    try database.execute(
      """
      CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT) STRICT;
      CREATE TABLE part (
        owner INTEGER REFERENCES owner ON DELETE CASCADE, place INTEGER, value REAL,
        PRIMARY KEY (owner, place)) STRICT, WITHOUT ROWID;
      CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT;
      INSERT INTO owner VALUES (1, 'one'), (2, 'two');
      INSERT INTO part VALUES (1, 10, 0.5), (1, 20, 0.25), (2, 10, 1)
      """)
    return database
  }

  private func dump(_ database: Database) throws -> [String] {
    var rows: [String] = []
    for sql in ["SELECT id, name FROM owner", "SELECT owner, place || ' ' || value FROM part"]
      as [StaticString]
    {
      try database.each(sql) { (row) throws(AhaError) in
        rows.append("\(row.integer(0)) \(row.text(1))")
      }
    }
    return rows
  }

  private func changes(_ database: Database, by sql: String) throws -> ChangeSet {
    let recorder = try ChangeRecorder(database, tables: ChangeTests.tables)
    try database.execute(sql)
    return try recorder.changes()
  }

  @Test(arguments: [
    "DELETE FROM owner WHERE id = 1",
    "UPDATE part SET value = value * 2; DELETE FROM part WHERE place = 20",
    "INSERT INTO owner VALUES (3, NULL); INSERT INTO part VALUES (3, 1, 1)",
    // Points to another owner, which then remains alone.
    "UPDATE part SET owner = 2 WHERE place = 20; DELETE FROM owner WHERE id = 1",
    "UPDATE owner SET name = 'x'; DELETE FROM owner; INSERT INTO owner VALUES (1, 'again')",
  ])
  func canBeTakenBackAndDoneAgain(sql: String) throws {
    let database = try make()
    let before = try dump(database)
    let changes = try changes(database, by: sql)
    let after = try dump(database)
    #expect(before != after && !changes.isEmpty)
    for _ in 0..<2 {
      try database.replay(try changes.inverted(), to: ChangeTests.tables) {}
      #expect(try dump(database) == before)
      try database.replay(changes, to: ChangeTests.tables) {}
      #expect(try dump(database) == after)
    }
  }

  @Test func nameTheirRows() throws {
    let database = try make()
    let changes = try changes(
      database, by: "DELETE FROM owner WHERE id = 2; UPDATE part SET value = 3 WHERE place = 20")
    var rows: [String] = []
    try changes.forEach { table, id, _ in rows.append("\(String(cString: table)) \(id)") }
    #expect(rows.sorted() == ["owner 2", "part 1", "part 2"])
  }

  @Test func areEmptyWithoutAChange() throws {
    let database = try make()
    let sql = "DELETE FROM part WHERE place = 20; INSERT INTO part VALUES (1, 20, 0.25)"
    #expect(try changes(database, by: sql).isEmpty)
    #expect(try changes(database, by: "INSERT INTO other VALUES (5)").isEmpty)
  }

  @Test func areRefusedWhereTheyDoNotFit() throws {
    let database = try make()
    let changes = try changes(database, by: "UPDATE part SET value = 3 WHERE owner = 2")
    try database.execute("DELETE FROM part WHERE owner = 2")
    let before = try dump(database)
    let back = try changes.inverted()
    #expect(failure { try database.replay(back, to: ChangeTests.tables) {} }?.code == .state)
    #expect(failure { try database.replay(changes, to: ["owner"]) {} }?.code == .state)
    #expect(try dump(database) == before)
  }

  @Test func invalidOnesAreRefused() throws {
    let database = try make()
    let noise = try ChangeSet.copying([UInt8]("T this is no change".utf8))
    #expect(failure { try database.replay(noise, to: ChangeTests.tables) {} }?.code == .damaged)
    #expect(failure { _ = try noise.inverted() }?.code == .damaged)
    #expect(failure { try noise.forEach { _, _, _ in } }?.code == .damaged)
  }
}
