import AhaBase
import AhaStore

/// Goes through the keys of a query in order. Items are in order within each state and origin, by an
/// index: these are merged as they are read, so the first items cost the same however many there are.
struct ItemWalk {
  private let select: ItemSelect
  private var streams: [Stream] = []
  /// How many were looked at.
  private(set) var steps = 0

  private struct Stream {
    let rows: Statement
    var head: ItemKey
  }

  init(_ database: Database, _ select: ItemSelect) throws(AhaError) {
    self.select = select
    let sql = select.keys
    for state in select.states {
      for origin in select.origins {
        let rows = try database.statement(made: sql, select.values(state, origin))
        if try rows.step() { streams.append(Stream(rows: rows, head: select.key(rows.row))) }
      }
    }
  }

  mutating func next() throws(AhaError) -> ItemKey? {
    guard !streams.isEmpty else { return nil }
    var first = 0
    for place in streams.indices.dropFirst()
    where select.isBefore(streams[place].head, streams[first].head) { first = place }
    let key = streams[first].head
    let rows = streams[first].rows
    if try rows.step() {
      streams[first].head = select.key(rows.row)
    } else {
      streams.remove(at: first)
    }
    steps += 1
    return key
  }
}
