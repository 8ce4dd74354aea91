import AhaBase
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct PageTests {
  private let rig = CatalogueRig()

  /// All items of a query, by pages.
  private func all(_ query: ItemQuery, _ catalogue: Catalogue) throws -> [LibraryItem] {
    var items: [LibraryItem] = []
    var cursor: ItemCursor?
    repeat {
      let page = try catalogue.page(query, after: cursor)
      #expect(page.items.count <= query.count)
      #expect(page.next == nil || page.items.count == query.count)
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }

  /// Some items of each state and origin, with few different titles and lengths.
  private func filled() throws -> Catalogue {
    let catalogue = try rig.open()
    let titles = ["night", "Night", "Day", "äther", "", "a b"]
    for place in 0..<120 {
      var item = CatalogueRig.item("/\(place).wav", titles[place % titles.count])
      item.state = Playability.allCases[place * 7 % 5]
      item.sound.length = Int64(place % 4)
      var other = LibraryItem(item.place, ItemOrigin.allCases[place * 3 % 5])
      (other.title, other.state, other.sound) = (item.title, item.state, item.sound)
      let number = try catalogue.save(other)
      if place % 3 == 0 {
        try catalogue.note(.play, number, at: CatalogueRig.noon - Int64(place % 9))
      }
    }
    return catalogue
  }

  @Test(arguments: ItemQuery.Order.allCases, [1, 7, 1000])
  func eachItemComesOnceAndInOrder(order: ItemQuery.Order, count: Int) throws {
    let catalogue = try filled()
    var query = ItemQuery()
    query.checks = false
    (query.order, query.count, query.states) = (order, count, [])
    let items = try all(query, catalogue)
    #expect(Set(items.map { $0.number }).count == 120 && items.count == 120)
    for (one, next) in zip(items, items.dropFirst()) {
      let isInOrder =
        switch order {
        case .newest: one.number > next.number
        case .played: (one.played, one.number) > (next.played, next.number)
        case .length: (one.sound.length, one.number) < (next.sound.length, next.number)
        case .title: (one.title.lowercased(), one.number) < (next.title.lowercased(), next.number)
        }
      #expect(isInOrder, "\(one.title) \(one.number) and \(next.title) \(next.number)")
    }
  }

  @Test func onlyPlayableItemsAreListed() throws {
    let catalogue = try filled()
    var query = ItemQuery()
    query.checks = false
    query.count = 9
    let playable = try all(query, catalogue)
    #expect(playable.count == 24 && playable.allSatisfy { $0.state == .playable })
    query.origin = .drop
    query.states = [.missing, .remoteOnly]
    let drops = try all(query, catalogue)
    #expect(!drops.isEmpty)
    #expect(drops.allSatisfy { $0.origin == .drop && query.states.contains($0.state) })
  }

  @Test func aCursorStaysGoodWhenItemsComeAndGo() throws {
    let catalogue = try rig.open()
    for title in ["a", "c", "e", "g"] {
      try catalogue.save(CatalogueRig.item("/\(title).wav", title))
    }
    var query = ItemQuery()
    query.checks = false
    (query.order, query.count) = (.title, 2)
    let first = try catalogue.page(query)
    let last = try #require(first.items.last)
    #expect(last.title == "c")
    try catalogue.forget(last.number)
    for title in ["b", "d"] { try catalogue.save(CatalogueRig.item("/\(title).wav", title)) }
    #expect(try catalogue.page(query, after: first.next).items.map { $0.title } == ["d", "e"])
  }

  @Test(arguments: [0, -1, 1001])
  func pagesHaveALimit(count: Int) throws {
    let catalogue = try rig.open()
    var query = ItemQuery()
    query.checks = false
    query.count = count
    #expect { try catalogue.page(query) } throws: { ($0 as? AhaError)?.code == .invalidArgument }
  }
}
