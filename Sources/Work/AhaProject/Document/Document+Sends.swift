import AhaBase
import AhaDSP
import AhaEngine
import AhaStore

// A send is a bus: its gain, effects and lanes are those of any bus.
extension Document {
  /// All sends, in the order of their buses.
  public func sends() throws(AhaError) -> [Send] {
    try store.locked { (database) throws(AhaError) in
      var sends: [Send] = []
      try database.each(
        """
        SELECT send.bus, track, source, before_fader, coalesce(parent, 1)
        FROM send JOIN bus ON bus.id = send.bus ORDER BY rank, bus.id
        """
      ) { (row) throws(AhaError) in sends.append(readSend(row)) }
      return sends
    }
  }

  /// Errors: `notFound`, also for a bus that is no send.
  public func send(_ id: ID) throws(AhaError) -> Send {
    let found = try store.locked { (database) throws(AhaError) in
      try database.first(
        """
        SELECT send.bus, track, source, before_fader, coalesce(parent, 1)
        FROM send JOIN bus ON bus.id = send.bus WHERE send.bus = ?
        """, .integer(id)
      ) { (row) throws(AhaError) in readSend(row) }
    }
    guard let found else { throw missing("send", id: id) }
    return found
  }

  private func readSend(_ row: Row) -> Send {
    Send(
      id: row.integer(0), owner: readOwner(row, from: 1), destination: row.integer(4),
      isBeforeFader: row.flag(3))
  }

  /// Max count of sends.
  static let maxSends = 1024

  /// Adds a send from a track or bus to a bus. Returns the send's bus.
  /// Errors: `notFound`, `limit`, `invalidArgument` (a loop, a send as source or destination, the
  /// gain).
  public func addSend(
    from owner: Owner, to destination: ID, beforeFader: Bool = false, gainDb: Float = 0
  ) throws(AhaError) -> ID {
    try Require.argument.value(gainDb, of: ParameterTable.gain)
    return try history.change("add send") { (database) throws(AhaError) in
      let (track, source) = try columns(database, owner: owner, of: "a send")
      if case .bus(let id) = owner { try requireInput(database, id: id) }
      try requireInput(database, id: destination)
      guard try database.integer("SELECT count(*) FROM send") < Document.maxSends else {
        throw AhaError(.limit, "the project already has the max of \(Document.maxSends) sends")
      }
      try requireNoLoop(database, from: owner, to: .bus(destination))
      let id = try insertBus(database, named: "", into: destination)
      try database.run(
        "UPDATE bus SET gain_db = ? WHERE id = ?", .real(Double(gainDb)), .integer(id))
      try database.run(
        "INSERT INTO send VALUES (?, ?, ?, ?)", .integer(id), track, source, .flag(beforeFader))
      return id
    }
  }

  /// Checks that the owner exists. Errors: `notFound`, `invalidArgument` (an effect).
  private func columns(
    _ database: Database, owner: Owner, of what: StaticString
  ) throws(AhaError) -> (track: Value, bus: Value) {
    switch owner {
    case .track(let id):
      _ = try track(database, id: id)
      return (.integer(id), .null)
    case .bus(let id):
      try requireBus(database, id: id)
      return (.null, .integer(id))
    case .effect:
      throw AhaError(.invalidArgument, "\(what) is of a track or a bus, not of an effect")
    }
  }

  // MARK: Side-chains

  /// A side-chain: the key and the owner of the effect that it controls.
  struct Key {
    let effect: ID
    let owner: Owner
    let key: Owner
  }

  /// All side-chains, without those of effects that have none.
  func keys() throws(AhaError) -> [Key] {
    try store.locked { (database) throws(AhaError) in
      var keys: [Key] = []
      try database.each(
        """
        SELECT effect.id, effect.track, effect.bus, sidechain.track, sidechain.bus, kind
        FROM sidechain JOIN effect ON effect.id = sidechain.effect ORDER BY effect.id
        """
      ) { (row) throws(AhaError) in
        guard parameterTable.kind(row.text(5))?.hasKey == true else { return }
        keys.append(
          Key(
            effect: row.integer(0), owner: readOwner(row, from: 1), key: readOwner(row, from: 3)))
      }
      return keys
    }
  }

  func key(_ database: Database, of effect: ID) throws(AhaError) -> Owner? {
    try database.first("SELECT track, bus FROM sidechain WHERE effect = ?", .integer(effect)) {
      (row) throws(AhaError) in readOwner(row, from: 0)
    }
  }

  /// Lets the level of a track or bus control a compressor or gate. Nil: its own input.
  /// Errors: `notFound`, `unsupported` (another kind), `invalidArgument` (a loop).
  public func setSidechain(_ id: ID, to key: Owner?) throws(AhaError) {
    try history.change("set side-chain") { (database) throws(AhaError) in
      let found = try effect(database, id: id)
      guard found.kind.hasKey else {
        throw AhaError(
          .unsupported,
          "\(parameterTable.name(found.kind)) has no side-chain: compressor and gate have one")
      }
      guard let key else {
        return try database.run("DELETE FROM sidechain WHERE effect = ?", .integer(id))
      }
      let (track, bus) = try columns(database, owner: key, of: "a key")
      try requireNoLoop(database, from: key, to: found.owner)
      try database.run(
        """
        INSERT INTO sidechain VALUES (?, ?, ?)
        ON CONFLICT (effect) DO UPDATE SET track = excluded.track, bus = excluded.bus
        """, .integer(id), track, bus)
    }
  }

  /// Adds a compressor that makes a track or bus quieter while another one is heard.
  /// Errors: as `addEffect` and `setSidechain`; `invalidArgument` (the values).
  public func duck(
    _ owner: Owner, by key: Owner, _ ducking: Ducking = Ducking()
  ) throws(AhaError) -> ID {
    try history.edit("add ducking") { () throws(AhaError) in
      let id = try addEffect(.compressor, to: owner)
      for parameter in parameterTable.parameters(of: .compressor) {
        guard let value = ducking.value(of: parameter.name) else { continue }
        try setEffectValue(id, parameter: parameter.name, to: value)
      }
      try setSidechain(id, to: key)
      return id
    }
  }
}
