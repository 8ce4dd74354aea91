import AhaBase

/// Settings in an object, read one by one. `end` refuses those that were not read, such as a
/// misspelled key.
///
/// Threads: one at a time.
public final class JSONSettings {
  private let object: JSONObject
  private var known: [StaticString] = []

  public init(_ object: JSONObject) { self.object = object }

  /// "" if the key is absent. Errors: `damaged` (not a text).
  public func text(_ key: StaticString) throws(AhaError) -> String { try optionalText(key) ?? "" }

  /// Nil if the key is absent. Errors: `damaged` (not a text).
  public func optionalText(_ key: StaticString) throws(AhaError) -> String? {
    switch value(key) {
    case .text(let text)?: return text
    case nil: return nil
    default: throw wrong(key, kind: "a text")
    }
  }

  /// 0 if the key is absent. Errors: `damaged` (not a whole number, or below 0).
  public func count(_ key: StaticString) throws(AhaError) -> Int64 {
    switch value(key) {
    case .integer(let number)? where number >= 0: return number
    case nil: return 0
    default: throw wrong(key, kind: "a whole number")
    }
  }

  /// False if the key is absent. Errors: `damaged` (not true or false).
  public func flag(_ key: StaticString) throws(AhaError) -> Bool {
    switch value(key) {
    case .flag(let flag)?: return flag
    case nil: return false
    default: throw wrong(key, kind: "true or false")
    }
  }

  /// Nil if the key is absent. Errors: `damaged` (not an object).
  public func settings(_ key: StaticString) throws(AhaError) -> JSONSettings? {
    switch value(key) {
    case .object(let object)?: return JSONSettings(object)
    case nil: return nil
    default: throw wrong(key, kind: "an object")
    }
  }

  /// Errors: `damaged` (the object has a key that was not read).
  public func end() throws(AhaError) {
    for (key, _) in object.members where !known.contains(where: { $0.text.hasSameBytes(as: key) }) {
      throw AhaError(.damaged, "\"\(key.cut)\" is not a setting here")
    }
  }

  private func value(_ key: StaticString) -> JSONObject.Value? {
    known.append(key)
    return object[key]
  }

  private func wrong(_ key: StaticString, kind: StaticString) -> AhaError {
    AhaError(.damaged, "\"\(key.text)\" is not \(kind.text)")
  }
}

extension JSONObject {
  /// Sets a text, unless it is empty.
  public func setText(_ key: StaticString, _ text: String) throws(AhaError) {
    if !text.isEmpty { try set(key, .text(text)) }
  }

  /// The members as lines of NAME=VALUE; those of an object inside, one level deep, as
  /// OBJECT.NAME=VALUE.
  public func lines(_ prefix: String = "") -> String {
    var lines = ""
    for (key, value) in members {
      let text: String
      switch value {
      case .text(let value): text = value
      case .integer(let number): text = "\(number)"
      case .flag(let flag): text = flag ? "true" : "false"
      case .object(let object) where prefix.isEmpty:
        lines += object.lines(prefix + key + ".")
        continue
      case .real, .object, .list, .null: continue
      }
      lines += "\(prefix)\(key)=\(text.onOneLine)\n"
    }
    return lines
  }
}
