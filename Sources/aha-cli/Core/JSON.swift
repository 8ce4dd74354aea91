/// One JSON object with its fields in their order, as one line of ASCII and UTF-8.
struct JSONObject: ExpressibleByDictionaryLiteral {
  private var fields = ""

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { add(key, value) }
  }

  var text: String { "{" + fields + "}" }

  mutating func add(_ key: String, _ value: JSONValue) {
    fields += (fields.isEmpty ? "" : ",") + quoted(key) + ":" + value.text
  }
}

/// What a field of an object holds.
struct JSONValue {
  fileprivate let text: String

  static func text(_ text: String) -> JSONValue { JSONValue(text: quoted(text)) }
  static func texts(_ texts: [String]) -> JSONValue { list(texts.map { quoted($0) }) }
  static func flag(_ isTrue: Bool) -> JSONValue { JSONValue(text: isTrue ? "true" : "false") }
  static func object(_ object: JSONObject) -> JSONValue { JSONValue(text: object.text) }
  static func list(_ objects: [JSONObject]) -> JSONValue { list(objects.map { $0.text }) }
  private static func list(_ texts: [String]) -> JSONValue {
    JSONValue(text: "[" + joined(texts, ",") + "]")
  }

  /// A name as the system has it. Bytes that are not UTF-8 become U+FFFD: JSON can't hold them.
  static func name(_ name: Bytes) -> JSONValue { text(String(decoding: name, as: UTF8.self)) }

  /// A number that is not known becomes null.
  static func number(_ number: (some BinaryInteger)?) -> JSONValue {
    JSONValue(text: number.map { "\($0)" } ?? "null")
  }

  /// A number that can't be below 0.
  static func count(_ number: some BinaryInteger) -> JSONValue { self.number(max(0, number)) }

  /// The shortest text that reads back as the same number.
  static func number(_ number: Float) -> JSONValue {
    JSONValue(text: number.isFinite ? "\(number)" : "null")
  }

  /// JSON has no infinity and no NaN: they become null.
  static func real(_ number: Double, _ decimals: Int32) -> JSONValue {
    JSONValue(text: number.isFinite ? fixed(number, decimals) : "null")
  }

  static func seconds(_ microseconds: Int64) -> JSONValue { real(Double(microseconds) / 1e6, 6) }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: result += "\\\""
    case 0x5c: result += "\\\\"
    case 0x0a: result += "\\n"
    case 0x00..<0x20, 0x7f: result += "\\u00" + hexadecimal(UInt8(scalar.value))
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

private func hexadecimal(_ byte: UInt8) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: [digits[Int(byte >> 4)], digits[Int(byte & 15)]], as: UTF8.self)
}
