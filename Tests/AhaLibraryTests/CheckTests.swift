import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite final class CheckTests: LibraryRig {
  private func fill(_ count: Int) throws {
    for number in 0..<count { music.write(wave(number), to: "\(number).wav") }
    try scan()
  }

  private func titles(_ query: ItemQuery) throws -> [String] {
    try library.page(of: query).items.map { $0.title }
  }

  @Test func aListChecksTheFilesNow() throws {
    try fill(30)
    for number in stride(from: 0, to: 30, by: 2) { unlink(music.file("\(number).wav")) }
    music.write(Array("no sound any more".utf8), to: "1.wav")
    var query = ItemQuery()
    (query.order, query.count, query.checks) = (.title, 5, false)
    #expect(try titles(query) == ["0", "1", "10", "11", "12"])
    query.checks = true
    #expect(try titles(query) == ["11", "13", "15", "17", "19"])
    // Each checked item stores its state and the reason.
    #expect(try state("0.wav") == .missing)
    #expect(try item(at: "1.wav")?.reason.contains("not audio of a known format") == true)
    #expect(try state("8.wav") == .playable)
    query.states = [.missing]
    #expect(try titles(query) == ["0", "10", "12", "14", "16"])
  }

  /// If the disk of a million items is missing, a page checks only its own items.
  @Test func aPageLooksAtSoManyAlone() throws {
    for number in 0..<4500 { try library.save(LibraryRig.item("/gone/\(number).wav")) }
    var query = ItemQuery()
    query.count = 1000
    var (pages, cursor) = (0, ItemCursor?.none)
    repeat {
      let page = try library.page(of: query, after: cursor)
      #expect(page.items.isEmpty)
      cursor = page.next
      pages += 1
    } while cursor != nil && pages < 10
    #expect(pages == 2)
    query.states = [.missing]
    #expect(try library.page(of: query).items.count == 1000)
  }

  /// Decoding all undecodable files of a page again would take long.
  @Test func aPageDoesNotRetryUndecodableFiles() throws {
    try fill(2)
    var noted = try #require(try item(at: "1.wav"))
    (noted.state, noted.reason) = (.undecodable, "not audio of a known format")
    try library.save(noted)
    var query = ItemQuery()
    (query.states, query.order) = ([], .title)
    #expect(try library.page(of: query).items.map(\.state) == [.playable, .undecodable])
    music.write(wave(3), to: "1.wav")
    #expect(try library.page(of: query).items.map(\.state) == [.playable, .playable])
  }

  @Test func pagesThatAreFilledUpLoseNothing() throws {
    try fill(40)
    for number in 0..<40 where number % 3 != 0 { unlink(music.file("\(number).wav")) }
    let found = try items { $0.count = 4 }.compactMap { Int($0.title) }
    #expect(found.count == 14 && Set(found) == Set(stride(from: 0, to: 40, by: 3)))
  }

  @Test func aReturnedFileKeepsItsHashAndHistory() throws {
    try fill(1)
    let noted = try #require(try item(at: "0.wav"))
    try library.note(.play, item: noted.number)
    music.move("0.wav", to: "away")
    #expect(try library.check(noted.number).state == .missing)
    music.move("away", to: "0.wav")
    let back = try library.check(noted.number)
    #expect(back.state == .playable && back.sha256 == noted.sha256 && back.plays == 1)
    music.write(wav16([Int16](repeating: 2, count: 90)), to: "0.wav")
    let changed = try library.check(noted.number)
    #expect(changed.sha256.isEmpty && changed.mark.size != noted.mark.size && changed.plays == 1)
    #expect(throws: AhaError.self) { try library.check(99) }
  }

  @Test func remoteItemsAreNotSearchedOnTheDisk() throws {
    var item = LibraryItem(place: FilePath("https://example.com/a.wav"), origin: .remote)
    item.state = .remoteDownloadable
    let number = try library.save(item)
    #expect(try library.check(number).state == .remoteDownloadable)
    #expect(try items { $0.states = [.remoteDownloadable] }.count == 1)
  }

  @Test func aMissingOneKeepsItsAncestors() throws {
    var item = LibraryRig.item("/nowhere/a.wav", "a")
    item.basedOn = ["p1"]
    let number = try library.save(item)
    #expect(try library.check(number).state == .missing)
    let kept = try library.reading { () throws(AhaError) in
      try library.database.integer("SELECT count(*) FROM ancestor WHERE item = 1")
    }
    #expect(kept == 1)
  }
}
