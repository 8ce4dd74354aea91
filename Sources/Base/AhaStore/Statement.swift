import AhaBase
import CSQLite

/// A value to bind to a statement.
public enum Value {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  /// A text that need not be UTF-8.
  case letters([UInt8])
  /// The bytes of a path: a file name need not be UTF-8.
  case path(FilePath)
  case bytes([UInt8])
  case changes(ChangeSet)

  public static func flag(_ isOn: Bool) -> Value { .integer(isOn ? 1 : 0) }
  public static func optional(_ value: Int64?) -> Value { value.map { .integer($0) } ?? .null }
}

/// One prepared statement. `Database` owns it.
public final class Statement {
  let handle: OpaquePointer
  private let database: Unmanaged<Database>
  private(set) var isUsed = false
  /// Keeps values that are bound without a copy alive as long as the binding.
  private var borrowed: [ChangeSet] = []

  init(in database: Database, sql: StaticString) throws(AhaError) {
    let bytes = UnsafeBufferPointer(start: sql.utf8Start, count: sql.utf8CodeUnitCount)
    handle = try Statement.prepare(
      in: database, sql: bytes, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    self.database = Unmanaged.passUnretained(database)
  }

  /// For composed SQL that is used once.
  init(in database: Database, made sql: String) throws(AhaError) {
    handle = try sql.array.withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try Statement.prepare(in: database, sql: bytes, flags: 0)
    }
    self.database = Unmanaged.passUnretained(database)
  }

  private static func prepare(
    in database: Database, sql: UnsafeBufferPointer<UInt8>, flags: UInt32
  ) throws(AhaError) -> OpaquePointer {
    var made: OpaquePointer?
    let result = sql.withMemoryRebound(to: CChar.self) {
      sqlite3_prepare_v3(database.handle, $0.baseAddress, Int32($0.count), flags, &made, nil)
    }
    guard result == SQLITE_OK, let made else {
      throw database.failure(for: result)
    }
    return made
  }

  deinit { sqlite3_finalize(handle) }

  func begin(with values: [Value]) throws(AhaError) {
    isUsed = true
    for (index, value) in values.enumerated() { try bind(at: Int32(index + 1), value: value) }
  }

  func end() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
    borrowed = []
    isUsed = false
  }

  private func require(_ result: Int32) throws(AhaError) {
    if result != SQLITE_OK { try database.takeUnretainedValue().require(result) }
  }

  private func bind(at index: Int32, value: Value) throws(AhaError) {
    let result =
      switch value {
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let number): sqlite3_bind_int64(handle, index, number)
      case .real(let number): sqlite3_bind_double(handle, index, number)
      case .text(let text): bindText(at: index, text: text)
      case .letters(let letters): bindLetters(at: index, letters: letters)
      case .path(let path): path.withCString { csqlite_bind_text(handle, index, $0, -1) }
      case .bytes(let bytes): try bindBorrowed(at: index, changes: ChangeSet.copying(bytes))
      case .changes(let changes): bindBorrowed(at: index, changes: changes)
      }
    try require(result)
  }

  private func bindText(at index: Int32, text: String) -> Int32 {
    text.withCString { csqlite_bind_text(handle, index, $0, Int32(clamping: text.utf8.count)) }
  }

  private func bindLetters(at index: Int32, letters: [UInt8]) -> Int32 {
    // At least one byte: SQLite binds a NULL pointer as NULL.
    (letters + [0]).withUnsafeBytes {
      csqlite_bind_text(
        handle, index, $0.bindMemory(to: CChar.self).baseAddress, Int32(clamping: letters.count))
    }
  }

  private func bindBorrowed(at index: Int32, changes: ChangeSet) -> Int32 {
    borrowed.append(changes)
    return csqlite_bind_borrowed(handle, index, changes.start, UInt64(changes.count))
  }

  /// Moves to the next row; returns false after the last one.
  public func step() throws(AhaError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let result: throw database.takeUnretainedValue().failure(for: result)
    }
  }

  /// Resets the statement and binds new values.
  public func restart(with values: [Value]) throws(AhaError) {
    end()
    try begin(with: values)
  }

  /// The current row, after `step`.
  public var row: Row { Row(self) }

  // MARK: Many rows

  public func bind(_ index: Int32, integer: Int64) throws(AhaError) {
    try require(sqlite3_bind_int64(handle, index, integer))
  }

  public func bind(_ index: Int32, real: Double) throws(AhaError) {
    try require(sqlite3_bind_double(handle, index, real))
  }

  /// Runs the statement with the bound values, then resets it.
  public func runOnce() throws(AhaError) {
    while try step() {}
    sqlite3_reset(handle)
  }
}

/// The current row of a statement; valid until the next step.
public struct Row {
  private let handle: OpaquePointer

  init(_ statement: Statement) { handle = statement.handle }

  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  public func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
  public func float(_ column: Int32) -> Float { Float(real(column)) }
  public func flag(_ column: Int32) -> Bool { integer(column) != 0 }
  public func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }
  public func optional(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// Bytes that are not UTF-8 become U+FFFD; NULL is "".
  public func text(_ column: Int32) -> String {
    guard let bytes = sqlite3_column_text(handle, column) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, column))
    return UnsafeBufferPointer(start: bytes, count: count).text
  }

  /// The raw bytes of a text.
  public func withBytes<T>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T {
    let bytes = sqlite3_column_text(handle, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// The bytes of a blob, without a copy.
  public func withBlob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
    let bytes = sqlite3_column_blob(handle, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  public func path(_ column: Int32) -> FilePath {
    guard let bytes = sqlite3_column_text(handle, column) else { return FilePath("") }
    return bytes.withMemoryRebound(to: CChar.self, capacity: 1) { FilePath($0) }
  }

  /// A copy of a blob. Errors: `outOfMemory`.
  public func changes(_ column: Int32) throws(AhaError) -> ChangeSet {
    try ChangeSet(copying: withBlob(column) { $0 })
  }
}
