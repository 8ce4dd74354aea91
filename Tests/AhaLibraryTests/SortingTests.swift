import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct SortingTests {
  private let rig = CatalogueRig()

  /// What a column ought to have of all items, and has.
  private func compare(_ catalogue: Catalogue) throws {
    let last = try catalogue.database.integer("SELECT seq FROM sqlite_sequence")
    var readers = try SortColumn.allCases.map { try SortReader(catalogue.database, $0) }
    for number in 1...last {
      var expected = SortColumn.allCases.map { _ in UInt64(0) }
      if let item = try? catalogue.item(number) {
        let title = Array(item.title.lowercased().utf8.prefix(8))
        expected = [
          UInt64(item.state.rawValue) << 3 | UInt64(item.origin.rawValue),
          (0..<8).reduce(0) { $0 << 8 | UInt64($1 < title.count ? title[$1] : 0) },
          UInt64(item.played), UInt64(min(item.sound.length, 1 << 40 - 1)),
        ]
      }
      for place in readers.indices { try readers[place].read(number) }
      let found = readers.map { $0.key(of: number) }
      #expect(found == expected, "item \(number)")
    }
  }

  private func numbered(_ number: Int, _ title: String = "Title") -> LibraryItem {
    var item = CatalogueRig.item("/a/\(number)", "\(title) \(number)")
    item.sound.length = Int64(number) &* 7_919_000 % 100_000_000
    return item
  }

  private func filled(_ count: Int) throws -> Catalogue {
    let catalogue = try rig.open()
    try catalogue.changingSoon { () throws(AhaError) in
      for number in 0..<count { _ = try catalogue.put(numbered(number)) }
    }
    return catalogue
  }

  @Test func columnsFollowWhatIsDone() throws {
    let catalogue = try filled(1700)
    try compare(catalogue)
    var random = Random(seed: 3)
    for step in 0..<300 {
      let number = Int64.random(in: 1...1700, using: &random)
      switch step % 5 {
      case 0: try? catalogue.forget(number)
      case 1: try? catalogue.note(.play, number, at: CatalogueRig.noon - Int64(step))
      case 2:
        try catalogue.changing { () throws(AhaError) in
          try catalogue.setState(number, .missing)
        }
      case 3: try catalogue.save(numbered(Int(number), "ANOTHER"))
      default:
        #expect(throws: AhaError.self) {
          try catalogue.changing { () throws(AhaError) in
            _ = try catalogue.put(numbered(Int(number), "Nobody"))
            throw AhaError(.io, "broken off")
          }
        }
      }
    }
    try compare(catalogue)
    #expect(try titles("title", catalogue).count > 1000)
    try compare(rig.open())
  }

  private func remote(_ number: Int, _ title: String) -> RemoteItem {
    var item = LibraryItem(FilePath("https://music.example/\(number)"), .remote)
    (item.title, item.state) = ("\(title) \(number)", .remoteOnly)
    item.sound.length = Int64(title.utf8.count)
    return RemoteItem(id: "\(number)", revision: title, item)
  }

  @Test func columnsFollowSources() throws {
    let catalogue = try rig.open()
    var listing = try catalogue.listing("feed", "https://music.example/feed", user: "")
    for (title, numbers) in [("Old", 0..<50), ("Newer", 20..<60), ("Newest", 40..<41)] {
      try catalogue.begin(&listing, isDelta: false)
      var part = RemotePart()
      part.items = numbers.map { remote($0, title) }
      _ = try catalogue.take(part, &listing, next: nil, token: "")
      while try catalogue.sweep(&listing) != nil {}
      // Is kept, as missing.
      try catalogue.note(.play, catalogue.item(at: part.items[0].item.place)?.number)
      try compare(catalogue)
    }
    #expect(try catalogue.count() == 3)
  }

  @Test func columnsFollowScansAndLooks() throws {
    let catalogue = try filled(20)
    _ = try catalogue.markMissing(below: [FilePath("/a")], besides: [], NumberSet(), Job())
    try compare(catalogue)
    #expect(try catalogue.item(3).state == .missing)
    _ = try catalogue.addFile(FilePath(rig.folder.file("library.db")), .folder)
    try catalogue.changing { () throws(AhaError) in
      for number in Int64(1)..<5 { try catalogue.setState(number, .playable) }
    }
    try compare(catalogue)
    var query = ItemQuery()
    (query.order, query.states) = (.newest, [])
    _ = try catalogue.page(query)
    try compare(catalogue)
  }

  private func titles(
    _ text: String, _ catalogue: Catalogue, _ order: ItemQuery.Order = .length
  ) throws -> [String] {
    var query = ItemQuery()
    (query.text, query.order, query.checks, query.count) = (text, order, false, 50)
    return try catalogue.everything(query).map { $0.title }
  }

  @Test(arguments: ItemQuery.Order.allCases)
  func whatNoColumnHasIsInOrderToo(order: ItemQuery.Order) throws {
    let catalogue = try filled(300)
    let expected = try titles("title", catalogue, order)
    catalogue.searchBounds = .ranked
    #expect(try titles("title", catalogue, order) == expected && expected.count == 300)
    // As after a program that knows of items only.
    try catalogue.database.execute("DELETE FROM sorting WHERE number % 2 = 0")
    #expect(try titles("title", catalogue, order) == expected)
    try catalogue.database.execute("DELETE FROM sorting")
    #expect(try titles("title", catalogue, order) == expected)
  }

  @Test(arguments: [5, 1000])
  func titlesThatBeginAlikeAreInOrder(alike: Int) throws {
    let catalogue = try rig.open()
    let begins = [
      "abc", "abcdefgh", "ABCDEFGHI", "abcd\u{E9}", "abcdef\u{E9}", "\u{E1}bc", "", "abd",
    ]
    for number in 0..<240 {
      let end = number % 3 == 0 ? "" : " \(number * 7 % 240)"
      try catalogue.save(CatalogueRig.item("/a/\(number)", begins[number % 8] + end))
    }
    let expected = try titles("", catalogue, .title)
    catalogue.searchBounds = .ranked
    catalogue.searchBounds.alike = alike
    #expect(expected.count == 240)
    #expect(try titles("a", catalogue, .title) == expected)
    // Enough for titles that begin alike, but not to go through all before.
    catalogue.searchBounds.keys = 300
    #expect(try titles("a", catalogue, .title) == expected)
  }

  @Test func whatIsLongerThanAColumnSaysIsInOrder() throws {
    let catalogue = try rig.open()
    catalogue.searchBounds = .ranked
    for (number, length) in [1 << 41, 5, 1 << 40, .max, 1 << 50, 1 << 40 - 2, 0].enumerated() {
      var item = numbered(number)
      item.sound.length = Int64(length)
      try catalogue.save(item)
    }
    #expect(
      try titles("title", catalogue) == [6, 1, 5, 2, 0, 4, 3].map { "Title \($0)" })
  }

  /// As in a file that somebody has made.
  @Test(arguments: [false, true])
  func titlesThatAreNoTextAreInOrderOnce(isSearch: Bool) throws {
    let catalogue = try filled(6)
    catalogue.searchBounds = .ranked
    try catalogue.database.execute(
      "UPDATE item SET title = CAST(x'FF' AS TEXT) WHERE number > 4; DELETE FROM sorting")
    var query = ItemQuery()
    (query.text, query.order, query.checks, query.count) = (isSearch ? "a" : "", .title, false, 1)
    var (numbers, cursor): ([Int64], ItemCursor?) = ([], nil)
    repeat {
      let page = try catalogue.page(query, after: cursor)
      numbers += page.items.map { $0.number }
      cursor = page.next
    } while cursor != nil && numbers.count < 20
    #expect(numbers == [1, 2, 3, 4, 5, 6])
  }

  @Test(arguments: [[5, -3], [9, 2], [1, 1 << 40], [3, 3, 200, 4000], []])
  func setsTakeAnyNumbers(numbers: [Int64]) {
    var set = NumberSet()
    set.insert(7)
    numbers.withUnsafeBufferPointer { set.insert(rising: $0) }
    #expect(set.sorted() == Set(numbers + [7]).sorted())
    #expect(set.count == Set(numbers + [7]).count)
  }

  /// Somebody may have written anything into the file: pages come to an end all the same.
  @Test(arguments: [
    "zeroblob(3)", "randomblob(4000)", "randomblob(9000)", "x'FF'", "x''",
  ])
  func columnsOfStrangersDoNoHarm(keys: String) throws {
    let catalogue = try filled(1000)
    catalogue.searchBounds = .ranked
    try catalogue.database.execute("UPDATE sorting SET keys = \(keys)")
    for order in ItemQuery.Order.allCases {
      _ = try titles("title", catalogue, order)
    }
    try catalogue.save(numbered(3, "New"))
  }
}
