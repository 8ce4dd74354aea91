import AhaBase
import AhaStore

/// Ancestors and descendants: pieces that an item was made from, and pieces made from it.
extension Library {
  public struct Relative: Sendable {
    public let pieceID: String
    /// 0 if it is not in the library.
    public let item: Int64
    /// Distance; 1: directly related.
    public let depth: Int
  }

  private static let maxRelatives = 1000

  /// Pieces that an item is directly or indirectly based on, nearest first, max 1000. Each is
  /// listed once, even in a cycle. Errors: `notFound`.
  public func ancestors(of number: Int64) throws(AhaError) -> [Relative] {
    let own = try item(number).pieceID
    return try reading { () throws(AhaError) in
      var (relatives, next) = ([Relative](), 0)
      var seen: Set<[UInt8]> = own.isEmpty ? [] : [own.array]
      var ids = try texts(Library.parents, .integer(number))
      while true {
        let depth = next == 0 ? 1 : relatives[next - 1].depth + 1
        for id in ids
        where relatives.count < Library.maxRelatives && seen.insert(id.array).inserted {
          let item = try database.integer(
            "SELECT min(number) FROM item WHERE piece_id = ?1 AND piece_id <> ''", .text(id))
          relatives.append(Relative(pieceID: id, item: item, depth: depth))
        }
        guard next < relatives.count else { return relatives }
        ids = try texts(Library.parentsOfPiece, .text(relatives[next].pieceID))
        next += 1
      }
    }
  }

  /// Items that are directly or indirectly based on an item; same order and limits.
  public func descendants(of number: Int64) throws(AhaError) -> [Relative] {
    let own = try item(number).pieceID
    return try reading { () throws(AhaError) in
      var (relatives, next) = ([Relative](), -1)
      var requested: Set<[UInt8]> = []
      var seen: Set<Int64> = [number]
      while next < relatives.count {
        let (id, depth) = next < 0 ? (own, 1) : (relatives[next].pieceID, relatives[next].depth + 1)
        next += 1
        guard !id.isEmpty, requested.insert(id.array).inserted else { continue }
        try database.each(Library.children, .text(id)) { (row) throws(AhaError) in
          let isOwn = !own.isEmpty && row.text(1).hasSameBytes(as: own)
          guard !isOwn, relatives.count < Library.maxRelatives,
            seen.insert(row.integer(0)).inserted
          else { return }
          relatives.append(Relative(pieceID: row.text(1), item: row.integer(0), depth: depth))
        }
      }
      return relatives
    }
  }

  /// Invariant: caller holds the lock.
  private func texts(_ sql: StaticString, _ value: Value) throws(AhaError) -> [String] {
    var texts: [String] = []
    try database.each(sql, value) { (row) throws(AhaError) in texts.append(row.text(0)) }
    return texts
  }

  private static let parents: StaticString = """
    SELECT piece_id FROM ancestor WHERE item = ?1 ORDER BY piece_id LIMIT 1000
    """
  private static let parentsOfPiece: StaticString = """
    SELECT DISTINCT ancestor.piece_id FROM item JOIN ancestor ON ancestor.item = item.number
    WHERE item.piece_id = ?1 AND item.piece_id <> '' ORDER BY ancestor.piece_id LIMIT 1000
    """
  private static let children: StaticString = """
    SELECT item.number, item.piece_id FROM ancestor JOIN item ON item.number = ancestor.item
    WHERE ancestor.piece_id = ?1 ORDER BY item.number LIMIT 1001
    """
}
