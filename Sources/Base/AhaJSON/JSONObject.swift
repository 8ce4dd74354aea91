import AhaBase
import CJansson

/// An object of a JSON document and its members. No other file uses jansson.
///
/// Threads: any to read; one at a time to change.
public final class JSONObject {
  private let value: UnsafeMutablePointer<json_t>

  /// Errors: `outOfMemory`, `unsupported` (jansson is not installed).
  public init() throws(AhaError) {
    try LateLibrary.load(late_load_jansson)
    guard let value = json_object() else { throw JSONObject.outOfMemory }
    self.value = value
  }

  /// Takes over one reference.
  private init(owning value: UnsafeMutablePointer<json_t>) { self.value = value }

  private init(sharing value: UnsafeMutablePointer<json_t>) { self.value = json_incref(value) }

  deinit { json_decref(value) }

  /// Errors: `damaged` (not JSON, a duplicate key, too deep, not an object), `limit`, `empty`,
  /// `unsupported` (libjansson is not installed).
  public init(
    parsing bytes: UnsafeRawBufferPointer, limit: Int, named name: String
  ) throws(AhaError) {
    guard bytes.count <= limit else {
      throw AhaError(.limit, "\(name) has \(bytes.count) bytes, over \(limit)")
    }
    try LateLibrary.load(late_load_jansson)
    var error = json_error_t()
    let start = bytes.bindMemory(to: CChar.self).baseAddress
    guard let start, bytes.count > 0 else { throw AhaError(.empty, "\(name) is empty") }
    guard let value = json_loadb(start, bytes.count, Int(JSON_REJECT_DUPLICATES), &error) else {
      throw AhaError(.damaged, "\(name), line \(error.line): \(JSONObject.text(of: error))")
    }
    self.value = value
    guard value.pointee.type == JSON_OBJECT else {
      throw AhaError(.damaged, "\(name) is not an object")
    }
  }

  /// A deep copy, which can be changed.
  public func copy() throws(AhaError) -> JSONObject {
    guard let copy = json_deep_copy(value) else { throw JSONObject.outOfMemory }
    return JSONObject(owning: copy)
  }

