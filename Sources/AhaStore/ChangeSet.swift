import AhaBase
import CSQLite

/// What a transaction changed, row by row, in the form of SQLite's session extension: it can be
/// turned round and applied again.
public final class ChangeSet {
  let start: UnsafeMutableRawPointer?
  public let count: Int
  private let isSQLites: Bool

  /// Takes over memory of SQLite.
  init(_ start: UnsafeMutableRawPointer?, _ count: Int32) {
    self.start = start
    self.count = Int(count)
    isSQLites = true
  }

  public init(copying bytes: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    start = copy.baseAddress
    count = bytes.count
    isSQLites = false
  }

  convenience init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { copy.deallocate() }
    copy.copyBytes(from: bytes)
    self.init(copying: UnsafeRawBufferPointer(copy))
  }

  deinit { if isSQLites { sqlite3_free(start) } else { start?.deallocate() } }

  public var isEmpty: Bool { count == 0 }
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// Longer ones cannot be handed to SQLite.
  private func size() throws(AhaError) -> Int32 {
    guard let size = Int32(exactly: count) else {
      throw AhaError(.limit, "\(count) bytes of changes are too many")
    }
    return size
  }

  private static func require(_ result: Int32) throws(AhaError) {
    switch result {
    case SQLITE_OK: return
    case SQLITE_NOMEM: throw AhaError(.outOfMemory, "changes")
    default: throw AhaError(.damaged, "changes: \(String(cString: sqlite3_errstr(result)))")
    }
  }

  /// The changes that take these back. Errors: `damaged`, `outOfMemory`.
  public func inverted() throws(AhaError) -> ChangeSet {
    try forEach { _, _ in }
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try ChangeSet.require(sqlite3changeset_invert(try size(), start, &count, &bytes))
    return ChangeSet(bytes, count)
  }

  /// Calls `body` with the table and the first column, an integer key, of each changed row.
  /// Errors: `damaged`.
  public func forEach(_ body: (UnsafePointer<CChar>, Int64) -> Void) throws(AhaError) {
    var reader = ChangeReader(bytes)
    try reader.forEach(body)
  }
}

let operationInsert = UInt8(SQLITE_INSERT)
let operationDelete = UInt8(SQLITE_DELETE)
let operationUpdate = UInt8(SQLITE_UPDATE)
