import AhaBase
import AhaStore

/// The items of a set that are in a list, one after the other in its order, as far as its column
/// says: a heap, since most of them are never asked for.
struct RankedItems {
  struct Item {
    /// Smaller where it comes first, whatever the direction; the same for numbers.
    let key: UInt64
    let place: Int64
  }

  private let select: ItemSelect
  private let column: SortColumn?
  private let isDown: Bool
  private var heap: [Item] = []

  init(
    _ database: Database, _ select: ItemSelect, _ set: NumberSet
  ) throws(AhaError) {
    self.select = select
    (column, isDown) = (select.query.order.column, select.isDown)
    try fill(database, set.sorted())
    for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
  }

  /// The next one; nil at the end.
  mutating func next() -> Item? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink(0)
    }
    return first
  }

  /// Whether the rows of two items tell which comes first.
  func isTied(_ one: Item, _ other: Item) -> Bool { one.key == other.key && !isExact(one.key) }

  @inline(__always)
  private func isExact(_ key: UInt64) -> Bool { column?.isExact(turned(key)) ?? true }

  @inline(__always)
  private func turned(_ key: UInt64) -> UInt64 { isDown ? .max - key : key }

  /// The number of an item; and the other way round.
  @inline(__always)
  func turned(_ number: Int64) -> Int64 { isDown ? ~number : number }

  @inline(__always)
  private static func isBefore(_ one: Item, _ other: Item) -> Bool {
    one.key == other.key ? one.place < other.place : one.key < other.key
  }

  @_optimize(speed)
  private mutating func sink(_ place: Int) {
    heap.withUnsafeMutableBufferPointer { heap in
      let item = heap[place]
      var place = place
      while 2 * place + 1 < heap.count {
        var below = 2 * place + 1
        if below + 1 < heap.count, RankedItems.isBefore(heap[below + 1], heap[below]) {
          below += 1
        }
        if !RankedItems.isBefore(heap[below], item) { break }
        heap[place] = heap[below]
        place = below
      }
      heap[place] = item
    }
  }

  // MARK: What is in it

  private mutating func fill(_ database: Database, _ numbers: [Int64]) throws(AhaError) {
    var groups = try SortReader(database, .group)
    var keys = try SortReader(database, column ?? .group)
    let rows = try database.statement(made: select.oneKey)
    let last = select.last.map(item)
    var place = 0
    heap.reserveCapacity(numbers.count)
    while place < numbers.count {
      let number = numbers[place]
      if SortColumn.numbers.contains(number) {
        try groups.read(number)
        if column != nil { try keys.read(number) }
        if groups.key(of: number) != 0 {
          take(numbers, &place, groups, keys, last)
          continue
        }
      }
      if let item = try unsorted(number, rows), isBehind(last, item) { heap.append(item) }
      place += 1
    }
  }

  /// As far as columns were read, and have something.
  @_optimize(speed)
  private mutating func take(
    _ numbers: [Int64], _ place: inout Int, _ groups: SortReader, _ keys: SortReader,
    _ last: Item?
  ) {
    let (wanted, hasColumn) = (select.groups, column != nil)
    let all = groups.numbers.upperBound
    let end = hasColumn ? min(all, keys.numbers.upperBound) : all
    while place < numbers.count, numbers[place] < end {
      let group = groups.key(of: numbers[place])
      if group == 0 { break }
      if wanted >> group & 1 == 1 {
        let key = hasColumn ? keys.key(of: numbers[place]) : 0
        let item = Item(key: turned(key), place: turned(numbers[place]))
        if isBehind(last, item) { heap.append(item) }
      }
      place += 1
    }
  }

  @inline(__always)
  private func isBehind(_ last: Item?, _ item: Item) -> Bool {
    guard let last else { return true }
    return isTied(last, item) || RankedItems.isBefore(last, item)
  }

  private func item(_ key: ItemKey) -> Item {
    Item(key: turned(column?.key(key) ?? 0), place: turned(key.number))
  }

  /// One that the columns have nothing of.
  private func unsorted(_ number: Int64, _ rows: Statement) throws(AhaError) -> Item? {
    try rows.restart([.integer(number)])
    guard try rows.step() else { return nil }
    let row = rows.row
    guard select.isWanted(state: row.integer(2), origin: row.integer(3)) else { return nil }
    return item(select.key(row))
  }
}
