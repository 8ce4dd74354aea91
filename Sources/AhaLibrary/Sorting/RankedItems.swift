import AhaBase
import AhaStore

/// The items of a set that are in a list, one after the other in its order, as far as its column
/// says: a heap, since most of them are never asked for.
struct RankedItems {
  struct Item {
    /// Smaller where it comes first, whatever the direction.
    let key: UInt64
    let number: Int64
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

  private func isBefore(_ one: Item, _ other: Item) -> Bool {
    RankedItems.isBefore(one, other, isDown)
  }

  @inline(__always)
  private static func isBefore(_ one: Item, _ other: Item, _ isDown: Bool) -> Bool {
    if one.key != other.key { return one.key < other.key }
    return isDown ? one.number > other.number : one.number < other.number
  }

  @_optimize(speed)
  private mutating func sink(_ place: Int) {
    let isDown = isDown
    heap.withUnsafeMutableBufferPointer { heap in
      let item = heap[place]
      var place = place
      while 2 * place + 1 < heap.count {
        var below = 2 * place + 1
        if below + 1 < heap.count, RankedItems.isBefore(heap[below + 1], heap[below], isDown) {
          below += 1
        }
        if !RankedItems.isBefore(heap[below], item, isDown) { break }
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
    let cursor = select.cursor.map { cursor in
      Item(key: turned(column.map { select.sortKey(cursor, $0) } ?? 0), number: cursor.number)
    }
    var place = 0
    heap.reserveCapacity(numbers.count)
    while place < numbers.count {
      let number = numbers[place]
      if SortColumn.numbers.contains(number) {
        try groups.read(number)
        try keys.read(number)
        if groups.key(of: number) != 0 {
          take(numbers, &place, groups, keys, cursor)
          continue
        }
      }
      if let item = try unsorted(number, rows), isBehind(cursor, item) { heap.append(item) }
      place += 1
    }
  }

  /// As far as columns were read, and have something.
  @_optimize(speed)
  private mutating func take(
    _ numbers: [Int64], _ place: inout Int, _ groups: SortReader, _ keys: SortReader,
    _ cursor: Item?
  ) {
    let end = min(groups.numbers.upperBound, keys.numbers.upperBound)
    let wanted = select.groups
    let hasColumn = column != nil
    while place < numbers.count, numbers[place] < end {
      let group = groups.key(of: numbers[place])
      if group == 0 { break }
      if wanted >> group & 1 == 1 {
        let key = hasColumn ? keys.key(of: numbers[place]) : 0
        let item = Item(key: turned(key), number: numbers[place])
        if isBehind(cursor, item) { heap.append(item) }
      }
      place += 1
    }
  }

  @inline(__always)
  private func isBehind(_ cursor: Item?, _ item: Item) -> Bool {
    guard let cursor else { return true }
    return isTied(cursor, item) || isBefore(cursor, item)
  }

  /// One that the columns have nothing of.
  private func unsorted(_ number: Int64, _ rows: Statement) throws(AhaError) -> Item? {
    try rows.restart([.integer(number)])
    guard try rows.step() else { return nil }
    let row = rows.row
    guard select.isWanted(state: row.integer(2), origin: row.integer(3)) else { return nil }
    let key = column.map { select.sortKey(row, $0) } ?? 0
    return Item(key: turned(key), number: number)
  }
}
