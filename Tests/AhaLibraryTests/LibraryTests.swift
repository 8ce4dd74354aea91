import AhaBase
import AhaStore
import AhaCodec
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

/// A catalogue in its own folder, at noon of 2026-11-22.
struct CatalogueRig {
  static let noon: Int64 = 1_795_348_800
  static let clock = WallClock({ noon }, days: { $0 / 86_400 })
  let folder = TemporaryFolder()

  func open() throws -> Catalogue {
    try Catalogue(FilePath(folder.file("library.db")), clock: CatalogueRig.clock)
  }

  static func item(_ place: String, _ title: String = "") -> LibraryItem {
    var item = LibraryItem(FilePath(place), .folder)
    (item.title, item.state) = (title, .playable)
    return item
  }
}

extension Catalogue {
  /// All items of a query, page after page.
  func everything(_ query: ItemQuery) throws -> [LibraryItem] {
    var items: [LibraryItem] = []
    var cursor: ItemCursor?
    repeat {
      let page = try page(query, after: cursor)
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }
}

@Suite struct CatalogueTests {
  private let rig = CatalogueRig()

  @Test func keepsAll() throws {
    var item = CatalogueRig.item("/music/a.flac", "Night Train")
    (item.artist, item.reason) = ("Somebody", "none")
    item.sha256 = String(repeating: "ab", count: 32)
    item.mark.size = 100
    (item.mark.modified, item.mark.number) = (-5, 9)
    (item.sound.container, item.sound.encoding) = (.flac, .pcm24)
    (item.sound.sampleRate, item.sound.channels, item.sound.length) = (48_000, 2, 1_500_000)
    (item.manifest, item.pieceID, item.basedOn) = ("{}", "p1", ["p2", "p3", "p2"])
    let number = try rig.open().save(item)
    let kept = try rig.open().item(number)
    #expect(kept.number == number && kept.place.text == "/music/a.flac" && kept.origin == .folder)
    #expect(kept.state == .playable && kept.reason == "none" && kept.sha256 == item.sha256)
    #expect(kept.mark == item.mark)
    #expect(kept.sound.container == .flac && kept.sound.encoding == .pcm24)
    #expect(kept.sound.sampleRate == 48_000 && kept.sound.channels == 2)
    #expect(kept.sound.length == 1_500_000)
    #expect(kept.title == "Night Train" && kept.artist == "Somebody")
    #expect(kept.manifest == "{}" && kept.pieceID == "p1" && kept.added == CatalogueRig.noon)
    #expect(kept.played == 0 && kept.dropped == 0 && kept.plays == 0)
  }

  @Test func namesNeedNotBeText() throws {
    let place = FilePath([0x2F, -1, 0x2E, 0x61, 0] as [CChar])
    let catalogue = try rig.open()
    let number = try catalogue.save(LibraryItem(place, .folder))
    #expect(try catalogue.item(number).place == place)
    #expect(try catalogue.item(at: place)?.number == number)
  }

  @Test func onePlaceIsOneItem() throws {
    let catalogue = try rig.open()
    let number = try catalogue.save(CatalogueRig.item("/a.wav", "One"))
    try catalogue.note(.play, number, milliseconds: 1000)
    #expect(try catalogue.save(CatalogueRig.item("/a.wav", "Two")) == number)
    let kept = try catalogue.item(number)
    #expect(kept.title == "Two" && kept.plays == 1 && kept.played == CatalogueRig.noon)
    #expect(try catalogue.count() == 1)
  }

  @Test func forgottenItemsAreGone() throws {
    let catalogue = try rig.open()
    let number = try catalogue.save(CatalogueRig.item("/a.wav"))
    try catalogue.note(.play, number)
    try catalogue.forget(number)
    #expect(try catalogue.count() == 0 && catalogue.item(at: FilePath("/a.wav")) == nil)
    for body in [{ _ = try catalogue.item(number) }, { try catalogue.forget(number) }] {
      #expect { try body() } throws: { ($0 as? AhaError)?.code == .notFound }
    }
    // The play is counted all the same.
    let today = TimeScale.day.number(ofDay: catalogue.clock.today)
    #expect(try catalogue.history(.day, from: today, to: today).first?.count(.play) == 1)
  }

