import AhaBase
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite struct PageTests {
  private let rig = LibraryRig()

  /// All items of a query, by pages.
  private func all(_ query: ItemQuery, _ library: Library) throws -> [LibraryItem] {
    var items: [LibraryItem] = []
    var cursor: ItemCursor?
    repeat {
      let page = try library.page(of: query, after: cursor)
      #expect(page.items.count <= query.count)
      #expect(page.next == nil || page.items.count == query.count)
      items += page.items
      cursor = page.next
    } while cursor != nil
    return items
  }

  /// Some items of each state and origin, with few different titles and lengths.
  private func filled() throws -> Library {
    let library = try rig.open()
    let titles = ["night", "Night", "Day", "äther", "", "a b"]
    for place in 0..<120 {
      var item = LibraryRig.item("/\(place).wav", titles[place % titles.count])
      item.state = Playability.allCases[place * 7 % 5]
      item.sound.length = Int64(place % 4)
      var other = LibraryItem(place: item.place, origin: ItemOrigin.allCases[place * 3 % 5])
      (other.title, other.state, other.sound) = (item.title, item.state, item.sound)
      let number = try library.save(other)
      if place % 3 == 0 {
        try library.note(.play, item: number, at: LibraryRig.noon - Int64(place % 9))
      }
    }
    return library
  }

  @Test(arguments: ItemQuery.Order.allCases, [1, 7, 1000])
  func eachItemComesOnceAndInOrder(order: ItemQuery.Order, count: Int) throws {
    let library = try filled()
    var query = ItemQuery()
    query.checks = false
    (query.order, query.count, query.states) = (order, count, [])
    let items = try all(query, library)
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
    let library = try filled()
    var query = ItemQuery()
    query.checks = false
    query.count = 9
    let playable = try all(query, library)
    #expect(playable.count == 24 && playable.allSatisfy { $0.state == .playable })
    query.origin = .drop
    query.states = [.missing, .remoteOnly]
    let drops = try all(query, library)
    #expect(!drops.isEmpty)
    #expect(drops.allSatisfy { $0.origin == .drop && query.states.contains($0.state) })
  }

  @Test func aCursorStaysGoodWhenItemsComeAndGo() throws {
    let library = try rig.open()
    for title in ["a", "c", "e", "g"] {
      try library.save(LibraryRig.item("/\(title).wav", title))
    }
    var query = ItemQuery()
    query.checks = false
    (query.order, query.count) = (.title, 2)
    let first = try library.page(of: query)
    let last = try #require(first.items.last)
    #expect(last.title == "c")
    try library.forget(last.number)
    for title in ["b", "d"] { try library.save(LibraryRig.item("/\(title).wav", title)) }
    #expect(try library.page(of: query, after: first.next).items.map { $0.title } == ["d", "e"])
  }

  @Test(arguments: [0, -1, 1001])
  func pagesHaveALimit(count: Int) throws {
    let library = try rig.open()
    var query = ItemQuery()
    query.checks = false
    query.count = count
    #expect { try library.page(of: query) } throws: { ($0 as? AhaError)?.code == .invalidArgument }
  }
}
