import AhaBase
import AhaCodec
import AhaPiece
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite final class LibraryTests: LibraryRig {
  @Test func everyFieldIsKept() throws {
    var item = LibraryRig.item("/music/a.flac", "Night Train")
    (item.artist, item.reason) = ("Somebody", "none")
    (item.release.album, item.release.albumArtist) = ("Rails", "Several")
    (item.release.track, item.release.disc) = (7, 2)
    item.sha256 = String(repeating: "ab", count: 32)
    item.mark.size = 100
    (item.mark.modified, item.mark.number) = (-5, 9)
    (item.sound.container, item.sound.encoding) = (.flac, .pcm24)
    (item.sound.sampleRate, item.sound.channels, item.sound.length) = (48_000, 2, 1_500_000)
    (item.manifest, item.pieceID, item.basedOn) = ("{}", "p1", ["p2", "p3", "p2"])
    let number = try library.save(item)
    let kept = try openAgain().item(number)
    #expect(kept.number == number && kept.place.text == "/music/a.flac" && kept.origin == .folder)
    #expect(kept.state == .playable && kept.reason == "none" && kept.sha256 == item.sha256)
    #expect(kept.mark == item.mark)
    #expect(kept.sound.container == .flac && kept.sound.encoding == .pcm24)
    #expect(kept.sound.sampleRate == 48_000 && kept.sound.channels == 2)
    #expect(kept.sound.length == 1_500_000)
    #expect(kept.title == "Night Train" && kept.artist == "Somebody")
    #expect(kept.release == item.release)
    #expect(kept.manifest == "{}" && kept.pieceID == "p1" && kept.added == LibraryRig.noon)
    #expect(kept.played == 0 && kept.dropped == 0 && kept.plays == 0)
  }

  @Test func namesNeedNotBeText() throws {
    let place = FilePath([0x2F, -1, 0x2E, 0x61, 0] as [CChar])
    let number = try library.save(LibraryItem(place: place, origin: .folder))
    #expect(try library.item(number).place == place)
    #expect(try library.item(at: place)?.number == number)
  }

  @Test func onePlaceIsOneItem() throws {
    let number = try library.save(LibraryRig.item("/a.wav", "One"))
    try library.note(.play, item: number, milliseconds: 1000)
    #expect(try library.save(LibraryRig.item("/a.wav", "Two")) == number)
    let kept = try library.item(number)
    #expect(kept.title == "Two" && kept.plays == 1 && kept.played == LibraryRig.noon)
    #expect(try library.count() == 1)
  }

  @Test func forgottenItemsAreGone() throws {
    let number = try library.save(LibraryRig.item("/a.wav"))
    try library.note(.play, item: number)
    try library.forget(number)
    #expect(try library.count() == 0 && library.item(at: FilePath("/a.wav")) == nil)
    #expect(failure { _ = try library.item(number) }?.code == .notFound)
    #expect(failure { try library.forget(number) }?.code == .notFound)
    // The play is counted all the same.
    let today = TimeScale.day.number(ofDay: library.clock.today)
    #expect(try library.history(by: .day, from: today, to: today).first?.count(.play) == 1)
  }

  /// A host may have stored the number.
  @Test func aNumberIsGivenOnce() throws {
    let first = try library.save(LibraryRig.item("/a.wav"))
    try library.forget(first)
    #expect(try library.save(LibraryRig.item("/b.wav")) > first)
  }

  @Test func databasesOfOtherProgramsStayUnchanged() throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.file("library.db"))
    let other = try Database(path, access: .create)
    try other.execute("CREATE TABLE song (name TEXT)")
    let before = try FileStream(reading: path).read(1 << 20)
    #expect(failure { _ = try LibraryRig.library(in: folder) }?.code == .unsupported)
    #expect(try FileStream(reading: path).read(1 << 20) == before)
  }

  @Test func numbersAtTheirEndsAreNoTrap() throws {
    let item = try library.save(LibraryRig.item("/a.wav"))
    for number in [Int64.max, Int64.min, -1, 0] {
      try library.database.run(
        "UPDATE item SET size = ?1, modified = ?1, inode = ?1, container = ?1, encoding = ?1",
        .integer(number))
      try library.database.run(
        """
        UPDATE item SET rate = ?1, channels = ?1, length_us = ?1, added = ?1, played = ?1,
          dropped = ?1, plays = ?1
        """, .integer(number))
      try library.database.run("DELETE FROM event")
      try library.database.run(
        "INSERT INTO event (kind, item, at, day, duration) VALUES (1, NULL, ?1, ?2, ?2)",
        .integer(number), .integer(max(0, number)))
      for order in [ItemQuery.Order.newest, .title, .played, .length] {
        var query = ItemQuery()
        (query.order, query.count, query.states) = (order, 1, [])
        let page = try library.page(of: query)
        if let next = page.next { _ = try library.page(of: query, after: next) }
      }
      _ = try library.check(item)
      let day = try #require(try library.firstDay())
      for scale in TimeScale.allCases {
        let last = scale.number(ofDay: day)
        _ = try library.history(by: scale, from: last, to: last)
      }
    }
  }

  @Test func twoProcessesHaveOne() throws {
    let second = try openAgain()
    let number = try library.save(LibraryRig.item("/a.wav"))
    #expect(try second.item(number).place.text == "/a.wav")
    #expect(try second.save(LibraryRig.item("/b.wav")) != number)
    #expect(try library.count() == 2)
  }

  @Test func filesThatAreNoCatalogueAreReported() throws {
    let folder = TemporaryFolder()
    folder.write(Array("not a database, but long enough to be one".utf8), to: "library.db")
    #expect(failure { _ = try LibraryRig.library(in: folder) }?.code == .unknownFormat)
  }

  @Test func filesOfVersion1AreBroughtUpToDate() throws {
    let folder = TemporaryFolder()
    try LibraryRig.library(in: folder).save(LibraryRig.item("/a.wav", "Night Train"))
    let database = try Database(FilePath(folder.file("library.db")), access: .change)
    try database.execute(
      """
      \(LibrarySchema.schema.former[0].sql);
      INSERT INTO sorting VALUES (1, x'00'); DROP TABLE forgotten; DROP TABLE detail;
      DROP TABLE saved; DROP TABLE heard; DROP TABLE edit; DROP INDEX event_at;
      PRAGMA user_version = 1
      """)
    let library = try LibraryRig.library(in: folder)
    let tables = try library.database.integer(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'sorting'")
    #expect(tables == 0)
    try library.forget(1)
    try library.restore(1)
    #expect(try library.database.integer("PRAGMA user_version") == 7)
    var query = ItemQuery()
    (query.text, query.checks) = ("night", false)
    #expect(try library.page(of: query).items.map { $0.title } == ["Night Train"])
  }

  @Test(arguments: [
    "CREATE INDEX slow ON item (printf('%.*c', 9, title))",
    "CREATE TABLE more (item INTEGER REFERENCES item ON DELETE CASCADE)",
    "CREATE VIRTUAL TABLE more USING fts5(text)", "DROP INDEX item_title",
    "DROP INDEX item_hash; CREATE INDEX item_hash ON item (sha256) WHERE length(sha256) > 0",
  ])
  func filesWithForeignObjectsAreRefused(sql: String) throws {
    let folder = TemporaryFolder()
    try LibraryRig.library(in: folder).save(LibraryRig.item("/a.wav"))
    try Database(FilePath(folder.file("library.db")), access: .change).execute(sql)
    #expect(failure { _ = try LibraryRig.library(in: folder) }?.code == .damaged)
  }

  @Test func newerAndTruncatedFilesAreReported() throws {
    let folder = TemporaryFolder()
    let path = folder.file("library.db")
    _ = try LibraryRig.library(in: folder).save(LibraryRig.item("/a.wav"))
    // Overwrites SQLite's user_version.
    let file = open(path, O_WRONLY)
    #expect(pwrite(file, [0, 0, 0, 99] as [UInt8], 4, 60) == 4)
    close(file)
    #expect(failure { _ = try LibraryRig.library(in: folder) }?.line.contains("version 99") == true)
    truncate(path, 5000)
    #expect(failure { _ = try LibraryRig.library(in: folder) }?.code == .damaged)
  }
}

