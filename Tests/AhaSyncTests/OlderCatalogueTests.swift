import AhaBase
import AhaHash
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

/// Catalogues of the version before: it was not noted how far away a source is.
@Suite struct OlderCatalogueTests {
  private let folder = TemporaryFolder()
  private var place: FilePath { FilePath(folder.file("library.db")) }

  /// As the version before made it.
  private let source = """
    CREATE TABLE source (
      number     INTEGER PRIMARY KEY,
      kind       TEXT NOT NULL,                       -- as in "webdav"
      address    TEXT NOT NULL,
      user       TEXT NOT NULL,                       -- whose it is; '' for nobody's
      token      TEXT NOT NULL DEFAULT '',            -- of the last whole list: a cursor, an ETag
      generation INTEGER NOT NULL DEFAULT 0,          -- how many lists were begun
      phase      INTEGER NOT NULL DEFAULT 0 CHECK (phase BETWEEN 0 AND 2),
      place      TEXT NOT NULL DEFAULT '',            -- where the list that was begun goes on
      is_delta   INTEGER NOT NULL DEFAULT 0,          -- it has only what is new since the last
      pending    TEXT NOT NULL DEFAULT '',            -- the token, once the list is over
      listed     INTEGER NOT NULL DEFAULT 0,
      synced     INTEGER NOT NULL DEFAULT 0,          -- when the last one was over, since 1970
      UNIQUE (kind, address, user)
    ) STRICT
    """

  private func make() throws {
    let database = try Database(place, .log(applicationID: CatalogueSchema.applicationID))
    try database.execute("PRAGMA application_id = \(CatalogueSchema.applicationID)")
    for table in CatalogueSchema.tables {
      try database.execute("\(table.name)" == "source" ? source : table.sql)
    }
    try database.execute("PRAGMA user_version = 1")
    try database.execute(
      "INSERT INTO source (kind, address, user, token) VALUES ('feed', 'http://a/f', '', 't')")
    try database.execute(
      "INSERT INTO source (kind, address, user, token) VALUES ('dropbox', 'x', 'me', 'c')")
  }

  /// SQL of another version is another table, even by a comment: what adds to one is a migration.
  @Test func otherTablesAreAsTheyWere() throws {
    var sql = ""
    for table in CatalogueSchema.tables where "\(table.name)" != "source" {
      sql += (sql.isEmpty ? "" : "\n") + table.sql
    }
    let hash = Sha256.hexadecimal(try Sha256.digest(of: sql.array))
    #expect(hash == "9058730db925097922f729e9634bdbb69650c7e438cb480459074d7bbd25d9f7")
  }

  @Test func goOn() throws {
    try make()
    for _ in 0..<2 {
      let catalogue = try Catalogue(place)
      // Nobody knows where that feed was: what it leads to is public, until it is asked again.
      let feed = try catalogue.listing("feed", "http://a/f", user: "")
      #expect(feed.distance == 2 && feed.token.isEmpty)
      let box = try catalogue.listing("dropbox", "x", user: "me")
      #expect(box.distance == 0 && box.token == "c")
    }
  }

  @Test func twoBringThemUpToDateAtOnce() async throws {
    try make()
    let place = place
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { _ = try Catalogue(place) } }
      try await group.waitForAll()
    }
  }
}
