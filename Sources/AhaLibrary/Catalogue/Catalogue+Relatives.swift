import AhaBase
import AhaStore

/// Ancestors and descendants: pieces that an item was made from, and pieces made from it.
extension Catalogue {
  public struct Kin: Sendable {
    public let pieceID: String
    /// 0 if it is not in the catalogue.
    public let item: Int64
    /// Distance; 1: directly related.
    public let depth: Int
  }

  private static let mostKin = 1000

  /// Pieces that an item is directly or indirectly based on, nearest first, max 1000. Each is
  /// listed once, even in a cycle. Errors: `notFound`.
  public func ancestors(of number: Int64) throws(AhaError) -> [Kin] {
    let own = try item(number).pieceID
    return try reading { () throws(AhaError) in
      var (kin, next) = ([Kin](), 0)
      var seen: Set<[UInt8]> = own.isEmpty ? [] : [own.array]
      var ids = try texts(Catalogue.parents, .integer(number))
      while true {
        let depth = next == 0 ? 1 : kin[next - 1].depth + 1
        for id in ids where kin.count < Catalogue.mostKin && seen.insert(id.array).inserted {
          let item = try database.integer(
            "SELECT min(number) FROM item WHERE piece_id = ?1 AND piece_id <> ''", .text(id))
          kin.append(Kin(pieceID: id, item: item, depth: depth))
        }
        guard next < kin.count else { return kin }
        ids = try texts(Catalogue.parentsOfPiece, .text(kin[next].pieceID))
        next += 1
      }
    }
  }

  /// Items that are directly or indirectly based on an item; same order and limits.
  public func descendants(of number: Int64) throws(AhaError) -> [Kin] {
    let own = try item(number).pieceID
    return try reading { () throws(AhaError) in
      var (kin, next) = ([Kin](), -1)
      var asked: Set<[UInt8]> = []
      var seen: Set<Int64> = [number]
      while next < kin.count {
        let (id, depth) = next < 0 ? (own, 1) : (kin[next].pieceID, kin[next].depth + 1)
        next += 1
        guard !id.isEmpty, asked.insert(id.array).inserted else { continue }
        try database.each(Catalogue.children, .text(id)) { (row) throws(AhaError) in
          let isOwn = !own.isEmpty && row.text(1).hasSameBytes(as: own)
          guard !isOwn, kin.count < Catalogue.mostKin, seen.insert(row.integer(0)).inserted
          else { return }
          kin.append(Kin(pieceID: row.text(1), item: row.integer(0), depth: depth))
        }
      }
      return kin
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
