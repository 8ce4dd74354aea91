import AhaBase
import AhaStore

/// Goes through the keys of a query in order. Items are in order within each state and origin, by
/// an index: these are merged as they are read, so the first items cost the same however many there
/// are.
struct ItemWalk {
  private let database: Database
  private let select: ItemSelect
  /// What comes behind what the streams have.
  private var rest: [(sql: String, values: [Value])]
  /// Those that are wanted; nil: all.
  private let wanted: NumberSet?
  private var streams: [Stream] = []
  /// How many may still be looked at.
  private var patience: Int
  var isOver: Bool { patience < 0 }

  private struct Stream {
    let rows: Statement
    var head: ItemKey
    /// Otherwise it only says how far the stream was read.
    var isWanted: Bool
  }

  /// As far as a stream is read for one that is wanted, before others are.
  private static let stride = 256

  init(
    _ database: Database, _ select: ItemSelect, _ wanted: NumberSet? = nil, patience: Int = .max
  ) {
    (self.database, self.select, self.wanted) = (database, select, wanted)
    (self.patience, rest) = (patience, select.keys)
  }

  private mutating func open() throws(AhaError) {
    let part = rest.removeFirst()
    for state in select.states {
      for origin in select.origins {
        let group: [Value] = [.integer(Int64(state.rawValue)), .integer(Int64(origin.rawValue))]
        let rows = try database.statement(made: part.sql, group + part.values)
        if let stream = try advance(rows) { streams.append(stream) }
      }
    }
  }

  /// Nil at the end, and when it is over.
  mutating func next() throws(AhaError) -> ItemKey? {
    while !isOver {
      while streams.isEmpty, !rest.isEmpty { try open() }
      if streams.isEmpty { return nil }
      var first = 0
      for place in streams.indices.dropFirst()
      where select.isBefore(streams[place].head, streams[first].head) { first = place }
      let stream = streams[first]
      if let next = try advance(stream.rows) {
        streams[first] = next
      } else {
        streams.remove(at: first)
      }
      if stream.isWanted { return stream.head }
    }
    return nil
  }

  /// Nil at its end.
  private mutating func advance(_ rows: Statement) throws(AhaError) -> Stream? {
    var steps = 0
    while try rows.step() {
      (steps, patience) = (steps + 1, patience - 1)
      let isWanted = wanted?.contains(rows.row.integer(0)) ?? true
      if isWanted || steps == ItemWalk.stride {
        let head = select.key(rows.row)
        return Stream(rows: rows, head: head, isWanted: isWanted)
      }
    }
    return nil
  }
}
