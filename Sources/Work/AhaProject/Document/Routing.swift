import AhaBase
import AhaStore

/// The ways of the sound in a project: outputs, sends and side-chains.
struct Routing {
  typealias Node = Document.Owner

  private struct Input {
    let source: Node
    let isKey: Bool
  }

  private var inputs: [Node: [Input]] = [:]

  mutating func add(_ source: Node, into destination: Node, isKey: Bool = false) {
    inputs[destination, default: []].append(Input(source: source, isKey: isKey))
  }

  /// The nodes whose sound reaches one of `goals`, with the goals.
  func sources(of goals: [Node], throughKeys: Bool = true) -> Set<Node> {
    var found = Set(goals)
    var pending = goals
    while let node = pending.popLast() {
      for input in inputs[node] ?? [] where throughKeys || !input.isKey {
        if found.insert(input.source).inserted { pending.append(input.source) }
      }
    }
    return found
  }

  /// Removes nodes that no other one reads, until none is left or only loops are.
  var hasLoop: Bool {
    var readers: [Node: Int] = [:]
    for (node, all) in inputs {
      readers[node, default: 0] += 0
      for input in all { readers[input.source, default: 0] += 1 }
    }
    var free = readers.filter { $0.value == 0 }.map { $0.key }
    var done = 0
    while let node = free.popLast() {
      done += 1
      for input in inputs[node] ?? [] {
        readers[input.source, default: 0] -= 1
        if readers[input.source] == 0 { free.append(input.source) }
      }
    }
    return done < readers.count
  }
}

extension Document {
  func routing() throws(AhaError) -> Routing {
    try store.locked { (database) throws(AhaError) in try routing(database) }
  }

  private func routing(_ database: Database) throws(AhaError) -> Routing {
    var routing = Routing()
    try database.each("SELECT id, bus FROM track") { (row) throws(AhaError) in
      routing.add(.track(row.integer(0)), into: .bus(row.integer(1)))
    }
    try database.each("SELECT id, coalesce(parent, 1) FROM bus WHERE id <> 1") {
      (row) throws(AhaError) in routing.add(.bus(row.integer(0)), into: .bus(row.integer(1)))
    }
    try database.each("SELECT bus, track, source FROM send") { (row) throws(AhaError) in
      routing.add(readOwner(row, from: 1), into: .bus(row.integer(0)))
    }
    try database.each(
      """
      SELECT sidechain.track, sidechain.bus, effect.track, effect.bus
      FROM sidechain JOIN effect ON effect.id = sidechain.effect
      """
    ) { (row) throws(AhaError) in
      routing.add(readOwner(row, from: 0), into: readOwner(row, from: 2), isKey: true)
    }
    return routing
  }

  /// Errors: `invalidArgument`.
  func requireNoLoop(
    _ database: Database, from source: Owner, to destination: Owner
  ) throws(AhaError) {
    if case .track(let id) = source, source != destination,
      try !hasKeys(database, track: id)
    {
      return
    }
    guard try routing(database).sources(of: [source]).contains(destination) else { return }
    throw AhaError(
      .invalidArgument,
      "\(source.text) cannot feed \(destination.text): through outputs, sends or side-chains, its "
        + "sound would come back to it")
  }

  /// A track has inputs only if it has effects with side-chains.
  private func hasKeys(_ database: Database, track: ID) throws(AhaError) -> Bool {
    try database.integer(
      "SELECT count(*) FROM sidechain JOIN effect ON effect.id = effect WHERE effect.track = ?",
      .integer(track)) > 0
  }

  /// A bus that tracks, buses and sends can play into. Errors: `notFound`, `invalidArgument`.
  func requireInput(_ database: Database, id: ID) throws(AhaError) {
    try requireBus(database, id: id)
    if try database.integer("SELECT count(*) FROM send WHERE bus = ?", .integer(id)) > 0 {
      throw AhaError(
        .invalidArgument, "bus \(id) is a send, which gets the sound of its source alone")
    }
  }

  /// Refuses rows of another program that could not be played. Errors: `damaged`.
  func requireRoutes() throws(AhaError) {
    try store.locked { (database) throws(AhaError) in
      let count = try database.integer(
        "SELECT (SELECT count(*) FROM send) + (SELECT count(*) FROM sidechain)")
      if count == 0 { return }
      let wrong = try database.integer(
        """
        SELECT count(*) FROM send
        WHERE bus = 1 OR bus IN (SELECT bus FROM track) OR bus IN (SELECT parent FROM bus)
          OR bus IN (SELECT source FROM send)
        """)
      if wrong > 0 {
        throw AhaError(.damaged, "\(path.text): \(wrong) sends have more inputs than their source")
      }
      if try routing(database).hasLoop {
        throw AhaError(.damaged, "\(path.text): outputs, sends and side-chains form a loop")
      }
    }
  }
}

extension Document.Owner {
  /// As in "track 3".
  var text: String {
    switch self {
    case .track(let id): "track \(id)"
    case .bus(let id): "bus \(id)"
    case .effect(let id): "effect \(id)"
    }
  }
}
