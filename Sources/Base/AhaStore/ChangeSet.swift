import AhaBase
import CSQLite
import CShims

/// The changed rows of a transaction, in the format of SQLite's session extension. It can be
/// inverted and applied again.
public final class ChangeSet {
  let start: UnsafeMutableRawPointer?
  public let count: Int
  private let isSQLites: Bool

  /// Takes over memory of SQLite.
  init(_ start: UnsafeMutableRawPointer?, count: Int32) {
    self.start = start
    self.count = Int(count)
    isSQLites = true
  }

  /// Errors: `outOfMemory`.
  public init(copying bytes: UnsafeRawBufferPointer) throws(AhaError) {
    let copy: Buffer<UInt8> = try claimMemory(bytes.count, of: "bytes of changes")
    if let from = bytes.baseAddress { memcpy(copy.base, from, bytes.count) }
    start = UnsafeMutableRawPointer(copy.base)
    count = bytes.count
    isSQLites = false
  }

  /// Errors: `outOfMemory`.
  static func copying(_ bytes: [UInt8]) throws(AhaError) -> ChangeSet {
    try bytes.withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try ChangeSet(copying: UnsafeRawBufferPointer(bytes))
    }
  }

  deinit { if isSQLites { sqlite3_free(start) } else { free(start) } }

  public var isEmpty: Bool { count == 0 }
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  /// SQLite takes the length as 32 bits. Errors: `limit`.
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
    default:
      throw AhaError(.damaged, "the recorded changes are damaged. Restore the file from a copy")
    }
  }

  /// The changes that undo these. Errors: `damaged`, `outOfMemory`.
  public func inverted() throws(AhaError) -> ChangeSet {
    try forEach { _, _, _ in }
    var count: Int32 = 0
    var bytes: UnsafeMutableRawPointer?
    try ChangeSet.require(sqlite3changeset_invert(try size(), start, &count, &bytes))
    return ChangeSet(bytes, count: count)
  }

  /// Calls `body` with the table and the key of each changed row: its first column, an integer, and
  /// its second if that is an integer of the key. Errors: `damaged`.
  public func forEach(_ body: (UnsafePointer<CChar>, Int64, Int64?) -> Void) throws(AhaError) {
    var reader = ChangeReader(bytes)
    try reader.forEach(body)
  }
}

let operationInsert = UInt8(SQLITE_INSERT)
let operationDelete = UInt8(SQLITE_DELETE)
let operationUpdate = UInt8(SQLITE_UPDATE)