  /// Serializes. Real numbers have 15 digits if that is exact for all of them, or 17. If the text
  /// with indentation is over the limit, it has no white space.
  /// Errors: `limit`.
  public func text(indent: Int = 2, limit: Int = 1 << 26) throws(AhaError) -> String {
    let isShort = !JSONObject.hasReals(value) || isIn(dump(0, digits: 15, limit: limit))
    let digits = isShort ? 15 : 17
    var bytes = dump(indent, digits: digits, limit: limit)
    if bytes.isEmpty { bytes = dump(0, digits: digits, limit: limit) }
    if bytes.isEmpty { throw AhaError(.limit, "the manifest has over \(limit) bytes") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Empty if the text is over the limit.
  @inline(never)
  private func dump(_ indent: Int, digits: Int, limit: Int) -> [UInt8] {
    let flags = (indent == 0 ? Int(JSON_COMPACT) : indent) | digits << 11
    // Most texts are short: one call writes them.
    var bytes = [UInt8](repeating: 0, count: min(limit, JSONObject.usualBytes))
    var size = write(flags, to: &bytes)
    guard size <= limit else { return [] }
    if size > bytes.count {
      bytes = [UInt8](repeating: 0, count: size)
      size = write(flags, to: &bytes)
    }
    bytes.removeLast(bytes.count - size)
    return bytes
  }

  private static let usualBytes = 2048

  /// Returns: The size of the whole text, which may be larger than the buffer.
  private func write(_ flags: Int, to bytes: inout [UInt8]) -> Int {
    bytes.withUnsafeMutableBytes {
      json_dumpb(value, $0.bindMemory(to: CChar.self).baseAddress, $0.count, flags)
    }
  }

  private static func hasReals(_ value: UnsafeMutablePointer<json_t>) -> Bool {
    switch value.pointee.type {
    case JSON_REAL: return true
    case JSON_ARRAY:
      return (0..<json_array_size(value)).contains {
        json_array_get(value, $0).map { hasReals($0) } ?? false
      }
    case JSON_OBJECT:
      var iterator = json_object_iter(value)
      while let here = iterator {
        if json_object_iter_value(here).map({ hasReals($0) }) ?? false { return true }
        iterator = json_object_iter_next(value, here)
      }
      return false
    default: return false
    }
  }

  /// Whether a text parses to the same value.
  private func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes {
      let start = $0.bindMemory(to: CChar.self).baseAddress
      let back = json_loadb(start, $0.count, Int(JSON_REJECT_DUPLICATES), nil)
      defer { json_decref(back) }
      return json_equal(value, back) == 1
    }
  }

  private static func text(of error: json_error_t) -> String {
    var error = error
    return withUnsafeBytes(of: &error.text) {
      String(cString: $0.bindMemory(to: CChar.self).baseAddress!).cut
    }
  }

  public static var outOfMemory: AhaError { AhaError(.outOfMemory, "no memory for JSON") }

  // MARK: Reading

  public enum Value {
    case text(String)
    case integer(Int64)
    case real(Double)
    case flag(Bool)
    case object(JSONObject)
    case list([Value])
    case null
  }

  /// Nil if the key is absent.
  public subscript(key: StaticString) -> Value? {
    let start = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    return json_object_get(value, start).map { JSONObject.value(of: $0) }
  }

  /// All members, in the order of the document.
  public var members: [(key: String, value: Value)] {
    var members: [(key: String, value: Value)] = []
    var iterator = json_object_iter(value)
    while let here = iterator, let key = json_object_iter_key(here) {
      let member = json_object_iter_value(here).map { JSONObject.value(of: $0) } ?? .null
      members.append((String(cString: key), member))
      iterator = json_object_iter_next(value, here)
    }
    return members
  }

  /// Passes the bytes of a secret text to `body`, then overwrites them in place and removes the
  /// key.
  /// Returns nil if the value is not a text.
  public func removeText<T>(_ key: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> T) -> T? {
    let start = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let text = json_object_get(value, start), let bytes = json_string_value(text) else {
      return nil
    }
    let all = UnsafeMutableBufferPointer(
      start: UnsafeMutableRawPointer(mutating: bytes).assumingMemoryBound(to: UInt8.self),
      count: json_string_length(text))
    let result = body(UnsafeBufferPointer(all))
    explicit_bzero(all.baseAddress!, all.count)
    json_object_del(value, start)
    return result
  }

  private static func value(of value: UnsafeMutablePointer<json_t>) -> Value {
    switch value.pointee.type {
    case JSON_STRING: .text(String(cString: json_string_value(value)))
    case JSON_INTEGER: .integer(json_integer_value(value))
    case JSON_REAL: .real(json_real_value(value))
    case JSON_TRUE: .flag(true)
    case JSON_FALSE: .flag(false)
    case JSON_OBJECT: .object(JSONObject(sharing: value))
    case JSON_ARRAY:
      .list((0..<json_array_size(value)).map { self.value(of: json_array_get(value, $0)) })
    default: .null
    }
  }

  // MARK: Changing

  /// Sets the value of a key; null removes the key.
  public func set(_ key: StaticString, _ value: Value) throws(AhaError) {
    let start = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    if case .null = value {
      json_object_del(self.value, start)
      return
    }
    let made = try JSONObject.made(value)
    if json_object_set_new(self.value, start, made) != 0 { throw JSONObject.outOfMemory }
  }

  private static func made(_ value: Value) throws(AhaError) -> UnsafeMutablePointer<json_t> {
    let made: UnsafeMutablePointer<json_t>?
    switch value {
    case .text(let text): made = text.withUTF8Bytes { json_stringn($0, $1) }
    case .integer(let number): made = json_integer(number)
    case .real(let number): made = json_real(number)
    case .flag(let flag): made = flag ? json_true() : json_false()
    case .object(let object): made = json_incref(object.value)
    case .null: made = json_null()
    case .list(let values):
      made = json_array()
      for value in values where made != nil { json_array_append_new(made, try self.made(value)) }
    }
    guard let made else { throw outOfMemory }
    return made
  }
}

extension String {
  fileprivate func withUTF8Bytes<T>(_ body: (UnsafePointer<CChar>?, Int) -> T) -> T {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress, $0.count) }
    }
  }
}
