import AhaBase
import AhaStore

extension Document {
  public func settings() throws(AhaError) -> Settings {
    try store.locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT title, tempo_bpm, beats_per_bar, beat_unit, sample_rate FROM project"
      ) { (row) throws(AhaError) in
        Settings(
          title: row.text(0), tempoBpm: row.real(1), beatsPerBar: row.integer(2),
          beatUnit: row.integer(3), sampleRate: row.integer(4))
      }
      guard let found else { throw AhaError(.damaged, "\(path.text) lacks its first row") }
      try Require.content.settings(found)
      return found
    }
  }

  /// Errors: `invalidArgument`; those of every edit: `access`, `state` (in use), `diskFull`, `io`.
  public func setSettings(_ settings: Settings) throws(AhaError) {
    try Require.argument.settings(settings)
    try history.change("change settings") { (database) throws(AhaError) in
      try database.run(
        """
        UPDATE project
        SET title = ?, tempo_bpm = ?, beats_per_bar = ?, beat_unit = ?, sample_rate = ?
        """,
        .text(settings.title), .real(settings.tempoBpm), .integer(settings.beatsPerBar),
        .integer(settings.beatUnit), .integer(settings.sampleRate))
    }
  }

  // MARK: Markers

  /// All markers, by time.
  public func markers() throws(AhaError) -> [Marker] {
    try store.locked { (database) throws(AhaError) in
      var markers: [Marker] = []
      try database.each("SELECT id, time_us, name FROM marker ORDER BY time_us, id") {
        (row) throws(AhaError) in markers.append(try readMarker(row))
      }
      return markers
    }
  }

  public func markerCount() throws(AhaError) -> Int64 { try count("SELECT count(*) FROM marker") }

  /// Errors: `notFound`.
  public func marker(_ id: ID) throws(AhaError) -> Marker {
    try store.locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT id, time_us, name FROM marker WHERE id = ?", .integer(id)
      ) { (row) throws(AhaError) in try readMarker(row) }
      guard let found else { throw missing("marker", id: id) }
      return found
    }
  }

  /// The marker at an index, in the order of time. Errors: `invalidArgument`.
  public func marker(at index: Int64) throws(AhaError) -> Marker {
    try store.locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT id, time_us, name FROM marker ORDER BY time_us, id LIMIT 1 OFFSET ?",
        .integer(index)
      ) { (row) throws(AhaError) in try readMarker(row) }
      guard let found else { throw Document.noIndex(index, what: "markers") }
      return found
    }
  }

  /// Reads a row of id, time and name. Errors: `damaged`.
  func readMarker(_ row: Row) throws(AhaError) -> Marker {
    let marker = Marker(id: row.integer(0), time: row.integer(1), name: row.text(2))
    try requireID(marker.id, what: "marker")
    try Require.content.time(marker.time, what: "marker \(marker.id)'s time")
    return marker
  }

  public func addMarker(at time: Int64, named name: String) throws(AhaError) -> ID {
    try Require.argument.time(time, what: "time")
    try Require.argument.name(name, what: "a marker's name")
    return try history.change("add marker") { (database) throws(AhaError) in
      try database.run(
        "INSERT INTO marker (time_us, name) VALUES (?, ?)", .integer(time), .text(name))
      return database.lastID
    }
  }

  /// Errors: `notFound`, `invalidArgument`.
  public func setMarker(_ id: ID, at time: Int64, named name: String) throws(AhaError) {
    try Require.argument.time(time, what: "time")
    try Require.argument.name(name, what: "a marker's name")
    try history.change("change marker") { (database) throws(AhaError) in
      try database.run(
        "UPDATE marker SET time_us = ?, name = ? WHERE id = ?", .integer(time), .text(name),
        .integer(id))
      try requireRow(database, what: "marker", id: id)
    }
  }

  public func removeMarker(_ id: ID) throws(AhaError) {
    try history.change("remove marker") { (database) throws(AhaError) in
      try database.run("DELETE FROM marker WHERE id = ?", .integer(id))
      try requireRow(database, what: "marker", id: id)
    }
  }
}
