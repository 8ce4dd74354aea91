import AhaBase
import AhaStore
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct SearchTests {
  private let rig = CatalogueRig()

  private func titles(
    _ text: String, _ catalogue: Catalogue, _ change: (inout ItemQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = ItemQuery()
    (query.order, query.checks, query.text) = (.title, false, text)
    change(&query)
    return try catalogue.everything(query).map { $0.title }
  }

  private func small() throws -> Catalogue {
    let catalogue = try rig.open()
    let rows = [
      ("/m/jazz/Night Train.wav", "Night Train", "Oscar", "swing"),
      ("/m/dub/night.flac", "Über Nacht", "Nobody", "NEAR AND OR NOT"),
      ("/m/dub/c.flac", "C", "oscar's \"friend\"", ""), ("/m/x-y_z.wav", "D", "", "日本 音楽"),
    ]
    for (place, title, artist, tags) in rows {
      var item = CatalogueRig.item(place, title)
      (item.artist, item.tags) = (artist, tags)
      try catalogue.save(item)
    }
    return catalogue
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

  @Test func whatIsChangedIsFoundByWhatItIsNow() throws {
    let catalogue = try small()
    try catalogue.save(CatalogueRig.item("/m/dub/c.flac", "Other"))
    #expect(try titles("oscar", catalogue) == ["Night Train"])
    #expect(try titles("other", catalogue) == ["Other"])
    try catalogue.forget(try #require(try catalogue.item(at: FilePath("/m/dub/c.flac"))).number)
    #expect(try titles("flac", catalogue) == ["Über Nacht"])
  }

  @Test func longTextsAndNamesThatAreNoTextDoNoHarm() throws {
    let catalogue = try small()
    let place = FilePath([0x2F, 0x61, 0x20, -28, -86, 0x62, 0x20, 0x7A, 0x7A, 0] as [CChar])
    var item = LibraryItem(place, .folder)
    (item.state, item.title) = (.playable, "bytes")
    try catalogue.save(item)
    #expect(try titles("zz", catalogue) == ["bytes"])
    #expect(try titles(String(repeating: "wav ", count: 50_000), catalogue).count == 2)
    #expect(try titles(String(repeating: "w", count: 200_000), catalogue).isEmpty)
  }

  /// Enough that each way of searching is gone: words that all, many, few and none have.
  private func large() throws -> Catalogue {
    let catalogue = try rig.open()
    try catalogue.changingSoon { () throws(AhaError) in
      for number in 0..<900 {
        var item = LibraryItem(FilePath("/all/\(number).wav"), number % 5 == 0 ? .take : .folder)
        item.state = number % 50 == 7 ? .missing : .playable
        item.title = "unique\(number) \(number % 2 == 0 ? "even" : "odd") m\(number % 300)"
        if number > 700, number % 2 == 1 { item.title = "Zulu " + item.title }
        if number == 20 { item.title += " zulu" }
        item.sha256 = number % 3 == 0 ? String(repeating: "a", count: 64) : ""
        item.sound.length = Int64(number * 7919 % 701)
        _ = try catalogue.put(item)
      }
    }
    return catalogue
  }

  @Test func eachWayFindsTheSame() throws {
    let catalogue = try large()
    let texts = [
      "a", "unique", "unique1", "odd unique12", "odd wav", "even odd", "m51", "zz", "zulu", "zu",
      "zulu odd", "odd zulu",
    ]
    for text in texts {
      for order in ItemQuery.Order.allCases {
        try compare(text, order, catalogue)
      }
    }
  }

  private func compare(_ text: String, _ order: ItemQuery.Order, _ catalogue: Catalogue) throws {
    var all = ItemQuery()
    (all.order, all.checks, all.count, all.states) = (order, false, 1000, [.playable, .missing])
    let items = try catalogue.everything(all)
    let words = text.split(separator: " ")
    let expected = items.filter { item in
      let all = item.title.lowercased() + " all " + item.place.name.text
      let own = all.split { $0 == " " || $0 == "." }
      return words.enumerated().allSatisfy { place, word in
        own.contains { place == words.count - 1 ? $0.hasPrefix(word) : $0 == word }
      }
    }
    for bounds in [SearchBounds(), .rows, .ranked, .spread, .hasty, .alike] {
      var query = all
      (query.text, query.count) = (text, 87)
      catalogue.searchBounds = bounds
      let found = try catalogue.everything(query)
      #expect(found.map { $0.number } == expected.map { $0.number }, "\(text) \(order) \(bounds)")
      query.sha256 = String(repeating: "a", count: 64)
      #expect(
        try catalogue.everything(query).map { $0.number }
          == expected.filter { !$0.sha256.isEmpty }.map { $0.number })
    }
  }
}

extension SearchBounds {
  /// No set is made, and no way is too long.
  fileprivate static var rows: SearchBounds {
    SearchBounds(few: 0, words: 0, first: 1_000_000, sample: .max)
  }
  /// All is put in order by columns.
  static var ranked: SearchBounds {
    SearchBounds(few: 0, words: 100_000, first: 0, keys: 0)
  }
  /// The same, but rows tell of most words, and of titles that begin alike.
  fileprivate static var alike: SearchBounds {
    SearchBounds(few: 0, words: 10, first: 0, patience: 1, soon: 0, keys: 400, alike: 5)
  }
  /// All is gone through in order.
  fileprivate static var spread: SearchBounds {
    SearchBounds(few: 0, words: 100_000, first: 0, keys: .max)
  }
  /// Each way is too long.
  fileprivate static var hasty: SearchBounds {
    SearchBounds(few: 10, words: 200, first: 5, sample: 3, soon: 300, keys: 20, alike: 3)
  }
}
