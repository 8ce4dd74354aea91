import AhaBase

/// Validates and reads a change set. SQLite trusts the bytes: some invalid ones make it loop
/// forever.
///
/// Source: "Changeset Format" in SQLite's documentation of the session extension.
struct ChangeReader {
  private static let maxColumns = 100

  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  /// The name of the current table, with its terminating zero.
  private var name: Range<Int> = 0..<0
  private var isKey: [Bool] = []

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var damage: AhaError { AhaError(.damaged, "changes: invalid data at byte \(offset)") }

  private mutating func next() throws(AhaError) -> UInt8 {
    guard offset < bytes.count else { throw damage }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func skip(_ count: Int) throws(AhaError) {
    guard count <= bytes.count - offset else { throw damage }
    offset += count
  }

  /// A variable-length integer of SQLite, limited to 28 bits.
  private mutating func length() throws(AhaError) -> Int {
    var value = 0
    for _ in 0..<4 {
      let byte = try next()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw damage
  }

  private mutating func table() throws(AhaError) {
    let columns = try length()
    guard (1...ChangeReader.maxColumns).contains(columns) else { throw damage }
    isKey.removeAll(keepingCapacity: true)
    for _ in 0..<columns { isKey.append(try next() != 0) }
    guard isKey[0] else { throw damage }
    let start = offset
    while try next() != 0 {}
    name = start..<offset
  }

  /// Reads a row's values; returns the first two that are integers of the key.
  /// - Parameter isWhole: Whether every column must be present, not only those of the key.
  private mutating func row(
    isWhole: Bool, hasKey: Bool = true
  ) throws(AhaError) -> (first: Int64?, second: Int64?) {
    var key: (first: Int64?, second: Int64?) = (nil, nil)
    for column in isKey.indices {
      let kind = try next()
      switch kind {
      case 0: if isWhole || (hasKey && isKey[column]) { throw damage }
      case 1, 2:
        let start = offset
        try skip(8)
        guard kind == 1, column < 2, isKey[column] else { break }
        let raw = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        let value = Int64(bitPattern: UInt64(bigEndian: raw))
        if column == 0 { key.first = value } else { key.second = value }
      case 3, 4: try skip(try length())
      case 5: break
      default: throw damage
      }
    }
    return key
  }

  /// Calls `body` with the table and the key of each row: its first column, and its second if
  /// that is an integer of the key. Errors: `damaged`.
  mutating func forEach(_ body: (UnsafePointer<CChar>, Int64, Int64?) -> Void) throws(AhaError) {
    while offset < bytes.count {
      let operation = try next()
      if operation == UInt8(ascii: "T") {
        try table()
        continue
      }
      if isKey.isEmpty { throw damage }
      _ = try next()
      let isUpdate = operation == operationUpdate
      guard isUpdate || operation == operationInsert || operation == operationDelete else {
        throw damage
      }
      let key = try row(isWhole: !isUpdate)
      if isUpdate { _ = try row(isWhole: false, hasKey: false) }
      guard let first = key.first, let start = bytes.baseAddress else { throw damage }
      body((start + name.lowerBound).assumingMemoryBound(to: CChar.self), first, key.second)
    }
  }
}
