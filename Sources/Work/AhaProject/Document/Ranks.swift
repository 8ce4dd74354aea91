import AhaBase
import AhaStore

/// The order of the rows of a list: ranks from 0. Another program may have written any other ranks;
/// rows with the same rank are ordered by id.
struct Ranks {
  let database: Database
  /// SQL that returns the ids in order; its parameter is `owner`.
  let list: StaticString
  /// SQL that sets the rank ?2 of row ?1.
  let write: StaticString
  var owner: Int64?

  func ids() throws(AhaError) -> [Int64] {
    var ids: [Int64] = []
    let read: (Row) throws(AhaError) -> Void = { (row) throws(AhaError) in
      ids.append(row.integer(0))
    }
    if let owner {
      try database.each(list, .integer(owner), body: read)
    } else {
      try database.each(list, body: read)
    }
    return ids
  }

  /// Moves a row of the list to an index. Errors: `invalidArgument` (the index).
  func move(_ id: Int64, to index: Int) throws(AhaError) {
    var order = try ids()
    guard let from = order.firstIndex(of: id) else {
      throw AhaError(.notFound, "\(database.name) has no row \(id) to move")
    }
    guard order.indices.contains(index) else {
      throw AhaError(.invalidArgument, "index \(index) is not in 0 to \(order.count - 1)")
    }
    order.remove(at: from)
    order.insert(id, at: index)
    for (rank, id) in order.enumerated() {
      try database.run(write, .integer(id), .integer(Int64(rank)))
    }
  }
}