  /// A host may have stored the number.
  @Test func aNumberIsGivenOnce() throws {
    let catalogue = try rig.open()
    let first = try catalogue.save(CatalogueRig.item("/a.wav"))
    try catalogue.forget(first)
    #expect(try catalogue.save(CatalogueRig.item("/b.wav")) > first)
  }

  @Test func databasesOfOtherProgramsStayUnchanged() throws {
    let path = FilePath(rig.folder.file("library.db"))
    let other = try Database(path, .create)
    try other.execute("CREATE TABLE song (name TEXT)")
    let before = try FileStream(reading: path).read(1 << 20)
    #expect { try rig.open() } throws: { ($0 as? AhaError)?.code == .unsupported }
    #expect(try FileStream(reading: path).read(1 << 20) == before)
  }

  @Test func numbersAtTheirEndsAreNoTrap() throws {
    let catalogue = try rig.open()
    let item = try catalogue.save(CatalogueRig.item("/a.wav"))
    for number in [Int64.max, Int64.min, -1, 0] {
      try catalogue.database.run(
        "UPDATE item SET size = ?1, modified = ?1, inode = ?1, container = ?1, encoding = ?1",
        .integer(number))
      try catalogue.database.run(
        """
        UPDATE item SET rate = ?1, channels = ?1, length_us = ?1, added = ?1, played = ?1,
          dropped = ?1, plays = ?1
        """, .integer(number))
      try catalogue.database.run("DELETE FROM event")
      try catalogue.database.run(
        "INSERT INTO event (kind, item, at, day, duration) VALUES (1, NULL, ?1, ?2, ?2)",
        .integer(number), .integer(max(0, number)))
      for order in [ItemQuery.Order.newest, .title, .played, .length] {
        var query = ItemQuery()
        (query.order, query.count, query.states) = (order, 1, [])
        let page = try catalogue.page(query)
        if let next = page.next { _ = try catalogue.page(query, after: next) }
      }
      _ = try catalogue.check(item)
      let day = try #require(try catalogue.firstDay())
      for scale in TimeScale.allCases {
        let last = scale.number(ofDay: day)
        _ = try catalogue.history(scale, from: last, to: last)
      }
    }
  }

  @Test func twoProcessesHaveOne() throws {
    let (first, second) = (try rig.open(), try rig.open())
    let number = try first.save(CatalogueRig.item("/a.wav"))
    #expect(try second.item(number).place.text == "/a.wav")
    #expect(try second.save(CatalogueRig.item("/b.wav")) != number)
    #expect(try first.count() == 2)
  }

  @Test func filesThatAreNoCatalogueAreReported() throws {
    rig.folder.write(Array("not a database, but long enough to be one".utf8), to: "library.db")
    #expect { try rig.open() } throws: { ($0 as? AhaError)?.code == .unknownFormat }
  }

  @Test func filesOfVersion1AreBroughtUpToDate() throws {
    try rig.open().save(CatalogueRig.item("/a.wav", "Night Train"))
    let database = try Database(FilePath(rig.folder.file("library.db")), .change)
    try database.execute(
      """
      \(CatalogueSchema.schema.former[0].sql);
      INSERT INTO sorting VALUES (1, x'00'); DROP TABLE forgotten; PRAGMA user_version = 1
      """)
    // Opened read-only, as in a folder without write permission.
    let reader = try Database(FilePath(rig.folder.file("library.db")), .read)
    try reader.adopt(CatalogueSchema.schema)
    #expect(try reader.integer("PRAGMA user_version") == 1)
    let catalogue = try rig.open()
    let tables = try catalogue.database.integer(
      "SELECT count(*) FROM sqlite_schema WHERE name = 'sorting'")
    #expect(tables == 0)
    try catalogue.forget(1)
    try catalogue.restore(1)
    #expect(try catalogue.database.integer("PRAGMA user_version") == 3)
    var query = ItemQuery()
    (query.text, query.checks) = ("night", false)
    #expect(try catalogue.everything(query).map { $0.title } == ["Night Train"])
  }

