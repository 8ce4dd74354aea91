import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary
@testable import AhaPiece

@Suite final class ItemTextTests: LibraryRig {
  /// A sound with an ID3 tag in a chunk of its own.
  private func tagged(_ frames: [(StaticString, String)]) -> [UInt8] {
    let bytes = frames.flatMap { ID3.bytes(of: ID3.Frame(id: $0.array, body: [3] + $1.array)) }
    var body = ID3.tag(of: bytes)
    if body.count & 1 == 1 { body.append(0) }
    let sound = wave(1)
    let whole = sound + "id3 ".array + littleBytes(Int64(body.count)) + body
    return Array(whole[..<4]) + littleBytes(Int64(whole.count - 8)) + Array(whole[8...])
  }

  private func found(_ text: String) throws -> Int {
    try items { ($0.text, $0.checks) = (text, false) }.count
  }

  private func shown(_ name: String) throws -> LibraryItem? { try item(at: name)?.shown }

  @Test func albumTrackAndDiscAreReadFromTheTags() throws {
    music.write(
      tagged([("TALB", "Rails"), ("TPE2", "Choir"), ("TRCK", "3/12"), ("TPOS", "2")]), to: "a.wav")
    try scan()
    let item = try #require(try item(at: "a.wav"))
    #expect(item.album == "Rails" && item.albumArtist == "Choir")
    #expect(item.release.track == 3 && item.release.disc == 2 && item.title == "a")
    #expect(try found("rails") == 1 && found("choir") == 1)
  }

  @Test func eachArtistFindsTheItem() throws {
    music.write(tagged([("TPE1", "Ann Lee\0Bob\0Ann Lee")]), to: "a.wav")
    try scan()
    #expect(try item(at: "a.wav")?.artist == "Ann Lee; Bob")
    #expect(try found("ann lee") == 1 && found("bob") == 1)
  }

  @Test func unchangedFilesAreReadAgainOnRequest() throws {
    music.write(tagged([("TALB", "Rails")]), to: "a.wav")
    try scan()
    try library.database.execute("DELETE FROM detail")
    #expect(try scan().unchanged == 1)
    #expect(try item(at: "a.wav")?.album == "")
    try scan { $0.rereads = true }
    #expect(try item(at: "a.wav")?.album == "Rails")
  }

  @Test func hashesOfUnchangedFilesStayInAScanWithoutHashes() throws {
    music.write(wave(1), to: "a.wav")
    try scan()
    let hash = try item(at: "a.wav")?.sha256
    try scan { ($0.rereads, $0.hashes) = (true, false) }
    #expect(try item(at: "a.wav")?.sha256 == hash && hash?.isEmpty == false)
  }

  @Test func anAlbumThatTheFileHasLostIsGone() throws {
    music.write(tagged([("TALB", "Rails")]), to: "a.wav")
    try scan()
    music.write(tagged([("TIT2", "Night")]), to: "a.wav")
    try scan()
    #expect(try item(at: "a.wav")?.album == "" && found("rails") == 0)
  }

  // MARK: The user's texts

  @Test func anOwnTextStaysOverScans() throws {
    music.write(tagged([("TIT2", "Nihgt"), ("TALB", "Rails")]), to: "a.wav")
    try scan()
    let number = try #require(try item(at: "a.wav")?.number)
    try library.setText(of: number, field: .title, text: "Night")
    try library.setText(of: number, field: .album, text: "")
    #expect(try found("night") == 1 && found("nihgt") == 0 && found("rails") == 0)
    music.write(tagged([("TIT2", "Nite"), ("TALB", "Tracks")]), to: "a.wav")
    try scan()
    #expect(try shown("a.wav")?.title == "Night" && shown("a.wav")?.album == "")
    #expect(try found("night") == 1 && found("nite") == 0)
    try library.setText(of: number, field: .title, text: nil)
    try library.setText(of: number, field: .album, text: nil)
    #expect(try shown("a.wav")?.title == "Nite" && shown("a.wav")?.album == "Tracks")
    #expect(try found("nite") == 1 && found("night") == 0 && found("tracks") == 1)
  }

  @Test func listsShowOwnTextsInTheirOrder() throws {
    for (name, title) in [("a.wav", "Alpha"), ("b.wav", "Beta")] {
      try library.save(LibraryRig.item("/music/\(name)", title))
    }
    try library.setText(of: 1, field: .title, text: "Zeta")
    var query = ItemQuery()
    (query.order, query.checks) = (.title, false)
    let list = try ItemList(library: library, query: query)
    #expect(list.items.map { $0.title } == ["Beta", "Zeta"])
  }

  @Test func aFileThatChangedIsShownWithOwnTexts() throws {
    music.write(tagged([("TIT2", "Nihgt")]), to: "a.wav")
    try scan()
    try library.setText(of: 1, field: .title, text: "Night")
    music.write(tagged([("TIT2", "Nihgt"), ("TPE1", "Ann")]), to: "a.wav")
    let page = try ItemList(library: library, query: ItemQuery())
    #expect(page.items.map { $0.title } == ["Night"] && page.items.map { $0.artist } == ["Ann"])
  }

  @Test func ownTextsReturnWithARestoredItem() throws {
    let number = try library.save(LibraryRig.item("/a.wav", "One"))
    try library.setText(of: number, field: .artist, text: "Ann")
    try library.forget(number)
    try library.restore(number)
    #expect(try library.item(number).shown.artist == "Ann" && found("ann") == 1)
  }

  @Test func nothingIsLeftOfAnItemThatExpired() throws {
    let later = WallClock({ LibraryRig.noon + 8 * 86_400 }, days: { $0 / 86_400 })
    let number = try library.save(LibraryRig.item("/a.wav", "One"))
    try library.setText(of: number, field: .artist, text: "Ann")
    try library.forget(number)
    #expect(try library.database.integer("SELECT count(*) FROM detail") == 1)
    let next = try Library(path: library.path, clock: later)
    #expect(try next.database.integer("SELECT count(*) FROM detail") == 0)
  }

  @Test func textsThatCannotBeSetAreRefused() throws {
    let number = try library.save(LibraryRig.item("/a.wav", "One"))
    let long = String(repeating: "a", count: 4097)
    let error = failure { try library.setText(of: number, field: .title, text: long) }
    #expect(error?.code == .invalidArgument)
    let unknown = failure { try library.setText(of: 99, field: .title, text: "Two") }
    #expect(unknown?.code == .notFound)
  }
}