@Suite final class HistoryTests: LibraryRig {
  @Test func countsAndMinutesAreThoseOfEachPiece() throws {
    let day: Int64 = 86_400
    for (ago, activity) in [(0, Activity.play), (0, .play), (1, .take), (7, .drop), (40, .bounce)] {
      try library.note(activity, milliseconds: 60_000, at: LibraryRig.noon - Int64(ago) * day)
    }
    let today = library.clock.today
    let days = try library.history(by: .day, from: today - 1, to: today)
    #expect(days.map { $0.count } == [1, 2] && days.last?.duration(of: .play) == 120_000)
    let week = TimeScale.week.number(ofDay: today)
    // 2026-11-22 is a Sunday.
    let weeks = try library.history(by: .week, from: week - 1, to: week)
    #expect(weeks.map { $0.count } == [1, 3] && weeks.last?.duration == 180_000)
    let month = TimeScale.month.number(ofDay: today)
    let months = try library.history(by: .month, from: month - 2, to: month)
    #expect(months.map { $0.count } == [0, 1, 4] && months[1].count(.bounce) == 1)
    #expect(try library.firstDay() == today - 40)
  }

  @Test func nothingIsLaterThanNow() throws {
    try library.note(.play, at: .max)
    try library.note(.play, milliseconds: .max, at: .min)
    let today = library.clock.today
    let buckets = try library.history(by: .day, from: .min, to: .max)
    #expect(buckets.count == Int(today) + 1)
    #expect(buckets.last?.count == 1 && buckets.first?.count == 1)
    #expect(try library.history(by: .day, from: today + 1, to: .max).isEmpty)
    #expect(try library.history(by: .week, from: 5, to: 4).isEmpty)
    #expect(throws: AhaError.self) { try library.note(.play, item: 99) }
    #expect(try library.history(by: .month, from: 0, to: .max).reduce(0) { $0 + $1.count } == 2)
  }
}
