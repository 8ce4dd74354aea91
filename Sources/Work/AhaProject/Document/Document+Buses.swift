import AhaBase
import AhaStore

extension Document {
  /// All buses in order, including the master.
  /// Errors: `damaged`, for example if the routing of the buses has a cycle.
  public func buses() throws(AhaError) -> [Bus] {
    try store.locked { (database) throws(AhaError) in
      let buses = try buses(database)
      for bus in buses { try requireWay(from: bus, buses: buses) }
      return buses
    }
  }

  private func buses(_ database: Database) throws(AhaError) -> [Bus] {
    var buses: [Bus] = []
    try database.each(
      "SELECT id, name, parent, gain_db, pan, muted, soloed FROM bus ORDER BY rank, id"
    ) { (row) throws(AhaError) in buses.append(try readBus(row)) }
    return buses
  }

  /// Errors: `notFound`.
  public func bus(_ id: ID) throws(AhaError) -> Bus {
    try store.locked { (database) throws(AhaError) in
      let found = try database.first(
        "SELECT id, name, parent, gain_db, pan, muted, soloed FROM bus WHERE id = ?", .integer(id)
      ) { (row) throws(AhaError) in try readBus(row) }
      guard let found else { throw missing("bus", id: id) }
      return found
    }
  }

  public func busCount() throws(AhaError) -> Int64 { try count("SELECT count(*) FROM bus") }

  /// Errors: `invalidArgument`.
  public func bus(at index: Int64) throws(AhaError) -> ID {
    try id("SELECT id FROM bus ORDER BY rank, id LIMIT 1 OFFSET ?", at: index, what: "buses")
  }

  private func readBus(_ row: Row) throws(AhaError) -> Bus {
    var bus = Bus()
    bus.id = row.integer(0)
    try requireID(bus.id, what: "bus")
    bus.name = row.text(1)
    bus.parent = bus.id == Document.master ? nil : row.optional(2) ?? Document.master
    bus.fader = readFader(row, from: 3)
    do throws(AhaError) { try Require.content.fader(bus.fader) } catch {
      throw AhaError(error.code, "\(path.text): bus \(bus.id): \(error.line)")
    }
    return bus
  }

  private func requireWay(from bus: Bus, buses: [Bus]) throws(AhaError) {
    var steps = 0
    var next = bus.parent
    while let id = next {
      guard steps < buses.count, let parent = buses.first(where: { $0.id == id }) else {
        throw AhaError(.damaged, "\(path.text): bus \(bus.id) is not routed to the master")
      }
      next = parent.parent
      steps += 1
    }
  }

  func requireBus(_ database: Database, id: ID) throws(AhaError) {
    if try database.integer("SELECT count(*) FROM bus WHERE id = ?", .integer(id)) == 0 {
      throw missing("bus", id: id)
    }
  }

  /// The file stores the master as NULL.
  private func stored(_ parent: ID) -> Value {
    parent == Document.master ? .null : .integer(parent)
  }

  public func addBus(
    named name: String, into parent: ID = Document.master
  ) throws(AhaError) -> ID {
    try Require.argument.name(name, what: "a bus's name")
    return try history.change("add bus") { (database) throws(AhaError) in
      try requireInput(database, id: parent)
      return try insertBus(database, named: name, into: parent)
    }
  }

  func insertBus(
    _ database: Database, named name: String, into parent: ID
  ) throws(AhaError) -> ID {
    try database.run(
      """
      INSERT INTO bus (name, parent, rank)
      VALUES (?, ?, (SELECT min(coalesce(max(rank), -1), 9223372036854775806) + 1 FROM bus))
      """, .text(name), stored(parent))
    return database.lastID
  }

  /// Writes a bus's name and fader. Errors: `notFound`, `invalidArgument`.
  public func setBus(_ bus: Bus) throws(AhaError) {
    try Require.argument.name(bus.name, what: "a bus's name")
    try Require.argument.fader(bus.fader)
    try history.change("change bus") { (database) throws(AhaError) in
      try database.run(
        "UPDATE bus SET name = ?, gain_db = ?, pan = ?, muted = ?, soloed = ? WHERE id = ?",
        .text(bus.name), .real(Double(bus.fader.gainDb)), .real(Double(bus.fader.pan)),
        .flag(bus.fader.isMuted), .flag(bus.fader.isSoloed), .integer(bus.id))
      try requireRow(database, what: "bus", id: bus.id)
    }
  }

  /// Routes a bus into another. Errors: `notFound`, `invalidArgument` (the master, or a cycle).
  public func setBusParent(_ id: ID, to parent: ID) throws(AhaError) {
    if id == Document.master {
      throw AhaError(.invalidArgument, "the master cannot be routed into a bus")
    }
    try history.change("change bus") { (database) throws(AhaError) in
      try requireInput(database, id: parent)
      if try buses(database).way(from: parent).contains(where: { $0.id == id }) {
        throw AhaError(.invalidArgument, "bus \(id) would be routed into itself by bus \(parent)")
      }
      try requireNoLoop(database, from: .bus(id), to: .bus(parent))
      try database.run("UPDATE bus SET parent = ? WHERE id = ?", stored(parent), .integer(id))
      try requireRow(database, what: "bus", id: id)
    }
  }

  /// Removes a bus with its effects, lanes, sends in both directions, and side-chains. Its inputs
  /// are routed into its parent.
  /// Errors: `notFound`, `invalidArgument` (the master).
  public func removeBus(_ id: ID) throws(AhaError) {
    if id == Document.master { throw AhaError(.invalidArgument, "the master cannot be removed") }
    try history.change("remove bus") { (database) throws(AhaError) in
      // A send that is routed on would double the direct sound.
      try database.run(
        """
        DELETE FROM bus WHERE id IN (
          SELECT send.bus FROM send JOIN bus ON bus.id = send.bus
          WHERE send.source = ?1 OR coalesce(bus.parent, 1) = ?1)
        """, .integer(id))
      try database.run(
        """
        UPDATE track SET bus = coalesce((SELECT parent FROM bus WHERE id = ?1), 1) WHERE bus = ?1
        """, .integer(id))
      try database.run(
        "UPDATE bus SET parent = (SELECT parent FROM bus WHERE id = ?1) WHERE parent = ?1",
        .integer(id))
      try database.run("DELETE FROM bus WHERE id = ?", .integer(id))
      try requireRow(database, what: "bus", id: id)
    }
  }

  /// Moves a bus to an index of the list. Errors: `notFound`, `invalidArgument`.
  public func moveBus(_ id: ID, to index: Int) throws(AhaError) {
    try history.change("move bus") { (database) throws(AhaError) in
      try Ranks(
        database: database, list: "SELECT id FROM bus ORDER BY rank, id",
        write: "UPDATE bus SET rank = ?2 WHERE id = ?1 AND rank <> ?2"
      ).move(id, to: index)
    }
  }
}
