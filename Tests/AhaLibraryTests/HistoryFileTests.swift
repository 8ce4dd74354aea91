import AhaBase
import AhaPiece
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class HistoryFileTests: LibraryRig {
  private let noon = LibraryRig.noon

  private func file(_ text: String) -> FilePath {
    folder.write(Array(text.utf8), to: "in")
    return FilePath(folder.file("in"))
  }

  @discardableResult
  private func load(_ text: String, into library: Library? = nil) throws -> HistoryImport {
    var counts = HistoryImport()
    try (library ?? self.library).importHistory(from: file(text), counts: &counts)
    return counts
  }

  private func saved(_ format: HistoryFormat, of library: Library? = nil) throws -> String {
    let path = FilePath(folder.file("out"))
    _ = try (library ?? self.library).exportHistory(to: path, format: format)
    return String(decoding: folder.bytes(of: "out") ?? [], as: UTF8.self)
  }

  private func events(_ condition: String = "1") throws -> Int64 {
    var count: Int64 = 0
    let rows = try library.database.statement(made: "SELECT count(*) FROM event WHERE \(condition)")
    if try rows.step() { count = rows.row.integer(0) }
    return count
  }

  /// A played item with a title and an artist.
  private func addPlayed() throws -> Int64 {
    var item = LibraryRig.item("/music/a.flac", "Night \"Train\"")
    (item.artist, item.release.album, item.release.track) = ("Ann; Bob", "Rails", 3)
    item.sha256 = String(repeating: "ab", count: 32)
    let number = try library.save(item)
    try library.note(.play, item: number, milliseconds: 213_000, at: noon - 100)
    try library.note(.take, milliseconds: 1000, at: noon - 50)
    return number
  }

  @Test func anotherLibraryHasTheSameHistory() throws {
    let number = try addPlayed()
    let text = try saved(.json)
    let other = TemporaryFolder()
    let copy = try LibraryRig.library(in: other)
    var moved = LibraryRig.item("/elsewhere/b.flac", "Other title")
    moved.sha256 = String(repeating: "ab", count: 32)
    let there = try copy.save(moved)
    let counts = try load(text, into: copy)
    #expect(counts.added == 2 && counts.unmatched == 1 && counts.known == 0 && counts.skipped == 0)
    #expect(try copy.item(there).plays == 1 && copy.item(there).played == noon - 100)
    let today = TimeScale.day.number(ofDay: copy.clock.today)
    let bucket = try copy.history(by: .day, from: today, to: today)[0]
    #expect(bucket.duration(of: .play) == 213_000 && bucket.count(.take) == 1)
    // In the library that wrote it, all is known.
    let again = try load(text)
    #expect(again.added == 0 && again.known == 2)
    #expect(try library.item(number).plays == 1)
  }

  @Test func activitiesOfAForgottenItemAreKnown() throws {
    let number = try addPlayed()
    let text = try saved(.json)
    try library.forget(number)
    let counts = try load(text)
    #expect(counts.added == 0 && counts.known == 2)
    #expect(try events() == 2)
  }

  @Test func twoPlaysInTheSecondOfAForgottenItemAreTwo() throws {
    let number = try addPlayed()
    let text = try saved(.json)
    try library.forget(number)
    let other = #"{"activity": "play", "at": \#(noon - 100), "duration_ms": 9000, "title": "B"}"#
    #expect(try load(other).added == 1)
    #expect(try load(other + text).known == 3)
  }

  @Test func anActivityWithTextsIsNoneThatNeverHadAny() throws {
    try library.note(.take, milliseconds: 1000, at: noon)
    let take = #"{"activity": "take", "at": \#(noon), "duration_ms": "#
    #expect(try load(take + #"1000, "title": "Voice"}"#).added == 1)
    #expect(try load(take + "1000}").known == 1)
    #expect(try load(take + "2000}").added == 1)
  }

  @Test func eventsOfARestoredItemHaveItsTextsAlone() throws {
    let number = try addPlayed()
    let text = try saved(.json)
    try library.forget(number)
    try library.restore(number)
    #expect(try saved(.json) == text)
    #expect(try library.database.integer("SELECT count(*) FROM heard") == 0)
  }

  @Test func aPlayIsKnownWhicheverCopyItCountsFor() throws {
    let number = try addPlayed()
    let text = #"""
      {"activity": "play", "at": \#(noon - 100), "place": "/copies/a.flac",
      "title": "Night \"Train\"", "artist": "Ann; Bob"}
      """#
    var copy = LibraryRig.item("/copies/a.flac", "Night \"Train\"")
    copy.artist = "Ann; Bob"
    let other = try library.save(copy)
    #expect(try load(text).added == 0)
    #expect(try library.item(number).plays == 1 && library.item(other).plays == 0)
  }

  /// Players without a clock write one time for all lines.
  @Test func aSecondHasRoomFor200Activities() throws {
    let lines = (0..<300).map { #"{"activity": "play", "at": 0, "title": "\#($0)"}"# }
    let counts = try load(lines.joined(separator: "\n"))
    #expect(counts.added == 200 && counts.skipped == 100)
  }

  @Test(arguments: [Int64.max, 2_932_897])
  func aDayBeyondTheCalendarIsNotWritten(day: Int64) throws {
    try library.database.run(
      "INSERT INTO event (kind, at, day, duration) VALUES (1, 5, ?1, 0)", .integer(day))
    #expect(try !saved(.json).contains("day"))
  }

  @Test func theDayOfTheTravelerIsKept() throws {
    try load(#"[{"activity": "play", "at": \#(noon), "day": "2026-11-23"}]"#)
    #expect(try library.firstDay() == noon / 86_400 + 1)
    // A day that cannot be is that of the time.
    try load(#"[{"activity": "drop", "at": \#(noon), "day": "1999-01-01"}]"#)
    #expect(try library.firstDay() == noon / 86_400)
  }

  // MARK: ListenBrainz

  private let listen = #"""
    {"listened_at": 1700000000, "track_metadata": {"track_name": "night train",
      "artist_name": "BOB", "release_name": "Rails \u00e9",
       "additional_info": {"duration_ms": 1500}}}
    """#

  @Test(arguments: [
    "%", "[%]", "[\n%\n]\n", "%\n%", "{\"payload\": [%]}", "\u{FEFF}%",
    "{\"payload\": {\"count\": 1, \"listens\": [%]}}",
  ])
  func listensAreReadInAllTheirForms(form: String) throws {
    var item = LibraryRig.item("/a.wav", "Night Train")
    item.artist = "Ann; Bob"
    let number = try library.save(item)
    let parts = form.split(separator: "%", omittingEmptySubsequences: false)
    let counts = try load(parts.joined(separator: listen))
    #expect(counts.added == 1 && counts.unmatched == 0 && counts.skipped == 0)
    #expect(try library.item(number).plays == 1 && library.item(number).played == 1_700_000_000)
    #expect(try events("duration = 1500") == 1)
  }

  @Test func unknownTracksStayAsTextUntilTheirItemIsFound() throws {
    #expect(try load(listen).unmatched == 1)
    #expect(try load(listen).known == 1)
    #expect(try saved(.listenBrainz).contains(#""release_name":"Rails é""#))
    var item = LibraryRig.item("/a.wav", "Night train")
    item.artist = "Bob"
    let number = try library.save(item)
    let counts = try load(listen)
    #expect(counts.known == 1 && counts.added == 0)
    #expect(try library.item(number).plays == 1 && events() == 1 && events("item = 1") == 1)
  }

  @Test func exportedListensAreReadAgain() throws {
    _ = try addPlayed()
    let text = try saved(.listenBrainz)
    // The take is no listen.
    #expect(text.split(separator: "\n").count == 1)
    let counts = try load(text)
    #expect(counts.known == 1 && counts.added == 0)
  }

  // MARK: Scrobbler logs

  private let log = """
    #AUDIOSCROBBLER/1.1
    #TZ/UTC
    #CLIENT/Player 1
    Bob\tRails\tNight Train\t3\t213\tL\t1700000000\t
    Bob\tRails\tSkipped\t4\t100\tS\t1700000300\t
    nothing

    """

  @Test func listenedTracksOfALogAreRead() throws {
    let counts = try load(log)
    #expect(counts.added == 1 && counts.skipped == 2)
    #expect(try events("at = 1700000000 AND duration = 213000") == 1)
    #expect(try load(log).known == 1)
    let text = try saved(.scrobblerLog)
    #expect(text.hasPrefix("#AUDIOSCROBBLER/1.1\n#TZ/UTC\n"))
    #expect(text.hasSuffix("\nBob\tRails\tNight Train\t\t213\tL\t1700000000\t\n"))
    #expect(try load(text).known == 1)
  }

  @Test func aCutLineOfALogIsSkipped() throws {
    let end = try #require(log.firstRange(of: "0000\t")).lowerBound
    let counts = try load(String(log[..<end]))
    #expect(counts.added == 0 && counts.skipped == 1)
  }

  // MARK: Damage

  @Test(arguments: ["", "text", "<xml/>", "#TZ/UTC\n"])
  func otherFilesAreNoHistory(text: String) throws {
    #expect(failure { try load(text) }?.code == .unknownFormat)
  }

  @Test(arguments: [
    "[", "{\"a\": ", "[{}", "[{}] ]", "[[{}]]", "{\"a\" 1}", "{} x", "{\"a\": \"\\\"}",
    "{\"a\": 1, \"a\": 2}",
  ])
  func damagedJSONIsReported(text: String) throws {
    let error = failure { try load(text) }
    #expect(error?.code == .damaged && error?.line.contains("byte") == true)
  }

  @Test func entriesBeforeTheDamageStay() throws {
    var counts = HistoryImport()
    let path = file(listen + listen.dropLast(2))
    let error = failure { try library.importHistory(from: path, counts: &counts) }
    #expect(error?.code == .damaged && counts.added == 1)
    #expect(try events() == 1)
  }

  @Test(arguments: [
    #"{}"#, #"{"activity": "dance", "at": 1}"#, #"{"activity": "play"}"#,
    #"{"activity": "play", "at": -1}"#, #"{"activity": "play", "at": 1e300}"#,
    #"{"activity": "play", "at": 1, "duration_ms": -1}"#, #"{"listened_at": 1}"#,
    #"{"listened_at": 1, "track_metadata": {"track_name": "a"}}"#,
    #"{"listened_at": "1", "track_metadata": {"track_name": "a", "artist_name": "b"}}"#,
  ])
  func entriesThatAreNoActivityAreCounted(text: String) throws {
    let counts = try load(text)
    #expect(counts.skipped == 1 && counts.added == 0)
  }

  @Test func theFutureIsSkipped() throws {
    let counts = try load(#"{"activity": "play", "at": \#(noon + 1)}"#)
    #expect(counts.skipped == 1 && counts.added == 0)
  }

  @Test func aLongHistoryIsWholeInTheFile() throws {
    let lines = (0..<1300).map { #"{"activity": "play", "at": \#(1000 + $0), "title": "\#($0)"}"# }
    #expect(try load(lines.joined(separator: "\n")).added == 1300)
    let text = try saved(.json)
    #expect(try load(text).known == 1300)
    #expect(try events() == 1300)
  }
}
