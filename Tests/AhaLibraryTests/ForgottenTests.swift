import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class ForgottenTests: LibraryRig {
  private static let week: Int64 = 7 * 86_400

  /// A played and analyzed item with tags and an ancestor.
  private func makeItem(_ place: String = "/a.wav") throws -> Int64 {
    var item = LibraryRig.item(place, "Night Train")
    (item.tags, item.pieceID, item.basedOn) = ("slow", "p1", ["p2", "p3"])
    let number = try library.save(item)
    try library.note(.play, item: number, milliseconds: 1000)
    try library.database.run(
      "UPDATE item SET tempo = 90, key = 'A minor', loudness = -14 WHERE number = ?1",
      .integer(number))
    return number
  }

  @Test func aRestoredItemIsWhole() throws {
    let number = try makeItem()
    let before = try library.item(number)
    try library.forget(number)
    // By another process.
    try openAgain().restore(number)
    let after = try library.item(number)
    #expect(after.place == before.place && after.added == before.added)
    #expect(after.plays == 1 && after.played == before.played)
    #expect(after.tempo == 90 && after.key == "A minor" && after.loudness == -14)
    #expect(try library.ancestors(of: number).map { $0.pieceID } == ["p2", "p3"])
    let plays = try library.database.integer(
      "SELECT count(*) FROM event WHERE item = ?1", .integer(number))
    #expect(plays == 1)
    let found = try items { ($0.text, $0.checks) = ("slow train", false) }
    #expect(found.map { $0.number } == [number])
    #expect(try library.database.integer("SELECT count(*) FROM forgotten") == 0)
    // It is no error to restore an item that is there.
    try library.restore(number)
  }

  @Test func aFileThatIsAddedAgainIsTheSameItem() throws {
    let number = try makeItem()
    try library.forget(number)
    #expect(try library.save(LibraryRig.item("/a.wav", "Day")) == number)
    let item = try library.item(number)
    #expect(item.plays == 1 && item.title == "Day")
  }

  @Test func aTakeThatAScanFindsAgainStaysATake() throws {
    let path = FilePath(music.write(wave(1), to: "take.wav"))
    let number = try library.addFile(path, origin: .take)
    try library.forget(number)
    #expect(try scan().files == 1)
    #expect(try library.item(number).origin == .take)
  }

  @Test func forgottenItemsAreDeletedAfterAWeek() throws {
    var now = LibraryRig.noon
    let path = FilePath(folder.file("library.db"))
    func count() throws -> Int64 {
      let moment = now
      let clock = WallClock({ moment }, days: { $0 / 86_400 })
      return try Library(path: path, clock: clock).database.integer(
        "SELECT count(*) FROM forgotten")
    }
    let (first, second) = (try makeItem(), try makeItem("/b.wav"))
    try library.forget(first)
    now += ForgottenTests.week
    #expect(try count() == 1)
    now += 1
    #expect(try count() == 0)
    let error = failure { try library.restore(first) }
    #expect(error?.code == .notFound && error?.line.contains("no forgotten item 1;") == true)
    // The clock was wrong when the item was forgotten.
    try library.forget(second)
    now = LibraryRig.noon - 1
    #expect(try count() == 0)
  }

  @Test func anItemAtTheSamePlaceIsNotReplaced() throws {
    let (first, second) = (try makeItem(), try makeItem("/b.wav"))
    try library.forget(first)
    // As a scan does with a moved file.
    try library.database.run("UPDATE item SET place = '/a.wav' WHERE number = 2")
    let error = failure { try library.restore(first) }
    #expect(error?.code == .state && error?.line.contains("/a.wav is item 2 now") == true)
    #expect(try library.save(LibraryRig.item("/a.wav")) == second)
    try library.forget(second)
    #expect(failure { try library.restore(first) }?.code == .notFound)
    try library.restore(second)
  }

  @Test func anOlderFileIsMigratedBeforeItIsRead() throws {
    let folder = TemporaryFolder()
    try LibraryRig.library(in: folder).save(LibraryRig.item("/a.wav"))
    let path = FilePath(folder.file("library.db"))
    do {
      let database = try Database(path, access: .change)
      try database.execute(
        """
        DROP TABLE forgotten; DROP TABLE detail; DROP TABLE saved; DROP TABLE heard;
        DROP TABLE edit; DROP INDEX event_at; PRAGMA user_version = 2
        """)
    }
    let database = try Database(path, access: .read)
    #expect(failure { try database.adopt(LibrarySchema.schema) }?.code == .access)
    #expect(try LibraryRig.library(in: folder).count() == 1)
    try database.adopt(LibrarySchema.schema)
  }
}
