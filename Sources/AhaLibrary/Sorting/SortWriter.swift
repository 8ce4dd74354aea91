import AhaBase
import AhaStore

/// Writes a column for items whose numbers rise: each row is read and written once.
struct SortWriter {
  private let database: Database
  private let column: SortColumn
  private var row: Int64 = -1
  private var bytes: [UInt8] = []
  private var isChanged = false

  init(_ database: Database, _ column: SortColumn) {
    (self.database, self.column) = (database, column)
  }

  mutating func put(_ key: UInt64, _ number: Int64) throws(AhaError) {
    if column.row(of: number) != row { try turn(to: column.row(of: number)) }
    let (place, width) = (Int(number % column.span) * column.width, column.width)
    if place + width > bytes.count {
      if key == 0 { return }
      bytes += [UInt8](repeating: 0, count: place + width - bytes.count)
    }
    for index in 0..<width {
      let byte = UInt8(truncatingIfNeeded: key >> UInt64(8 * (width - 1 - index)))
      if bytes[place + index] == byte { continue }
      bytes[place + index] = byte
      isChanged = true
    }
  }

  private mutating func turn(to next: Int64) throws(AhaError) {
    try end()
    row = next
    bytes =
      try database.first("SELECT keys FROM sorting WHERE number = ?1", .integer(next)) {
        (row) throws(AhaError) in row.withBlob(0) { Array(SortColumn.most(of: $0)) }
      } ?? []
  }

  mutating func end() throws(AhaError) {
    if !isChanged { return }
    try database.run(SortWriter.put, .integer(row), .bytes(bytes))
    isChanged = false
  }

  private static let put: StaticString = """
    INSERT INTO sorting VALUES (?1, ?2) ON CONFLICT (number) DO UPDATE SET keys = ?2
    """
}

extension Catalogue {
  /// At the end of a transaction: brings the columns to what the items have that it changed.
  func writeSorting(of numbers: [Int64]) throws(AhaError) {
    if numbers.isEmpty { return }
    var writers = SortColumn.allCases.map { SortWriter(database, $0) }
    for number in numbers.sorted() where SortColumn.numbers.contains(number) {
      let keys = try sortKeys(of: number)
      for place in writers.indices { try writers[place].put(keys[place], number) }
    }
    for place in writers.indices { try writers[place].end() }
  }

  /// One for each column, in their order.
  private func sortKeys(of number: Int64) throws(AhaError) -> [UInt64] {
    let keys = try database.first(Catalogue.sorted, .integer(number)) {
      (row) throws(AhaError) -> [UInt64] in
      [
        SortColumn.group(state: row.integer(0), origin: row.integer(1)),
        row.withBytes(2, SortColumn.key(title:)), SortColumn.played.key(row.integer(3)),
        SortColumn.length.key(row.integer(4)),
      ]
    }
    return keys ?? SortColumn.allCases.map { _ in 0 }
  }

  private static let sorted: StaticString = """
    SELECT state, origin, title, played, length_us FROM item WHERE number = ?1
    """
}
