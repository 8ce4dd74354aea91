import AhaBase
import AhaTestSupport
import Testing

@testable import AhaLibrary

/// Base of suites: each test has a library at noon of 2026-11-22, and a folder of sounds.
class LibraryRig {
  static let noon: Int64 = 1_795_348_800
  static let clock = WallClock({ noon }, days: { $0 / 86_400 })

  let folder = TemporaryFolder()
  let music = TemporaryFolder()
  let library: Library
  /// The folder of sounds without links, as a scan finds it.
  let root: FilePath

  init() throws {
    library = try LibraryRig.library(in: folder)
    root = try #require(FilePath(music.path).resolved)
  }

  static func library(in folder: TemporaryFolder) throws -> Library {
    try Library(path: FilePath(folder.file("library.db")), clock: clock)
  }

  /// The library, opened by another process.
  func openAgain() throws -> Library { try LibraryRig.library(in: folder) }

  /// A playable item.
  static func item(_ place: String, _ title: String = "") -> LibraryItem {
    var item = LibraryItem(place: FilePath(place), origin: .folder)
    (item.title, item.state) = (title, .playable)
    return item
  }

  /// A sound whose content depends on its number; the length is the same for all.
  func wave(_ number: Int) -> [UInt8] {
    wav16((0..<100).map { Int16(truncatingIfNeeded: $0 &* number &+ number) })
  }

  @discardableResult
  func scan(
    _ job: Job = Job(), in library: Library? = nil,
    _ change: (inout ScanSettings) -> Void = { _ in }
  ) throws -> ScanReport {
    var settings = ScanSettings()
    settings.roots = [FilePath(music.path)]
    change(&settings)
    var scan = try Scan(library: library ?? self.library, settings: settings, job: job)
    return try scan.run()
  }

  /// The item of a file in the folder of sounds.
  func item(at name: String) throws -> LibraryItem? {
    try library.item(at: root.appending(FilePath(name)))
  }

  func state(_ name: String) throws -> Playability? { try item(at: name)?.state }

  /// All items of a query, or those of its first pages.
  func items(
    maxPages: Int = .max, _ change: (inout ItemQuery) -> Void
  ) throws -> [LibraryItem] {
    var query = ItemQuery()
    change(&query)
    return try items(query, maxPages: maxPages)
  }

  func items(_ query: ItemQuery, maxPages: Int = .max) throws -> [LibraryItem] {
    var (items, pages): ([LibraryItem], Int) = ([], 0)
    var cursor: ItemCursor?
    repeat {
      let page = try library.page(of: query, after: cursor)
      #expect(page.items.count == query.count || page.next == nil && page.items.count < query.count)
      items += page.items
      (cursor, pages) = (page.next, pages + 1)
    } while cursor != nil && pages < maxPages
    return items
  }
}
