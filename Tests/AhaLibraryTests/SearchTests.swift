import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class SearchTests: LibraryRig {
  private func titles(_ text: String) throws -> [String] {
    try items { ($0.order, $0.checks, $0.text) = (.title, false, text) }.map { $0.title }
  }

  private func addFour() throws {
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
    try addFour()
    #expect(try titles(text) == expected)
  }

  @Test func changedItemsAreFoundByTheirNewText() throws {
    try addFour()
    try library.save(LibraryRig.item("/m/dub/c.flac", "Other"))
    #expect(try titles("oscar") == ["Night Train"])
    #expect(try titles("other") == ["Other"])
    try library.forget(try #require(try library.item(at: FilePath("/m/dub/c.flac"))).number)
    #expect(try titles("flac") == ["Über Nacht"])
  }

  @Test func longTextsAndNamesThatAreNoTextDoNoHarm() throws {
    try addFour()
    let place = FilePath([0x2F, 0x61, 0x20, -28, -86, 0x62, 0x20, 0x7A, 0x7A, 0] as [CChar])
    var item = LibraryItem(place: place, origin: .folder)
    (item.state, item.title) = (.playable, "bytes")
    try library.save(item)
    #expect(try titles("zz") == ["bytes"])
    #expect(try titles(String(repeating: "wav ", count: 50_000)).count == 2)
    #expect(try titles(String(repeating: "w", count: 200_000)).isEmpty)
  }

  /// Crafted titles may contain invalid UTF-8.
  @Test(arguments: ["", "a"])
  func titlesThatAreNotTextAreListedOnce(text: String) throws {
    for number in 1...6 { try library.save(LibraryRig.item("/a/\(number)", "T \(number)")) }
    try library.database.execute("UPDATE item SET title = CAST(x'FF' AS TEXT) WHERE number > 4")
    let found = try items {
      ($0.text, $0.order, $0.checks, $0.count) = (text, .title, false, 1)
    }
    #expect(found.map { $0.number } == [1, 2, 3, 4, 5, 6])
  }

  /// Words in all, many, few and no items. For more than 10 000 matches, the list is read in order;
  /// for fewer, the rows are sorted.
  private func addMany() throws {
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
  }

  private func hash(_ letter: String) -> String { String(repeating: letter, count: 64) }

  private static let texts = [
    "", "a", "most", "unique", "unique1", "unique12", "odd unique12", "most wav", "even odd", "m51",
    "zz", "zulu", "zu", "zulu 1", "all nowhere",
  ]

  @Test func searchesFindAllListedItems() throws {
    try addMany()
    var all = ItemQuery()
    (all.checks, all.count, all.states) = (false, 1000, [.playable, .missing])
    let listed = try items(all)
    let having = SearchTests.texts.map { text in
      (text, Set(listed.filter { has($0, text) }.map { $0.number }))
    }
    for order in ItemQuery.Order.allCases {
      all.order = order
      let items = try self.items(all)
      #expect(items.count == 12_000)
      for (text, numbers) in having {
        for hash in ["", hash("a"), hash("b")] {
          let expected = items.filter {
            numbers.contains($0.number) && (hash.isEmpty || $0.sha256 == hash)
          }
          var query = all
          (query.text, query.sha256, query.count) = (text, hash, 200)
          let found = try self.items(query, maxPages: 3).map { $0.number }
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
    try addMany()
    var query = ItemQuery()
    (query.checks, query.states, query.origin, query.count) = (false, states, .take, 1000)
    let expected = try items(query).filter { has($0, text) }
    query.text = text
    #expect(try items(query).map { $0.number } == expected.map { $0.number })
    #expect(expected.allSatisfy { $0.origin == .take && (states.isEmpty || $0.state == .missing) })
  }
}
