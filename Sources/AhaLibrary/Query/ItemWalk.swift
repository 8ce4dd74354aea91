import AhaBase
import AhaStore

/// Goes through the keys of a query in order. Items are in order within each state and origin, by an
/// index: these are merged as they are read, so the first items cost the same however many there are.
struct ItemWalk {
  private let select: ItemSelect
  /// Those that are wanted; nil: all.
  private let wanted: NumberSet?
  private var streams: [Stream] = []
  /// How many may still be looked at.
  private var patience: Int
  var isOver: Bool { patience < 0 }

  private struct Stream {
    let rows: Statement
    var head: ItemKey
  }

  init(
    _ database: Database, _ select: ItemSelect, _ wanted: NumberSet? = nil, patience: Int = .max
  ) throws(AhaError) {
    (self.select, self.wanted, self.patience) = (select, wanted, patience)
    let sql = select.keys
    for state in select.states {
      for origin in select.origins {
        let rows = try database.statement(made: sql, select.values(state, origin))
        if try rows.step() {
          let head = select.key(rows.row)
          streams.append(Stream(rows: rows, head: head))
        }
      }
    }
  }

  /// Nil at the end, and when it is over.
  mutating func next() throws(AhaError) -> ItemKey? {
    while !streams.isEmpty, !isOver {
      patience -= 1
      let key = try first()
      if wanted?.contains(key.number) ?? true { return key }
    }
    return nil
  }

  private mutating func first() throws(AhaError) -> ItemKey {
    var first = 0
    for place in streams.indices.dropFirst()
    where select.isBefore(streams[place].head, streams[first].head) { first = place }
    let key = streams[first].head
    if try streams[first].rows.step() {
      streams[first].head = select.key(streams[first].rows.row)
    } else {
      streams.remove(at: first)
    }
    return key
  }
}
