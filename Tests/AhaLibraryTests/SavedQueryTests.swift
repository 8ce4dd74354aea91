import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class SavedQueryTests: LibraryRig {
  private func query() -> ItemQuery {
    var query = ItemQuery()
    (query.text, query.states, query.origin) = ("night", [.missing, .playable], .take)
    (query.order, query.count, query.checks) = (.title, 7, false)
    query.sha256 = String(repeating: "ab", count: 32)
    return query
  }

  @Test func aQueryIsSavedWithAllItsOptions() throws {
    try library.save(query(), named: "Nights")
    let saved = try openAgain().savedQuery(named: "Nights")
    #expect(saved.text == "night" && saved.states == [.playable, .missing])
    #expect(saved.origin == .take)
    #expect(saved.order == .title && saved.count == 7 && !saved.checks)
    #expect(saved.sha256 == query().sha256)
  }

  @Test func oneNameIsOneQuery() throws {
    try library.save(query(), named: "Nights")
    try library.save(ItemQuery(), named: "Nights")
    #expect(try library.savedQuery(named: "Nights").text == "")
    #expect(try library.savedNames() == ["Nights"])
  }

  @Test func queriesAreRenamedAndRemoved() throws {
    try library.save(query(), named: "Nights")
    try library.save(ItemQuery(), named: "All")
    #expect(failure { try library.renameQuery("Nights", to: "All") }?.code == .exists)
    try library.renameQuery("Nights", to: "Late")
    try library.renameQuery("Late", to: "Late")
    #expect(try library.savedNames() == ["All", "Late"])
    try library.removeQuery("All")
    #expect(try library.savedNames() == ["Late"] && library.savedQuery(named: "Late").count == 7)
  }

  @Test func unknownQueriesAreReported() throws {
    #expect(failure { _ = try library.savedQuery(named: "x") }?.code == .notFound)
    #expect(failure { try library.renameQuery("x", to: "y") }?.code == .notFound)
    #expect(failure { try library.removeQuery("x") }?.code == .notFound)
  }

  @Test(arguments: ["", "a\nb", "a\u{7F}", "a\u{85}b", String(repeating: "a", count: 256)])
  func impossibleNamesAreRefused(name: String) throws {
    #expect(failure { try library.save(ItemQuery(), named: name) }?.code == .invalidArgument)
  }

  @Test func atMostAThousandQueriesAreSaved() throws {
    try library.database.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 999)
      INSERT INTO saved SELECT n, '', '', 0, 0, 0, 0, 0 FROM number
      """)
    try library.save(query(), named: "Nights")
    #expect(failure { try library.save(query(), named: "Days") }?.code == .limit)
    #expect(try library.savedNames().count == 1000)
  }

  @Test func numbersOfAForeignFileAreClamped() throws {
    try library.database.execute(
      "INSERT INTO saved VALUES ('x', '', '', -1, 99, 99, 9223372036854775807, 1)")
    let query = try library.savedQuery(named: "x")
    #expect(query.count == 1000 && query.origin == nil && query.order == .newest)
    #expect(try library.page(of: query).items.isEmpty)
  }
}
