import AhaBase

// The part of a project that a session plays.
extension Session {
  /// The buses to create. Invariant: the caller holds `lock`.
  func busRows() throws(AhaError) -> [Project.Bus] {
    let rows = try project.buses()
    switch options.scope {
    case .everything: return rows
    case .track: return []
    case .bus(let id): return rows.filter { rows.way(from: $0.id).contains { $0.id == id } }
    }
  }

  func trackRows() throws(AhaError) -> [Project.Track] {
    let rows = try project.tracks()
    switch options.scope {
    case .everything: return rows
    case .track(let id): return rows.filter { $0.id == id }
    case .bus: return rows.filter { buses[$0.bus] != nil }
    }
  }
}

extension Project.Bus {
  /// The bus it is routed to; nil for the master.
  var above: Project.ID? { id == Project.master ? nil : parent ?? Project.master }
}

extension [Project.Bus] {
  /// The path from a bus to the master, in order. Ends also if the parents form a cycle.
  func way(from id: Project.ID) -> [Project.Bus] {
    var way: [Project.Bus] = []
    var next: Project.ID? = id
    while way.count < count, let bus = first(where: { $0.id == next }) {
      way.append(bus)
      next = bus.above
    }
    return way
  }
}
