import AhaBase

/// What lists are filtered by and in order of, as numbers of a few bytes for each item, many items
/// in a row of the table `sorting`. A search that has found many items is put in order by them: to
/// read each item's own row takes thirty times as long.
///
/// The numbers say which of two items comes first, unless they are equal and not exact. 0 is what
/// an item has that nothing is noted of.
enum SortColumn: Int64, CaseIterable {
  /// State and origin.
  case group = 1
  /// How a title begins, in small letters. Never exact.
  case title
  /// Units: seconds since 1970; exact but for the largest.
  case played
  /// Units: microseconds; exact but for the largest.
  case length

  /// In a row, which fits a page of the file.
  private static let mostBytes = 4000
  /// None is noted of others: nobody's library has so many.
  static let numbers = 0..<NumberSet.mostBits

  /// Bytes of each number.
  var width: Int {
    switch self {
    case .group: 1
    case .title: 8
    case .played: 4
    case .length: 5
    }
  }

  /// Items in a row.
  var span: Int64 { Int64(SortColumn.mostBytes / width) }
  var largest: UInt64 { .max >> UInt64(64 - 8 * width) }
  /// Those of the column come in order of their items.
  func row(of number: Int64) -> Int64 { rawValue << 40 | number / span }

  /// Of the bytes of a row: somebody may have put more in. Whole, as slices are copied one by one.
  static func most(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes.prefix(mostBytes))
  }

  func isExact(_ key: UInt64) -> Bool { self != .title && key < largest }

  /// Of a number that the column is of.
  func key(_ number: Int64) -> UInt64 { min(largest, UInt64(max(0, number))) }

  func key(_ item: ItemKey) -> UInt64 {
    if self != .title { return key(item.key) }
    return item.title.withUnsafeBufferPointer(SortColumn.key(title:))
  }

  static func key(title: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for place in 0..<8 {
      let byte = place < title.count ? title[place] : 0
      key = key << 8 | UInt64((65...90).contains(byte) ? byte | 32 : byte)
    }
    return key
  }

  /// What all titles that have a key begin with, and no title before them; nil where a letter may
  /// be cut.
  static func start(ofTitle key: UInt64) -> [UInt8]? {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: key >> UInt64(56 - 8 * $0)) }
    let start = bytes.prefix { $0 != 0 }
    let isWhole = bytes[start.count...].allSatisfy { $0 == 0 }
    let isText = WordQuery.text(Array(start)).array == Array(start)
    return isWhole && isText ? Array(start) : nil
  }

  static func group(state: Int64, origin: Int64) -> UInt64 {
    UInt64(state & 7) << 3 | UInt64(origin & 7)
  }
}

extension ItemQuery.Order {
  /// Nil where the number of an item is all there is to know.
  var column: SortColumn? {
    switch self {
    case .newest: nil
    case .title: .title
    case .played: .played
    case .length: .length
    }
  }
}
