import AhaBase
import AhaTestSupport
import Testing

@testable import AhaStore

@Suite("Schemas of database files")
struct SchemaTests {
  private static let table = """
    CREATE TABLE item (
      id   INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL DEFAULT 'x' CHECK (length(name) < 9), UNIQUE (name)
    ) STRICT
    """
  private static let index = "CREATE INDEX item_long ON item (name) WHERE length(name) > 5"
  private static let search = "CREATE VIRTUAL TABLE words USING fts5(text)"
  private static let oldIndex = "CREATE INDEX item_long ON item (name)"
  private static let schema = Schema(
    title: "a test", applicationID: 0x4142_434F,
    migrations: ["\(table);\n\(index);\n\(search);", "DROP TABLE IF EXISTS gone"],
    oldestReadable: 1,
    former: [("item_long", oldIndex), ("gone", "CREATE TABLE gone (id INTEGER)")])

  private let folder = TemporaryFolder()

  /// The refusal of a file with this SQL; nil if it is opened.
  private func refusal(_ sql: String, version: Int64 = 2) throws -> AhaError? {
    let path = FilePath(folder.file("a.db"))
    let database = try Database(path, access: .create)
    try database.execute(
      "\(sql); PRAGMA application_id = 1094861647; PRAGMA user_version = \(version)")
    return failure { try Database(path, access: .change).adopt(SchemaTests.schema) }
  }

  private static let all = "\(table); \(index); \(search)"

  @Test func theOwnSchemaIsOpened() throws {
    #expect(try refusal(SchemaTests.all) == nil)
  }

  @Test(arguments: [
    "CREATE INDEX more ON item (name || 'x')", "CREATE INDEX more ON item (id) WHERE name > 'x'",
    "CREATE TRIGGER more AFTER INSERT ON item BEGIN DELETE FROM item; END",
    "CREATE VIEW more AS SELECT * FROM item", "CREATE VIRTUAL TABLE more USING fts5(text)",
    "CREATE TABLE more (item REFERENCES item ON DELETE CASCADE CHECK (item > 0))",
    "CREATE TABLE more (id INTEGER, twice AS (id * 2))", "ALTER TABLE item ADD COLUMN more TEXT",
    "ALTER TABLE item ADD COLUMN more TEXT AS (upper(name))", "DROP INDEX item_long",
    "DROP TABLE words",
    "DROP INDEX item_long; CREATE INDEX item_long ON item (name) WHERE length(name) > 6",
    "CREATE TABLE gone (id INTEGER DEFAULT 7)",
  ])
  func anyOtherObjectIsRefused(sql: String) throws {
    let error = try refusal("\(SchemaTests.all); \(sql)")
    #expect(error?.code == .damaged && error?.line.hasSuffix("Restore it from a copy") == true)
  }

  @Test(arguments: [
    ("DEFAULT 'x'", "DEFAULT (hex(zeroblob(9)))"), ("< 9", "< 8"),
    ("TEXT NOT NULL", "TEXT COLLATE NOCASE NOT NULL"), ("item (", "item  ("),
    ("AUTOINCREMENT", ""), (", UNIQUE (name)", ""),
  ])
  func aTableOfAnotherTextIsRefused(former: String, new: String) throws {
    let range = try #require(SchemaTests.all.firstRange(of: former))
    let (start, end) = (SchemaTests.all[..<range.lowerBound], SchemaTests.all[range.upperBound...])
    #expect(try refusal("\(start)\(new)\(end)")?.code == .damaged)
  }

  @Test func textsOfEarlierReleasesAreOpened() throws {
    let sql = "\(SchemaTests.table); \(SchemaTests.oldIndex); \(SchemaTests.search)"
    #expect(try refusal("\(sql); CREATE TABLE gone (id INTEGER)", version: 1) == nil)
  }

  /// The SQL of a schema runs only when rows are read or changed.
  @Test func aFileIsRefusedBeforeItsCodeRuns() throws {
    let sql = "CREATE INDEX more ON item (printf('%.*c', 900000000, 'x'))"
    let error = try refusal("\(SchemaTests.all); \(sql)", version: 1)
    #expect(error?.line.contains("it has the index more, which is not libaha's") == true)
  }
}
