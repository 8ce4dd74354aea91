import AhaBase
import CSQLite

/// Which rows a full-text index has for a word, as the index itself goes through them: to step
/// through the rows of a statement takes three times as long.
///
/// Threads: that of its connection.
public final class WordHits {
  private let database: Database
  private let taker: UnsafeMutablePointer<csqlite_hits>
  fileprivate var body: ((UnsafeBufferPointer<Int64>) -> Bool)?

  /// Errors: `damaged` (this SQLite has no full-text index), `outOfMemory`.
  public init(_ database: Database) throws(AhaError) {
    self.database = database
    taker = .allocate(capacity: 1)
    taker.initialize(to: csqlite_hits())
    taker.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    taker.pointee.take = takeHits
    try database.require(csqlite_make_hits(database.handle, taker))
  }

  deinit { taker.deallocate() }

  /// Calls `body` for the rows, from the smallest on, some hundreds at a time, until it returns
  /// false.
  /// - Parameter sql: `SELECT hits(INDEX) FROM INDEX WHERE INDEX MATCH ?1 LIMIT 1`.
  /// - Parameter match: One word, or the beginning of one.
  /// Errors: those of databases.
  public func each(
    _ sql: StaticString, _ match: String, _ body: @escaping (UnsafeBufferPointer<Int64>) -> Bool
  ) throws(AhaError) {
    self.body = body
    defer { self.body = nil }
    try database.run(sql, .text(match))
  }
}

private func takeHits(
  _ context: UnsafeMutableRawPointer?, _ rows: UnsafePointer<Int64>?, _ count: Int32
) -> Int32 {
  guard let context else { return 0 }
  let hits = Unmanaged<WordHits>.fromOpaque(context).takeUnretainedValue()
  return hits.body?(UnsafeBufferPointer(start: rows, count: Int(count))) == true ? 1 : 0
}
