import AhaBase
import AhaDSP
import AhaStore

extension Document {
  func requireOwner(_ database: Database, owner: Owner) throws(AhaError) {
    switch owner {
    case .track(let id): _ = try track(database, id: id)
    case .bus(let id): try requireBus(database, id: id)
    case .effect: throw AhaError(.invalidArgument, "an effect has no chain of its own")
    }
  }

  private func ranks(_ database: Database, owner: Owner) -> Ranks {
    var ranks: (list: StaticString, owner: ID)
    switch owner {
    case .track(let id): ranks = ("SELECT id FROM effect WHERE track = ? ORDER BY rank, id", id)
    case .bus(let id), .effect(let id):
      ranks = ("SELECT id FROM effect WHERE bus = ? ORDER BY rank, id", id)
    }
    return Ranks(
      database: database, list: ranks.list,
      write: "UPDATE effect SET rank = ?2 WHERE id = ?1 AND rank <> ?2", owner: ranks.owner)
  }

  /// Adds an effect to a chain.
  /// - Parameter index: Index in the chain; nil: the end.
  /// Errors: `notFound` (the owner), `invalidArgument` (the index), `unsupported` (a host's effect:
  /// its code is not in the file).
  public func addEffect(
    _ kind: EffectKind, to owner: Owner, at index: Int? = nil
  ) throws(AhaError) -> ID {
    if kind == .host {
      throw AhaError(
        .unsupported,
        "a project cannot hold an effect of the host, whose code is not in the file. Add it to a "
          + "chain of the session's engine")
    }
    return try history.change("add effect") { (database) throws(AhaError) in
      try insertEffect(database, kind: kind, owner: owner, index: index)
    }
  }

  func insertEffect(
    _ database: Database, kind: EffectKind, owner: Owner, index: Int?
  ) throws(AhaError) -> ID {
    try requireOwner(database, owner: owner)
    let ranks = ranks(database, owner: owner)
    let count = try ranks.ids().count
    let (track, bus) = columns(owner)
    try database.run(
      "INSERT INTO effect (track, bus, kind, rank) VALUES (?, ?, ?, ?)", track, bus,
      .text(parameterTable.name(kind).text), .integer(Int64(count)))
    let id = database.lastID
    try ranks.move(id, to: index ?? count)
    return id
  }

  private func columns(_ owner: Owner) -> (track: Value, bus: Value) {
    switch owner {
    case .track(let id): (.integer(id), .null)
    case .bus(let id), .effect(let id): (.null, .integer(id))
    }
  }

  /// Moves an effect to an index of a chain, its own or another one.
  public func moveEffect(_ id: ID, to owner: Owner, at index: Int) throws(AhaError) {
    try history.change("move effect") { (database) throws(AhaError) in
      let key = try effect(database, id: id).key
      try requireOwner(database, owner: owner)
      if let key { try requireNoLoop(database, from: key, to: owner) }
      let (track, bus) = columns(owner)
      try database.run(
        "UPDATE effect SET track = ?, bus = ? WHERE id = ?", track, bus, .integer(id))
      try ranks(database, owner: owner).move(id, to: index)
    }
  }

  /// Removes an effect with its lanes; also one of an unknown kind.
  public func removeEffect(_ id: ID) throws(AhaError) {
    try history.change("remove effect") { (database) throws(AhaError) in
      try database.run("DELETE FROM effect WHERE id = ?", .integer(id))
      try requireRow(database, what: "effect", id: id)
    }
  }

  public func setBypassed(_ id: ID, _ isBypassed: Bool) throws(AhaError) {
    try history.change(isBypassed ? "bypass effect" : "use effect") { (database) throws(AhaError) in
      try database.run(
        "UPDATE effect SET bypassed = ? WHERE id = ?", .flag(isBypassed), .integer(id))
      try requireRow(database, what: "effect", id: id)
    }
  }

  /// Sets the values of a preset. Errors: `notFound` (also no such preset).
  public func loadPreset(_ id: ID, name: String) throws(AhaError) {
    // Before the edit: its failure would take back edits of other threads.
    let spec = EffectRegistry.spec(try effect(id).kind)
    let values = try spec.preset(name)
    try history.edit("load preset") { () throws(AhaError) in
      for (parameter, value) in zip(spec.parameters, values) {
        try setEffectValue(id, parameter: parameter.name.text, to: value)
      }
    }
  }

  /// Sets one parameter. Errors: `notFound`, `invalidArgument` (unknown parameter, or the value).
  public func setEffectValue(
    _ id: ID, parameter: String, to value: Float
  ) throws(AhaError) {
    try history.change("set \(parameter)") { (database) throws(AhaError) in
      let kind = try effect(database, id: id).kind
      guard let known = try parameters(database, to: .effect(id)).named(parameter) else {
        throw AhaError(
          .invalidArgument, "\(parameterTable.name(kind)) has no parameter \"\(parameter)\"")
      }
      try Require.argument.value(value, of: known)
      try database.run(
        """
        INSERT INTO effect_value VALUES (?, ?, ?)
        ON CONFLICT (effect, parameter) DO UPDATE SET value = excluded.value
        """, .integer(id), .text(parameter), .real(Double(value)))
    }
  }
}
