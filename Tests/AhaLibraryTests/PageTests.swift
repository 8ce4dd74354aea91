import AhaBase
import AhaTestSupport
import Testing

@testable import AhaLibrary

@Suite final class PageTests: LibraryRig {
  /// Some items of each state and origin, with few different titles and lengths.
  private func fill() throws {
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
  }

  @Test(arguments: ItemQuery.Order.allCases, [1, 7, 1000])
  func eachItemComesOnceAndInOrder(order: ItemQuery.Order, count: Int) throws {
    try fill()
    let items = try items {
      ($0.order, $0.count, $0.states, $0.checks) = (order, count, [], false)
    }
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
    try fill()
    var query = ItemQuery()
    (query.count, query.checks) = (9, false)
    let playable = try items(query)
    #expect(playable.count == 24 && playable.allSatisfy { $0.state == .playable })
    (query.origin, query.states) = (.drop, [.missing, .remoteOnly])
    let drops = try items(query)
    #expect(!drops.isEmpty)
    #expect(drops.allSatisfy { $0.origin == .drop && query.states.contains($0.state) })
  }

  @Test func aCursorStaysGoodWhenItemsComeAndGo() throws {
    for title in ["a", "c", "e", "g"] { try library.save(LibraryRig.item("/\(title).wav", title)) }
    var query = ItemQuery()
    (query.order, query.count, query.checks) = (.title, 2, false)
    let first = try library.page(of: query)
    let last = try #require(first.items.last)
    #expect(last.title == "c")
    try library.forget(last.number)
    for title in ["b", "d"] { try library.save(LibraryRig.item("/\(title).wav", title)) }
    #expect(try library.page(of: query, after: first.next).items.map { $0.title } == ["d", "e"])
  }

  @Test(arguments: [0, -1, 1001])
  func pagesHaveALimit(count: Int) throws {
    #expect(failure { _ = try items { $0.count = count } }?.code == .invalidArgument)
  }
}
