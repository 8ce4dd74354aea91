import AhaBase

// What of a project a session plays.
extension Session {
  /// The buses that are made. The lock is held.
  func busRows() throws(AhaError) -> [Project.Bus] {
    let rows = try project.buses()
    switch options.scope {
    case .everything: return rows
    case .track: return []
    case .bus(let id): return rows.filter { isUnder(id, $0.id, rows) }
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

  /// The bus is the root, or leads to it.
  private func isUnder(
    _ root: Project.ID, _ bus: Project.ID, _ rows: [Project.Bus]
  ) -> Bool {
    var next: Project.ID? = bus
    // No more turns than there are buses, whatever the parents say.
    for _ in rows {
      if next == root { return true }
      guard let row = rows.first(where: { $0.id == next }) else { return false }
      next = row.above
    }
    return false
  }
}

extension Project.Bus {
  /// Where it goes; nil for the master.
  var above: Project.ID? { id == Project.master ? nil : parent ?? Project.master }
}
