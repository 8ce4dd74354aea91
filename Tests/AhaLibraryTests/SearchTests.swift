import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct SearchTests {
  private let rig = LibraryRig()

  private func titles(
    _ text: String, _ library: Library, _ change: (inout ItemQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = ItemQuery()
    (query.order, query.checks, query.text) = (.title, false, text)
    change(&query)
    return try library.everything(query).map { $0.title }
  }

  private func small() throws -> Library {
    let library = try rig.open()
    let rows = [
      ("/m/jazz/Night Train.wav", "Night Train", "Oscar", "swing"),
      ("/m/dub/night.flac", "Über Nacht", "Nobody", "NEAR AND OR NOT"),
      ("/m/dub/c.flac", "C", "oscar's \"friend\"", ""), ("/m/x-y_z.wav", "D", "", "日本 音楽"),
    ]
    for (place, title, artist, tags) in rows {
      var item = LibraryRig.item(place, title)
      (item.artist, item.tags) = (artist, tags)
      try library.save(item)
    }
    return library
  }

  @Test(arguments: [
    ("night", ["Night Train", "Über Nacht"]), ("NIGH", ["Night Train", "Über Nacht"]),
    ("nigh train", []), ("night tr", ["Night Train"]), ("uber", ["Über Nacht"]),
    ("dub oscar", ["C"]), ("oscar", ["C", "Night Train"]), ("swing", ["Night Train"]),
    ("NOT", ["Über Nacht"]), ("a OR b", []), ("\"", []), ("--", []), ("oscar's f", ["C"]),
    ("x-y_z", ["D"]), ("title:night", []), ("night*", ["Night Train", "Über Nacht"]),
    ("^night", ["Night Train", "Über Nacht"]), ("(night", ["Night Train", "Über Nacht"]),
    ("日本", ["D"]), ("音", ["D"]), (" wav m ", ["D", "Night Train"]), ("nights", []),
    ("'; DROP TABLE item; --", []), ("\u{1}\u{FFFD}", []), ("wav wav wav", ["D", "Night Train"]),
  ])
  func wordsAreFoundAndSignsAreNothing(text: String, expected: [String]) throws {
    #expect(try titles(text, small()) == expected)
  }

  @Test func changedItemsAreFoundByTheirNewText() throws {
    let library = try small()
    try library.save(LibraryRig.item("/m/dub/c.flac", "Other"))
    #expect(try titles("oscar", library) == ["Night Train"])
    #expect(try titles("other", library) == ["Other"])
    try library.forget(try #require(try library.item(at: FilePath("/m/dub/c.flac"))).number)
    #expect(try titles("flac", library) == ["Über Nacht"])
  }

  @Test func longTextsAndNamesThatAreNoTextDoNoHarm() throws {
    let library = try small()
    let place = FilePath([0x2F, 0x61, 0x20, -28, -86, 0x62, 0x20, 0x7A, 0x7A, 0] as [CChar])
    var item = LibraryItem(place: place, origin: .folder)
    (item.state, item.title) = (.playable, "bytes")
    try library.save(item)
    #expect(try titles("zz", library) == ["bytes"])
    #expect(try titles(String(repeating: "wav ", count: 50_000), library).count == 2)
    #expect(try titles(String(repeating: "w", count: 200_000), library).isEmpty)
  }

  /// Crafted titles may contain invalid UTF-8.
  @Test(arguments: ["", "a"])
  func titlesThatAreNotTextAreListedOnce(text: String) throws {
    let library = try rig.open()
    for number in 1...6 { try library.save(LibraryRig.item("/a/\(number)", "T \(number)")) }
    try library.database.execute("UPDATE item SET title = CAST(x'FF' AS TEXT) WHERE number > 4")
    var query = ItemQuery()
    (query.text, query.order, query.checks, query.count) = (text, .title, false, 1)
    #expect(try library.everything(query).map { $0.number } == [1, 2, 3, 4, 5, 6])
  }

  /// Words in all, many, few and no items. For more than 10 000 matches, the list is read in order;
  /// for fewer, the rows are sorted.
  private func large() throws -> Library {
    let library = try rig.open()
    try library.changingSoon { () throws(AhaError) in
      for number in 0..<12_000 {
        var item = LibraryItem(
          place: FilePath("/all/\(number).wav"), origin: number % 5 == 0 ? .take : .folder)
        item.state = number % 50 == 7 ? .missing : .playable
        item.title = "unique\(number) \(number % 2 == 0 ? "even" : "odd") m\(number % 300)"
        if number % 10 > 0 { item.title = "Most " + item.title }
        if number > 11_400, number % 2 == 1 { item.title = "Zulu \(number % 3)" }
        if number > 11_700, number % 2 == 1 { item.title = item.title.lowercased() }
        if number % 10 != 1 { item.sha256 = hash(number % 20 == 0 ? "b" : "a") }
        item.sound.length = Int64(number * 7919 % 701)
        let saved = try library.put(item)
        if number % 9 == 0 {
          try library.database.run(
            "UPDATE item SET played = ?2 WHERE number = ?1", .integer(saved),
            .integer(Int64(number % 7)))
        }
      }
    }
    return library
  }

  private func hash(_ letter: String) -> String { String(repeating: letter, count: 64) }

  private static let texts = [
    "", "a", "most", "unique", "unique1", "unique12", "odd unique12", "most wav", "even odd", "m51",
    "zz", "zulu", "zu", "zulu 1", "all nowhere",
  ]

  @Test func searchesFindAllListedItems() throws {
    let library = try large()
    var all = ItemQuery()
    (all.checks, all.count, all.states) = (false, 1000, [.playable, .missing])
    let listed = try library.everything(all)
    let having = SearchTests.texts.map { text in
      (text, Set(listed.filter { has($0, text) }.map { $0.number }))
    }
    for order in ItemQuery.Order.allCases {
      all.order = order
      let items = try library.everything(all)
      #expect(items.count == 12_000)
      for (text, numbers) in having {
        for hash in ["", hash("a"), hash("b")] {
          let expected = items.filter {
            numbers.contains($0.number) && (hash.isEmpty || $0.sha256 == hash)
          }
          var query = all
          (query.text, query.sha256, query.count) = (text, hash, 200)
          let found = try library.beginning(query, 3)
          #expect(found == expected.prefix(600).map { $0.number }, "\(text) \(order) \(hash)")
        }
      }
    }
  }

  private func has(_ item: LibraryItem, _ text: String) -> Bool {
    let all = item.title.lowercased() + " all " + item.place.name.text
    let own = all.split { $0 == " " || $0 == "." }
    let words = text.split(separator: " ")
    return words.enumerated().allSatisfy { place, word in
      own.contains { place == words.count - 1 ? $0.hasPrefix(word) : $0 == word }
    }
  }

  @Test(arguments: ["most", "unique12"], [[], [Playability.missing], [.missing, .remoteOnly]])
  func searchesKeepToStatesAndOrigins(text: String, states: [Playability]) throws {
    let library = try large()
    var query = ItemQuery()
    (query.checks, query.states, query.origin, query.count) = (false, states, .take, 1000)
    let expected = try library.everything(query).filter { has($0, text) }
    query.text = text
    #expect(try library.everything(query).map { $0.number } == expected.map { $0.number })
    #expect(expected.allSatisfy { $0.origin == .take && (states.isEmpty || $0.state == .missing) })
  }
}

extension Library {
  /// Item numbers of the first pages of a list.
  fileprivate func beginning(_ query: ItemQuery, _ pages: Int) throws -> [Int64] {
    var numbers: [Int64] = []
    var cursor: ItemCursor?
    for _ in 0..<pages {
      let page = try page(of: query, after: cursor)
      numbers += page.items.map { $0.number }
      cursor = page.next
      if cursor == nil { break }
    }
    return numbers
  }
}
