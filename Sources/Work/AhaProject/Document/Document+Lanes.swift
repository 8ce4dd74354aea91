import AhaBase
import AhaDSP
import AhaStore

extension Document {
  /// All lanes, oldest first, without those of effects of unknown kinds.
  public func lanes() throws(AhaError) -> [Lane] {
    try store.locked { (database) throws(AhaError) in
      var lanes: [Lane] = []
      try database.each(
        """
        SELECT lane.id, lane.effect, lane.track, lane.bus, parameter, mode, kind
        FROM lane LEFT JOIN effect ON effect.id = lane.effect ORDER BY lane.id
        """
      ) { (row) throws(AhaError) in
        if let lane = try readLane(database, row: row) { lanes.append(lane) }
      }
      return lanes
    }
  }

  /// The lanes of one owner, oldest first. Errors: `notFound` (the owner).
  public func lanes(of target: Owner) throws(AhaError) -> [Lane] {
    try store.locked { (database) throws(AhaError) in
      _ = try parameters(database, to: target)
      let columns = targetColumns(target)
      var lanes: [Lane] = []
      try database.each(
        """
        SELECT lane.id, lane.effect, lane.track, lane.bus, parameter, mode, kind
        FROM lane LEFT JOIN effect ON effect.id = lane.effect
        WHERE lane.effect IS ? AND lane.track IS ? AND lane.bus IS ? ORDER BY lane.id
        """, columns.effect, columns.track, columns.bus
      ) { (row) throws(AhaError) in
        if let lane = try readLane(database, row: row) { lanes.append(lane) }
      }
      return lanes
    }
  }

  /// Errors: `notFound`.
  public func lane(_ id: ID) throws(AhaError) -> Lane {
    try store.locked { (database) throws(AhaError) in try lane(database, id: id) }
  }

  func lane(_ database: Database, id: ID) throws(AhaError) -> Lane {
    let found = try database.first(
      """
      SELECT lane.id, lane.effect, lane.track, lane.bus, parameter, mode, kind
      FROM lane LEFT JOIN effect ON effect.id = lane.effect WHERE lane.id = ?
      """, .integer(id)
    ) { (row) throws(AhaError) in try readLane(database, row: row) }
    guard let found, let lane = found else { throw missing("lane", id: id) }
    return lane
  }

  /// Nil if it belongs to an effect of an unknown kind or to a plug-in without this parameter.
  private func readLane(_ database: Database, row: Row) throws(AhaError) -> Lane? {
    let (id, name) = (row.integer(0), row.text(4))
    try requireID(id, what: "lane")
    var target = Owner.effect(row.integer(1))
    var parameters = ParameterTable.fader
    if !row.isNull(2) {
      target = .track(row.integer(2))
      parameters = ParameterTable.track
    } else if !row.isNull(3) {
      target = .bus(row.integer(3))
      if target == .bus(Document.master) { parameters = ParameterTable.master }
    } else {
      guard let kind = parameterTable.kind(row.text(6)) else { return nil }
      parameters = parameterTable.parameters(of: kind)
      if kind == .lv2 {
        parameters = presentParameters(try plugin(database, id: row.integer(1)))
        if parameters.named(name) == nil { return nil }
      }
    }
    guard let parameter = parameters.named(name) else {
      throw AhaError(.damaged, "\(path.text): lane \(id): unknown parameter \(name.cut)")
    }
    let modeName = row.text(5)
    guard let mode = LaneMode.allCases.first(where: { $0.name.text == modeName }) else {
      throw AhaError(.damaged, "\(path.text): lane \(id): unknown mode \(modeName.cut)")
    }
    return Lane(id: id, target: target, parameter: parameter, mode: mode)
  }

  /// Adds a lane for a parameter of an effect, gain_db or pan of a track or bus, speed of a
  /// track, or tempo_bpm of the master.
  /// Errors: `notFound` (the owner), `invalidArgument` (unknown parameter), `exists`.
  public func addLane(
    _ target: Owner, parameter: String, mode: LaneMode = .read
  ) throws(AhaError) -> ID {
    try history.change("add lane") { (database) throws(AhaError) in
      let known = try parameters(database, to: target)
      if known.named(parameter) == nil {
        throw AhaError(.invalidArgument, "the owner has no parameter \"\(parameter)\"")
      }
      let columns = targetColumns(target)
      let there = try database.integer(
        "SELECT count(*) FROM lane WHERE effect IS ? AND track IS ? AND bus IS ? AND parameter = ?",
        columns.effect, columns.track, columns.bus, .text(parameter))
      if there > 0 { throw AhaError(.exists, "\(parameter) has a lane already") }
      try database.run(
        "INSERT INTO lane (effect, track, bus, parameter, mode) VALUES (?, ?, ?, ?, ?)",
        columns.effect, columns.track, columns.bus, .text(parameter), .text(mode.name.text))
      return database.lastID
    }
  }

  private func targetColumns(_ target: Owner) -> (effect: Value, track: Value, bus: Value) {
    switch target {
    case .effect(let id): (.integer(id), .null, .null)
    case .track(let id): (.null, .integer(id), .null)
    case .bus(let id): (.null, .null, .integer(id))
    }
  }

  func parameters(
    _ database: Database, to target: Owner
  ) throws(AhaError) -> [Parameter] {
    switch target {
    case .effect(let id):
      let effect = try effect(database, id: id)
      if let plugin = effect.plugin { return try plugins.parameters(of: plugin.uri) }
      return parameterTable.parameters(of: effect.kind)
    case .track(let id):
      _ = try track(database, id: id)
      return ParameterTable.track
    case .bus(let id):
      try requireBus(database, id: id)
      return id == Document.master ? ParameterTable.master : ParameterTable.fader
    }
  }

  /// The parameter with a number, as in `Parameter.number`.
  /// Errors: `notFound` (the owner), `invalidArgument`.
  public func parameter(_ number: UInt32, of target: Owner) throws(AhaError) -> Parameter {
    let all = try store.locked { (database) throws(AhaError) in try parameters(database, to: target)
    }
    guard number < UInt32(all.count) else {
      throw AhaError(.invalidArgument, "parameter \(number) is out of range (\(all.count))")
    }
    return all[Int(number)]
  }

  public func setLaneMode(_ id: ID, to mode: LaneMode) throws(AhaError) {
    try history.change("set lane's mode") { (database) throws(AhaError) in
      try database.run(
        "UPDATE lane SET mode = ? WHERE id = ?", .text(mode.name.text), .integer(id))
      try requireRow(database, what: "lane", id: id)
    }
  }

  /// Removes a lane with its points.
  public func removeLane(_ id: ID) throws(AhaError) {
    try history.change("remove lane") { (database) throws(AhaError) in
      try database.run("DELETE FROM lane WHERE id = ?", .integer(id))
      try requireRow(database, what: "lane", id: id)
    }
  }
}
