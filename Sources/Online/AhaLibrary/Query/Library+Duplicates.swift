import AhaBase
import AhaStore

/// Files of the same content.
public struct Duplicates: Sendable {
  public let sha256: String
  /// Item numbers, max 1000.
  public internal(set) var numbers: [Int64] = []
  /// Size of all files but one. Units: bytes.
  public internal(set) var wastedBytes: Int64 = 0
}

extension Library {
  /// Contents with several playable files, as of the last check of each, sorted by hash. Empty and
  /// undecodable files are not counted, because deleting them saves no playable copy.
  /// - Parameter sha256: Last hash of the previous page; "" for the first.
  /// Errors: `invalidArgument`.
  public func duplicates(after sha256: String, count: Int) throws(AhaError) -> [Duplicates] {
    guard (1...ItemQuery.maxItems).contains(count) else {
      throw AhaError(
        .invalidArgument, "\(count) contents: there are 1 to \(ItemQuery.maxItems) at a time")
    }
    return try reading { () throws(AhaError) in
      var found: [Duplicates] = []
      try database.each(Library.contents, .text(sha256), .integer(Int64(count))) {
        (row) throws(AhaError) in found.append(Duplicates(sha256: row.text(0)))
      }
      for place in found.indices { try fill(&found[place]) }
      return found
    }
  }

  private func fill(_ duplicates: inout Duplicates) throws(AhaError) {
    var sizes: [Int64] = []
    var numbers: [Int64] = []
    try database.each(Library.files, .text(duplicates.sha256)) { (row) throws(AhaError) in
      sizes.append(max(0, row.integer(1)))
      if numbers.count < 1000 { numbers.append(row.integer(0)) }
    }
    duplicates.numbers = numbers
    duplicates.wastedBytes = sizes.reduce(0, &+) &- (sizes.max() ?? 0)
  }

  /// The index alone yields the repeated hashes; rows are read for those only.
  private static let contents: StaticString = """
    SELECT sha256 FROM item AS one WHERE sha256 > ?1 AND sha256 <> ''
    GROUP BY sha256 HAVING count(*) > 1 AND (
      SELECT count(*) FROM item
        WHERE sha256 = one.sha256 AND sha256 <> '' AND state = 0 AND inode <> -1) > 1
    ORDER BY sha256 LIMIT ?2
    """
  private static let files: StaticString = """
    SELECT number, size FROM item
    WHERE sha256 = ?1 AND sha256 <> '' AND state = 0 AND inode <> -1 ORDER BY number
    """
}
