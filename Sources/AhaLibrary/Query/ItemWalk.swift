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
        if let head = try head(rows) { streams.append(Stream(rows: rows, head: head)) }
      }
    }
  }

  /// Nil at the end, and when it is over.
  mutating func next() throws(AhaError) -> ItemKey? {
    guard !streams.isEmpty, !isOver else { return nil }
    var first = 0
    for place in streams.indices.dropFirst()
    where select.isBefore(streams[place].head, streams[first].head) { first = place }
    let key = streams[first].head
    if let head = try head(streams[first].rows) {
      streams[first].head = head
    } else {
      streams.remove(at: first)
    }
    return key
  }

  private mutating func head(_ rows: Statement) throws(AhaError) -> ItemKey? {
    while patience >= 0, try rows.step() {
      patience -= 1
      if let wanted, !wanted.contains(rows.row.integer(0)) { continue }
      return select.key(rows.row)
    }
    return nil
  }
}
