import AhaBase

// The part of a project that a session plays: the tracks and buses whose sound or level reaches the
// scope.
extension Session {
  /// The buses to create. Invariant: the caller holds `lock`.
  func busRows() throws(AhaError) -> [Project.Bus] {
    try project.buses().filter { links?.isPlayed(.bus($0.id)) ?? true }
  }

  func trackRows() throws(AhaError) -> [Project.Track] {
    try project.tracks().filter { links?.isPlayed(.track($0.id)) ?? true }
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
