import AhaBase
import AhaStore

/// The order of rows that belong together: ranks from 0. Another program may have written any
/// others, up to the greatest number there is: rows of the same rank are in the order of their ids.
struct Ranks {
  let database: Database
  /// Gives their ids in order; its values are `owner`.
  let list: StaticString
  /// Sets the rank ?2 of row ?1.
  let write: StaticString
  var owner: Int64?

  func ids() throws(AhaError) -> [Int64] {
    var ids: [Int64] = []
    let take: (Row) throws(AhaError) -> Void = { (row) throws(AhaError) in
      ids.append(row.integer(0))
    }
    if let owner {
      try database.each(list, .integer(owner), body: take)
    } else {
      try database.each(list, body: take)
    }
    return ids
  }

  /// Puts a row that is in the list at a place in it. Errors: `invalidArgument` (no such place).
  func move(_ id: Int64, to index: Int) throws(AhaError) {
    var order = try ids()
    guard let from = order.firstIndex(of: id) else {
      throw AhaError(.notFound, "\(database.name) has no row \(id) to move")
    }
    guard order.indices.contains(index) else {
      throw AhaError(.invalidArgument, "place \(index) is not in 0 to \(order.count - 1)")
    }
    order.remove(at: from)
    order.insert(id, at: index)
    for (rank, id) in order.enumerated() {
      try database.run(write, .integer(id), .integer(Int64(rank)))
    }
  }
}
