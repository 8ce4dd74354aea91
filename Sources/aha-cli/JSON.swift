/// One JSON object, built field by field in the order of the calls, as one line of ASCII and UTF-8.
struct JSONObject {
  private var fields = ""

  var text: String { "{" + fields + "}" }

  mutating func add(_ key: String, text: String) { add(key, raw: quoted(text)) }

  /// A number that is not known becomes null.
  mutating func add(_ key: String, number: UInt64?) {
    add(key, raw: number.map { "\($0)" } ?? "null")
  }

  mutating func add(_ key: String, number: Int32) { add(key, raw: "\(number)") }

  mutating func add(_ key: String, isTrue: Bool) { add(key, raw: isTrue ? "true" : "false") }

  /// JSON has no infinity and no NaN: they become null.
  mutating func add(_ key: String, number: Double, decimals: Int32) {
    add(key, raw: number.isFinite ? fixed(number, decimals) : "null")
  }

  /// The shortest text that reads back as the same number.
  mutating func add(_ key: String, number: Float) {
    add(key, raw: number.isFinite ? "\(number)" : "null")
  }

  mutating func add(_ key: String, objects: [JSONObject]) {
    add(key, raw: "[" + joined(objects.map { $0.text }, ",") + "]")
  }

  mutating func add(_ key: String, object: JSONObject) { add(key, raw: object.text) }

  mutating func add(_ key: String, texts: [String]) {
    add(key, raw: "[" + joined(texts.map { quoted($0) }, ",") + "]")
  }

  /// A name as the system has it. Bytes that are not UTF-8 become U+FFFD: JSON can't hold them.
  mutating func add(_ key: String, name: Bytes) {
    add(key, text: String(decoding: name, as: UTF8.self))
  }

  private mutating func add(_ key: String, raw: String) {
    fields += (fields.isEmpty ? "" : ",") + quoted(key) + ":" + raw
  }
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
