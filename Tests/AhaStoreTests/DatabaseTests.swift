import AhaBase
import AhaTestSupport
import CSQLite
import Glibc
import Testing

@testable import AhaStore

@Suite("Databases")
struct DatabaseTests {
  let folder = TemporaryFolder()

  static let first = Schema(
    title: "a test", applicationID: 0x4142_434F,
    migrations: ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"])
  static let third = Schema(
    title: "a test", applicationID: 0x4142_434F,
    migrations: first.migrations + [
      "ALTER TABLE item ADD COLUMN size INTEGER NOT NULL DEFAULT 7",
      "UPDATE item SET size = size + 1",
    ])

  private func open(_ name: String, _ access: Database.Access = .change) throws -> Database {
    try Database(FilePath(folder.file(name)), access: access, busyMilliseconds: 0)
  }

  private func make(_ name: String = "a.db") throws -> Database {
    let database = try open(name, .create)
    try database.create(DatabaseTests.first)
    return database
  }

  private func names(_ database: Database) throws -> [String] {
    var names: [String] = []
    try database.each("SELECT name FROM item ORDER BY id") { (row) throws(AhaError) in
      names.append(row.text(0))
    }
    return names
  }

  private func insert(_ database: Database, _ name: String) throws(AhaError) {
    try database.run("INSERT INTO item (name) VALUES (?)", .text(name))
  }

  @Test func isOneFileAfterEachCommit() throws {
    let database = try make()
    try database.transaction { () throws(AhaError) in
      try insert(database, "one")
      #expect(folder.names == ["a.db", "a.db-journal"])
    }
    #expect(folder.names == ["a.db"])
    #expect(try names(database) == ["one"])
  }

  @Test func takesAllOfATransactionOrNothing() throws {
    let database = try make()
    let error = failure {
      try database.transaction { () throws(AhaError) in
        try insert(database, "one")
        throw AhaError(.cancelled, "no")
      }
    }
    #expect(error?.code == .cancelled)
    #expect(try names(database).isEmpty && !database.isInTransaction)
  }

  @Test func takesBackPartsAlone() throws {
    let database = try make()
    try database.transaction { () throws(AhaError) in
      try insert(database, "one")
      do throws(AhaError) {
        try database.part { () throws(AhaError) in
          try insert(database, "two")
          try database.run("INSERT INTO item (name) VALUES (?)", .null)
        }
      } catch { #expect(error.code == .invalidArgument && error.line.contains("out of the range")) }
      try insert(database, "three")
    }
    #expect(try names(database) == ["one", "three"])
  }

  @Test func undoesWhatFailedWithoutANewStatement() throws {
    let database = try make()
    // As without memory.
    func prepareNoMore(_ isOn: Bool) {
      sqlite3_limit(database.handle, SQLITE_LIMIT_SQL_LENGTH, isOn ? 1 : 1 << 17)
    }
    let fail = { () throws(AhaError) in
      prepareNoMore(true)
      throw AhaError(.io, "broken off")
    }
    #expect(failure { try database.transaction(fail) }?.code == .io)
    #expect(!database.isInTransaction)
    prepareNoMore(false)
    #expect(failure { try database.snapshot(fail) }?.code == .io)
    #expect(!database.isInTransaction)
    prepareNoMore(false)
    try database.transaction { () throws(AhaError) in
      try insert(database, "kept")
      let error = failure {
        try database.part { () throws(AhaError) in
          try insert(database, "undone")
          try fail()
        }
      }
      #expect(error?.code == .io)
      prepareNoMore(false)
    }
    #expect(try names(database) == ["kept"])
  }

  @Test func bringsOldFilesUpToDate() throws {
    try insert(make(), "one")
    let reader = try open("a.db", .read)
    #expect(failure { try reader.adopt(DatabaseTests.third) }?.code == .access)
    let database = try open("a.db")
    try database.adopt(DatabaseTests.third)
    #expect(try database.integer("SELECT size FROM item") == 8)
    #expect(try database.integer("PRAGMA user_version") == 3)
    try database.adopt(DatabaseTests.third)
    #expect(try database.integer("SELECT size FROM item") == 8)
  }

  @Test func aFailedMigrationLeavesTheFileUnchanged() throws {
    try insert(make(), "one")
    let broken = Schema(
      title: "a test", applicationID: 0x4142_434F,
      migrations: DatabaseTests.third.migrations + ["INSERT INTO nothing VALUES (1)"])
    let database = try open("a.db")
    #expect(failure { try database.adopt(broken) }?.code == .damaged)
    #expect(try database.integer("PRAGMA user_version") == 1)
    #expect(failure { _ = try database.integer("SELECT size FROM item") } != nil)
  }

  @Test func refusesNewerOnesAndThoseOfOthers() throws {
    let database = try make()
    try database.execute("PRAGMA user_version = 9")
    let newer = failure { try database.adopt(DatabaseTests.first) }
    #expect(newer?.code == .unsupported && newer?.line.contains("version 9") == true)
    try database.execute("PRAGMA application_id = 1196444487")
    let other = failure { try database.adopt(DatabaseTests.first) }
    #expect(other?.code == .unsupported && other?.line.contains("1196444487 (GPKG)") == true)
  }

  @Test func refusesOtherFiles() throws {
    folder.write(Array(repeating: 0x55, count: 5000), to: "noise")
    let error = failure { _ = try open("noise") }
    #expect(error?.code == .unknownFormat && error?.line.contains("noise") == true)
    #expect(failure { _ = try open("missing") }?.code == .notFound)
    let relative = failure { _ = try Database(FilePath("file:a.db"), access: .create) }
    #expect(relative?.code == .invalidArgument)
  }

  private func check(_ name: String) throws {
    let database = try open(name)
    try database.adopt(DatabaseTests.first)
    try database.checkPages()
    _ = try names(database)
  }

  /// With damage anywhere: SQLite's own messages name pages and trees, some in several lines.
  @Test func damageIsReportedInOnePlainLine() throws {
    let database = try make("whole.db")
    try database.transaction { () throws(AhaError) in
      for _ in 0..<500 { try insert(database, String(repeating: "long ", count: 30)) }
    }
    let bytes = try #require(folder.bytes(of: "whole.db"))
    var damaged = 0
    for start in stride(from: 0, to: bytes.count, by: 256) {
      var bad = bytes
      for index in start..<min(start + 64, bad.count) { bad[index] = 0xFF }
      folder.write(bad, to: "bad.db")
      guard let error = failure({ try check("bad.db") }) else { continue }
      let isPlain = error.code == .unsupported || error.line.contains("Restore it from a copy")
      #expect(isPlain && error.line.contains("bad.db"), "\(start): \(error.line)")
      #expect(!error.line.contains("\n") && error.code != .system, "\(start): \(error.line)")
      for word in ["malformed", "main", "Tree", "page", "SQL", "row "] {
        #expect(!error.line.contains(word), "\(start): \(error.line)")
      }
      if error.code == .damaged { damaged += 1 }
    }
    #expect(damaged > 10)
  }

  @Test func anErrorGivesTheRemedy() throws {
    let (one, two) = (try make(), try open("a.db"))
    try one.begin()
    #expect(failure { try two.begin() }?.line.contains("another program uses it") == true)
    let owned = try Database(
      FilePath(folder.file("b.db")), access: .create, ifDamaged: "Delete it and scan again")
    let line = failure { try owned.run("SELECT * FROM nothing") }?.line
    #expect(line == "\(folder.file("b.db")): the file is damaged. Delete it and scan again")
  }

  /// A file from an untrusted source must not run code or open other files.
  @Test func refusesToActForAFile() throws {
    let database = try make()
    let other = folder.file("other.db")
    #expect(failure { try database.execute("ATTACH '\(other)' AS other") } != nil)
    #expect(!folder.names.contains("other.db"))
    #expect(failure { _ = try database.integer("SELECT load_extension('x')") } != nil)
    try database.execute(
      "CREATE TRIGGER act AFTER INSERT ON item BEGIN DELETE FROM item; END")
    try insert(database, "one")
    #expect(try names(database) == ["one"])
  }

  @Test func letsOneWriteAtATime() throws {
    let (one, two) = (try make(), try open("a.db"))
    try one.begin()
    #expect(failure { try two.begin() }?.code == .state)
    try one.commit()
    try two.begin()
    two.rollback()
  }

  @Test func readsAConsistentSnapshot() throws {
    let log = Database.Access.log(applicationID: 0x4142_434F)
    let one = try open("log.db", log)
    try one.create(DatabaseTests.first)
    let other = try open("log.db", log)
    try insert(other, "before")
    let seen = try one.snapshot { () throws(AhaError) -> Int64 in
      let before = try one.integer("SELECT count(*) FROM item")
      try insert(other, "meanwhile")
      return try before * 10 + one.integer("SELECT count(*) FROM item")
    }
    #expect(try seen == 11 && names(one) == ["before", "meanwhile"] && !one.isInTransaction)
    #expect(throws: AhaError.self) {
      try one.snapshot { () throws(AhaError) in throw AhaError(.io, "broken off") }
    }
    #expect(!one.isInTransaction)
  }

  @Test func seesChangesOfOthers() throws {
    let (one, two) = (try make(), try open("a.db", .read))
    let before = try two.foreignChanges()
    try insert(one, "one")
    #expect(try two.foreignChanges() != before)
    #expect(failure { try insert(two, "two") }?.code == .access)
  }
}
