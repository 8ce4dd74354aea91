import AhaBase
import AhaStore

/// Queries saved by name. Each run selects the items of that time.
extension Library {
  private static let longestName = 255
  private static let maxSaved: Int64 = 1000

  /// Saves a query; one of the same name is replaced.
  /// Errors: `invalidArgument` (the name), `limit` (over 1000 queries).
  public func save(_ query: ItemQuery, named name: String) throws(AhaError) {
    try Library.requireName(name)
    var states: Int64 = 0
    for state in query.states { states |= 1 << Int64(state.rawValue) }
    let origin = query.origin.map { Int64($0.rawValue) } ?? 0
    try changing { () throws(AhaError) in
      try database.run(
        "INSERT OR REPLACE INTO saved VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", .text(name),
        .text(query.text), .text(query.sha256), .integer(states), .integer(origin),
        .integer(Int64(query.order.rawValue)), .integer(Int64(query.count)), .flag(query.checks))
      if try database.integer("SELECT count(*) FROM saved") > Library.maxSaved {
        throw AhaError(.limit, "a library saves at most \(Library.maxSaved) queries")
      }
    }
  }

  private static func requireName(_ name: String) throws(AhaError) {
    let length = name.utf8.count
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard (1...longestName).contains(length), isPlain else {
      throw AhaError(
        .invalidArgument,
        "\(name.cut) is no name of a query: 1 to \(longestName) bytes, without control characters")
    }
  }

  /// The names of all saved queries, in order of their bytes.
  public func savedNames() throws(AhaError) -> [String] {
    try reading { () throws(AhaError) in
      var names: [String] = []
      try database.each("SELECT name FROM saved ORDER BY name") { (row) throws(AhaError) in
        names.append(row.text(0))
      }
      return names
    }
  }

  /// Errors: `notFound`.
  public func savedQuery(named name: String) throws(AhaError) -> ItemQuery {
    let query = try reading { () throws(AhaError) in
      try database.first(
        "SELECT text, sha256, states, origin, sorting, count, checks FROM saved WHERE name = ?1",
        .text(name)
      ) { (row) throws(AhaError) in ItemQuery(row) }
    }
    guard let query else { throw Library.noQuery(named: name) }
    return query
  }

  /// Errors: `notFound`, `exists` (another query has the new name), `invalidArgument`.
  public func renameQuery(_ name: String, to newName: String) throws(AhaError) {
    try Library.requireName(newName)
    try changing { () throws(AhaError) in
      if !name.hasSameBytes(as: newName) {
        let others = try database.integer(
          "SELECT count(*) FROM saved WHERE name = ?1", .text(newName))
        if others > 0 { throw AhaError(.exists, "there is a query \(newName.cut)") }
      }
      try database.run(
        "UPDATE saved SET name = ?2 WHERE name = ?1", .text(name), .text(newName))
      if database.changedRows == 0 { throw Library.noQuery(named: name) }
    }
  }

  /// Errors: `notFound`.
  public func removeQuery(_ name: String) throws(AhaError) {
    try changing { () throws(AhaError) in
      try database.run("DELETE FROM saved WHERE name = ?1", .text(name))
      if database.changedRows == 0 { throw Library.noQuery(named: name) }
    }
  }

  private static func noQuery(named name: String) -> AhaError {
    AhaError(.notFound, "the library has no query \(name.cut)")
  }
}

extension ItemQuery {
  /// A file may have other numbers than libaha writes.
  fileprivate init(_ row: Row) {
    self.init()
    (text, sha256) = (row.text(0), row.text(1))
    let bits = row.integer(2)
    states = Playability.allCases.filter { bits >> Int64($0.rawValue) & 1 == 1 }
    origin = ItemOrigin(rawValue: UInt32(clamping: row.integer(3)))
    order = Order(rawValue: UInt32(clamping: row.integer(4))) ?? .newest
    count = Int(clamping: max(1, min(row.integer(5), Int64(ItemQuery.maxItems))))
    checks = row.flag(6)
  }
}
