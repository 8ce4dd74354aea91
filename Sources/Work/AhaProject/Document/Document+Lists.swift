import AhaBase
import AhaStore

// Access by index, for hosts that do not want all rows at once.
extension Project {
  public func trackCount() throws(AhaError) -> Int64 {
    try locked { (database) throws(AhaError) in
      try database.integer("SELECT count(*) FROM track")
    }
  }

  /// Errors: `invalidArgument`.
  public func track(at index: Int64) throws(AhaError) -> ID {
    try id("SELECT id FROM track ORDER BY rank, id LIMIT 1 OFFSET ?", at: index, what: "tracks")
  }

  public func busCount() throws(AhaError) -> Int64 {
    try locked { (database) throws(AhaError) in
      try database.integer("SELECT count(*) FROM bus")
    }
  }

  /// Errors: `invalidArgument`.
  public func bus(at index: Int64) throws(AhaError) -> ID {
    try id("SELECT id FROM bus ORDER BY rank, id LIMIT 1 OFFSET ?", at: index, what: "buses")
  }

  public func markerCount() throws(AhaError) -> Int64 {
    try locked { (database) throws(AhaError) in
      try database.integer("SELECT count(*) FROM marker")
    }
  }

  /// Errors: `notFound`.
  public func marker(_ id: ID) throws(AhaError) -> Marker {
    try locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT id, time_us, name FROM marker WHERE id = ?", .integer(id)
      ) { (row) throws(AhaError) in try readMarker(row) }
      guard let found else { throw missing("marker", id: id) }
      return found
    }
  }

  /// The marker at an index, in the order of time. Errors: `invalidArgument`.
  public func marker(at index: Int64) throws(AhaError) -> Marker {
    try locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT id, time_us, name FROM marker ORDER BY time_us, id LIMIT 1 OFFSET ?",
        .integer(index)
      ) { (row) throws(AhaError) in try readMarker(row) }
      guard let found else { throw Project.noIndex(index, what: "markers") }
      return found
    }
  }

  /// The id at an index of an ordered list.
  private func id(
    _ list: StaticString, at index: Int64, what: StaticString
  ) throws(AhaError) -> ID {
    try locked { (database) throws(AhaError) in
      let found = try database.first(list, .integer(index)) { (row) throws(AhaError) in
        row.integer(0)
      }
      guard let found else { throw Project.noIndex(index, what: what) }
      return found
    }
  }

  private static func noIndex(_ index: Int64, what: StaticString) -> AhaError {
    AhaError(.invalidArgument, "index \(index): the project has fewer \(what)")
  }

  /// The title of the step that `undo` or `redo` would apply next; nil without a step.
  public func nextTitle(undone: Bool) throws(AhaError) -> String? {
    try locked { (database) throws(AhaError) in
      let done = try database.integer("SELECT done FROM history")
      return try database.first(
        "SELECT title FROM step WHERE id = ?", .integer(undone ? done &+ 1 : done)
      ) { (row) throws(AhaError) in row.text(0) }
    }
  }

  /// The parameter with a number: of an effect, or gain or pan of a track or bus.
  /// Errors: `notFound` (the owner), `invalidArgument`.
  public func parameter(_ number: UInt32, of target: Owner) throws(AhaError) -> Parameter {
    let all = try locked { (database) throws(AhaError) in try parameters(database, to: target) }
    guard number < UInt32(all.count) else {
      throw AhaError(.invalidArgument, "parameter \(number) is out of range (\(all.count))")
    }
    return all[Int(number)]
  }
}
