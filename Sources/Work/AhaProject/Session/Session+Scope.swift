import AhaBase

// The part of a project that a session plays: the tracks and buses whose sound or level reaches the
// scope.
extension Session {
  /// The buses to create. Invariant: the caller holds `lock`.
  func busRows() throws(AhaError) -> [Document.Bus] {
    try document.buses().filter { links?.isPlayed(.bus($0.id)) ?? true }
  }

  func trackRows() throws(AhaError) -> [Document.Track] {
    try document.tracks().filter { links?.isPlayed(.track($0.id)) ?? true }
  }
}

extension Document.Bus {
  /// The bus it is routed to; nil for the master.
  var above: Document.ID? { id == Document.master ? nil : parent ?? Document.master }
}

extension [Document.Bus] {
  /// The path from a bus to the master, in order. Ends also if the parents form a cycle.
  func way(from id: Document.ID) -> [Document.Bus] {
    var way: [Document.Bus] = []
    var next: Document.ID? = id
    while way.count < count, let bus = first(where: { $0.id == next }) {
      way.append(bus)
      next = bus.above
    }
    return way
  }
}