  @Test(arguments: [
    "CREATE INDEX slow ON item (printf('%.*c', 9, title))",
    "CREATE TABLE more (item INTEGER REFERENCES item ON DELETE CASCADE)",
    "CREATE VIRTUAL TABLE more USING fts5(text)", "DROP INDEX item_title",
    "DROP INDEX item_hash; CREATE INDEX item_hash ON item (sha256) WHERE length(sha256) > 0",
  ])
  func filesWithForeignObjectsAreRefused(sql: String) throws {
    try rig.open().save(CatalogueRig.item("/a.wav"))
    try Database(FilePath(rig.folder.file("library.db")), .change).execute(sql)
    #expect { try rig.open() } throws: { ($0 as? AhaError)?.code == .damaged }
  }

  @Test func newerAndTruncatedFilesAreReported() throws {
    let path = rig.folder.file("library.db")
    _ = try rig.open().save(CatalogueRig.item("/a.wav"))
    // Overwrites SQLite's user_version.
    let file = open(path, O_WRONLY)
    #expect(pwrite(file, [0, 0, 0, 99] as [UInt8], 4, 60) == 4)
    close(file)
    #expect { try rig.open() } throws: { ($0 as? AhaError)?.line.contains("version 99") ?? false }
    truncate(path, 5000)
    #expect { try rig.open() } throws: { ($0 as? AhaError)?.code == .damaged }
  }
}

@Suite struct HistoryTests {
  private let rig = CatalogueRig()

  @Test func countsAndMinutesAreThoseOfEachPiece() throws {
    let catalogue = try rig.open()
    let day: Int64 = 86_400
    for (ago, activity) in [(0, Activity.play), (0, .play), (1, .take), (7, .drop), (40, .bounce)] {
      try catalogue.note(activity, milliseconds: 60_000, at: CatalogueRig.noon - Int64(ago) * day)
    }
    let today = catalogue.clock.today
    let days = try catalogue.history(.day, from: today - 1, to: today)
    #expect(days.map { $0.count } == [1, 2] && days.last?.duration(.play) == 120_000)
    let week = TimeScale.week.number(ofDay: today)
    // 2026-11-22 is a Sunday.
    let weeks = try catalogue.history(.week, from: week - 1, to: week)
    #expect(weeks.map { $0.count } == [1, 3] && weeks.last?.duration == 180_000)
    let month = TimeScale.month.number(ofDay: today)
    let months = try catalogue.history(.month, from: month - 2, to: month)
    #expect(months.map { $0.count } == [0, 1, 4] && months[1].count(.bounce) == 1)
    #expect(try catalogue.firstDay() == today - 40)
  }

  @Test func nothingIsLaterThanNow() throws {
    let catalogue = try rig.open()
    try catalogue.note(.play, at: .max)
    try catalogue.note(.play, milliseconds: .max, at: .min)
    let today = catalogue.clock.today
    let buckets = try catalogue.history(.day, from: .min, to: .max)
    #expect(buckets.count == Int(today) + 1)
    #expect(buckets.last?.count == 1 && buckets.first?.count == 1)
    #expect(try catalogue.history(.day, from: today + 1, to: .max).isEmpty)
    #expect(try catalogue.history(.week, from: 5, to: 4).isEmpty)
    #expect(throws: AhaError.self) { try catalogue.note(.play, 99) }
    #expect(try catalogue.history(.month, from: 0, to: .max).reduce(0) { $0 + $1.count } == 2)
  }
}
