/// Members by type; a member that is missing, null or of another type has no value.
extension JSONObject {
  /// Nil if the bytes are no object, or over the limit.
  public static func read(_ bytes: [UInt8], limit: Int) -> JSONObject? {
    bytes.withUnsafeBytes { try? JSONObject(parsing: $0, limit: limit, named: "it") }
  }

  public func optionalText(_ key: StaticString) -> String? {
    if case .text(let text)? = self[key] { text } else { nil }
  }

  /// "" for no text.
  public func text(_ key: StaticString) -> String { optionalText(key) ?? "" }

  public func number(_ key: StaticString) -> Double? {
    switch self[key] {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// Also of a real number that is whole.
  public func integer(_ key: StaticString) -> Int64? {
    switch self[key] {
    case .integer(let number): number
    case .real(let number): Int64(exactly: number)
    default: nil
    }
  }

  public func object(_ key: StaticString) -> JSONObject? {
    if case .object(let object)? = self[key] { object } else { nil }
  }

  /// Objects of a list; empty for no list.
  public func objects(_ key: StaticString) -> [JSONObject] {
    guard case .list(let values)? = self[key] else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}
