import AhaBase
import AhaStore

/// Reads a column for items whose numbers rise.
struct SortReader {
  private let column: SortColumn
  private let width: Int
  private let rows: Statement
  /// Where the statement is.
  private var row: Int64 = -1
  /// Those that were read last, of these items; behind its end is nothing.
  private var bytes: [UInt8] = []
  private(set) var numbers: Range<Int64> = 0..<0

  init(_ database: Database, _ column: SortColumn) throws(AhaError) {
    (self.column, width) = (column, column.width)
    rows = try database.statement(made: SortReader.sql)
  }

  private static let sql = "SELECT number, keys FROM sorting WHERE number >= ?1 ORDER BY number"
  /// Rows that are gone through rather than looked for.
  private static let near: Int64 = 8

  /// Reads those of an item, and of others beside it.
  mutating func read(_ number: Int64) throws(AhaError) {
    if numbers.contains(number) { return }
    let (first, wanted) = (number / column.span * column.span, column.row(of: number))
    numbers = first..<(first + column.span)
    bytes.removeAll(keepingCapacity: true)
    if row < 0 || wanted - row > SortReader.near {
      try rows.restart([.integer(wanted)])
      row = 0
    }
    while row < wanted { row = try rows.step() ? rows.row.integer(0) : .max }
    if row != wanted { return }
    rows.row.withBlob(1) { bytes.append(contentsOf: SortColumn.most(of: $0)) }
  }

  /// Of one of the items that were read; 0 where nothing is noted.
  @inline(__always)
  func key(of number: Int64) -> UInt64 {
    let place = Int(number - numbers.lowerBound) * width
    guard place + width <= bytes.count else { return 0 }
    return bytes.withUnsafeBufferPointer { bytes in
      var key: UInt64 = 0
      for byte in place..<(place + width) { key = key << 8 | UInt64(bytes[byte]) }
      return key
    }
  }
}
