/// One result, described once: a JSON object for programs, text for people.
struct Record: ExpressibleByDictionaryLiteral {
  private(set) var fields: [Field]
  /// Lists of records inside, such as the effects of a track.
  private(set) var lists: [(key: String, records: [Record])] = []

  init(_ fields: [Field]) { self.fields = fields }

  init(dictionaryLiteral elements: (String, JSONValue)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  mutating func add(_ key: String, _ value: JSONValue) { fields.append(Field(key, value)) }
  mutating func add(_ field: Field) { fields.append(field) }
  mutating func add(_ key: String, _ records: [Record]) { lists.append((key, records)) }

  static func + (record: Record, fields: [Field]) -> Record {
    var sum = record
    sum.fields += fields
    return sum
  }
}

struct Field {
  /// "" for a field of the text alone.
  let key: String
  let value: JSONValue
  /// "" for text without a label.
  let label: String
  /// "" for a field of the object alone, or one that is not set.
  let text: String

  /// - Parameter label: nil for a field of the object alone.
  /// - Parameter text: nil: as the value is.
  init(
    _ key: String, _ value: JSONValue, label: String? = nil, text: String? = nil,
    if isSet: Bool = true
  ) {
    (self.key, self.value, self.label) = (key, value, label ?? "")
    self.text = label != nil && isSet ? text ?? value.plain : ""
  }

  /// A field of the text alone.
  init(_ label: String, _ text: String) {
    (key, value, self.label, self.text) = ("", .flag(true), label, text)
  }
}

extension Record {
  /// One line of ASCII and UTF-8.
  var json: String {
    var members = fields.filter { !$0.key.isEmpty }.map { quoted($0.key) + ":" + $0.value.json }
    members += lists.map { quoted($0.key) + ":" + JSONValue.list($0.records).json }
    return "{" + joined(members, by: ",") + "}"
  }

  /// A title, and a line for each label that has a text.
  func block(_ title: Bytes, width: Int = 12) -> String {
    var text = shown(title)
    for field in fields where !field.text.isEmpty {
      text += "\n  " + padded(field.label, to: width) + field.text
    }
    return text
  }

  /// As in "track:1 voice gain=-3".
  func line() -> String {
    let words = fields.filter { !$0.text.isEmpty }.map { field in
      field.label.isEmpty ? field.text : field.label + "=" + field.text
    }
    return joined(words, by: " ")
  }

  /// The line, and lines for the records inside, indented.
  func lines() -> [String] {
    [line()] + lists.flatMap { $0.records }.flatMap { $0.lines() }.map { "  " + $0 }
  }
}

/// The value of a field: as JSON, and as people read it.
struct JSONValue {
  let json: String
  let plain: String

  private init(_ json: String, _ plain: String? = nil) {
    (self.json, self.plain) = (json, plain ?? json)
  }

  static func text(_ text: String) -> JSONValue { JSONValue(quoted(text), text.escapingControls) }
  static func texts(_ texts: [String]) -> JSONValue { JSONValue.list(texts.map { quoted($0) }) }
  static func flag(_ isTrue: Bool) -> JSONValue { JSONValue(isTrue ? "true" : "false") }
  static func flag(_ number: UInt32) -> JSONValue { flag(number != 0) }
  static func object(_ record: Record) -> JSONValue { JSONValue(record.json) }
  static func list(_ records: [Record]) -> JSONValue { list(records.map { $0.json }) }
  private static func list(_ texts: [String]) -> JSONValue {
    JSONValue("[" + joined(texts, by: ",") + "]", "")
  }

  /// A name as the system has it. Bytes that are not UTF-8 become U+FFFD: JSON can't hold them.
  static func name(_ name: Bytes) -> JSONValue { JSONValue(quoted(name.text), shown(name)) }

  /// nil becomes null.
  static func number(_ number: (some BinaryInteger)?) -> JSONValue {
    JSONValue(number.map { "\($0)" } ?? "null")
  }

  /// 0 stands for a number that is not known, and becomes null.
  static func known(_ number: some BinaryInteger) -> JSONValue {
    number == 0 ? JSONValue("null", "") : self.number(number)
  }

  /// A number below 0 becomes 0.
  static func count(_ number: some BinaryInteger) -> JSONValue { self.number(max(0, number)) }

  /// The shortest text that reads back as the same number.
  static func number(_ number: Float) -> JSONValue {
    JSONValue(number.isFinite ? "\(number)" : "null")
  }

  static func whole(_ number: Float) -> JSONValue { real(Double(number), decimals: 0) }

  /// JSON has no infinity and no NaN: they become null.
  static func real(_ number: Double, decimals: Int32) -> JSONValue {
    JSONValue(number.isFinite ? fixed(number, decimals: decimals) : "null")
  }

  /// 0 stands for a number that is not known, and becomes null.
  static func knownReal(_ number: Double, decimals: Int32) -> JSONValue {
    real(number == 0 ? .nan : number, decimals: decimals)
  }

  static func seconds(_ microseconds: Int64) -> JSONValue {
    real(Double(microseconds) / 1e6, decimals: 6)
  }
}

/// A JSON string. Control and bidirectional characters are escaped, since JSON is read in terminals
/// too.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: result += "\\\""
    case 0x5c: result += "\\\\"
    case 0x0a: result += "\\n"
    default:
      let plain = String(scalar)
      if plain.escapingControls == plain { result += plain } else { result += escape(scalar.value) }
    }
  }
  return result + "\""
}

private func escape(_ code: UInt32) -> String {
  let digits = String(code, radix: 16)
  return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
}
