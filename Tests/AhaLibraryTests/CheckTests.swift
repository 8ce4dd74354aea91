import AhaBase
import AhaStore
import AhaTestSupport
import Glibc
import Testing

@testable import AhaLibrary

@Suite struct CheckTests {
  private let rig = LibraryRig()
  private let music = TemporaryFolder()

  private func filled(_ count: Int) throws -> Library {
    for number in 0..<count {
      music.write(wav16([Int16](repeating: 1, count: 100)), to: "\(number).wav")
    }
    let library = try rig.open()
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    var scan = try Scan(library: library, settings: settings, job: Job())
    _ = try scan.run()
    return library
  }

  private func item(_ name: String, _ library: Library) throws -> LibraryItem {
    let real = try #require(FilePath(music.path).resolved)
    return try #require(try library.item(at: real.appending(FilePath(name))))
  }

  private func titles(_ query: ItemQuery, _ library: Library) throws -> [String] {
    try library.page(of: query).items.map { $0.title }
  }

  @Test func aListChecksTheFilesNow() throws {
    let library = try filled(30)
    for number in stride(from: 0, to: 30, by: 2) { unlink(music.file("\(number).wav")) }
    music.write(Array("no sound any more".utf8), to: "1.wav")
    var query = ItemQuery()
    (query.order, query.count, query.checks) = (.title, 5, false)
    #expect(try titles(query, library) == ["0", "1", "10", "11", "12"])
    query.checks = true
    #expect(try titles(query, library) == ["11", "13", "15", "17", "19"])
    // Each checked item stores its state and the reason.
    #expect(try item("0.wav", library).state == .missing)
    #expect(try item("1.wav", library).reason.contains("not audio of a known format"))
    #expect(try item("8.wav", library).state == .playable)
    query.states = [.missing]
    #expect(try titles(query, library) == ["0", "10", "12", "14", "16"])
  }

  /// If the disk of a million items is missing, a page checks only its own items.
  @Test func aPageLooksAtSoManyAlone() throws {
    let library = try rig.open()
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
    let library = try filled(2)
    var noted = try item("1.wav", library)
    (noted.state, noted.reason) = (.undecodable, "not audio of a known format")
    try library.save(noted)
    var query = ItemQuery()
    (query.states, query.order) = ([], .title)
    #expect(try library.page(of: query).items.map(\.state) == [.playable, .undecodable])
    music.write(wav16([Int16](repeating: 1, count: 200)), to: "1.wav")
    #expect(try library.page(of: query).items.map(\.state) == [.playable, .playable])
  }

  @Test func pagesThatAreFilledUpLoseNothing() throws {
    let library = try filled(40)
    for number in 0..<40 where number % 3 != 0 { unlink(music.file("\(number).wav")) }
    var query = ItemQuery()
    query.count = 4
    var found: [Int] = []
    var cursor: ItemCursor?
    repeat {
      let page = try library.page(of: query, after: cursor)
      #expect(page.items.count == 4 || page.next == nil)
      found += page.items.compactMap { Int($0.title) }
      cursor = page.next
    } while cursor != nil
    #expect(found.count == 14 && Set(found) == Set(stride(from: 0, to: 40, by: 3)))
  }

  @Test func aReturnedFileKeepsItsHashAndHistory() throws {
    let library = try filled(1)
    let noted = try item("0.wav", library)
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
    let library = try rig.open()
    var item = LibraryItem(place: FilePath("https://example.com/a.wav"), origin: .remote)
    item.state = .remoteDownloadable
    let number = try library.save(item)
    #expect(try library.check(number).state == .remoteDownloadable)
    var query = ItemQuery()
    query.states = [.remoteDownloadable]
    #expect(try library.page(of: query).items.count == 1)
  }

  @Test func aMissingOneKeepsItsAncestors() throws {
    let library = try rig.open()
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
