import AhaBase
import AhaDSP
import AhaEngine
import AhaStore

extension Document {
  /// The chain of a track or bus, in order, without effects of unknown kinds.
  public func effects(of owner: Owner) throws(AhaError) -> [Effect] {
    try store.locked { (database) throws(AhaError) in
      var effects: [Effect] = []
      let read: (Row) throws(AhaError) -> Void = { [self] (row) throws(AhaError) in
        if let effect = readEffect(row) { effects.append(try withValues(database, effect: effect)) }
      }
      switch owner {
      case .track(let id):
        try database.each(
          """
          SELECT id, track, bus, kind, bypassed FROM effect WHERE track = ? ORDER BY rank, id
          """, .integer(id), body: read)
      case .bus(let id):
        try database.each(
          "SELECT id, track, bus, kind, bypassed FROM effect WHERE bus = ? ORDER BY rank, id",
          .integer(id), body: read)
      case .effect: break
      }
      return effects
    }
  }

  /// All effects of all tracks and buses; those of one chain are in order.
  public func allEffects() throws(AhaError) -> [Effect] {
    try store.locked { (database) throws(AhaError) in
      var effects: [Effect] = []
      try database.each(
        "SELECT id, track, bus, kind, bypassed FROM effect ORDER BY rank, id"
      ) { (row) throws(AhaError) in
        if let effect = readEffect(row) { effects.append(try withValues(database, effect: effect)) }
      }
      return effects
    }
  }

  /// Errors: `notFound`, also for an effect of an unknown kind.
  public func effect(_ id: ID) throws(AhaError) -> Effect {
    try store.locked { (database) throws(AhaError) in try effect(database, id: id) }
  }

  func effect(_ database: Database, id: ID) throws(AhaError) -> Effect {
    let found = try database.first(
      "SELECT id, track, bus, kind, bypassed FROM effect WHERE id = ?", .integer(id)
    ) { (row) throws(AhaError) in readEffect(row) }
    guard let found, let effect = found else { throw missing("effect", id: id) }
    return try withValues(database, effect: effect)
  }

  /// Nil for an unknown kind.
  private func readEffect(_ row: Row) -> Effect? {
    guard let kind = parameterTable.kind(row.text(3)) else { return nil }
    return Effect(
      id: row.integer(0), owner: readOwner(row, from: 1), kind: kind, isBypassed: row.flag(4),
      values: parameterTable.parameters(of: kind).map { $0.standard })
  }

  private func withValues(_ database: Database, effect: Effect) throws(AhaError) -> Effect {
    try requireID(effect.id, what: "effect")
    if effect.kind == .lv2 { return try withPlugin(database, effect: effect) }
    let parameters = parameterTable.parameters(of: effect.kind)
    var effect = effect
    if effect.kind.hasKey { effect.key = try key(database, of: effect.id) }
    if effect.kind == .convolution { effect.impulse = try impulse(database, of: effect.id) }
    try database.each(
      "SELECT parameter, value FROM effect_value WHERE effect = ?", .integer(effect.id)
    ) { (row) throws(AhaError) in
      let location = "\(path.text): effect \(effect.id), \(parameterTable.name(effect.kind))"
      guard let parameter = parameters.named(row.text(0)) else {
        throw AhaError(.damaged, "\(location): it has no parameter \(row.text(0).cut)")
      }
      do throws(AhaError) { try Require.content.value(row.float(1), of: parameter) } catch {
        throw AhaError(error.code, "\(location): \(error.line)")
      }
      effect.values[Int(parameter.number)] = row.float(1)
    }
    return effect
  }
}
