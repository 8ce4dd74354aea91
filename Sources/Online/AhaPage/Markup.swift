import AhaBase

/// HTML and XML writer. All foreign text is inserted here: the template sets the kind of each
/// placeholder, and the value is escaped for it.
///
/// Source: HTML Living Standard, 13.1 and 4.12.1.3 (restrictions for script); XML 1.0, 2.2;
/// RFC 3986.
struct Markup {
  private(set) var bytes: [UInt8] = []

  /// Appends a template, with a value for each "~" and letter:
  /// - ~t: text between tags, or within a quoted attribute;
  /// - ~r: a name as a relative URL, within a quoted attribute;
  /// - ~m: libaha's own markup.
  @inline(never)
  mutating func put(_ template: StaticString, values: [String] = []) {
    var (next, isMark) = (0, false)
    for byte in UnsafeBufferPointer(start: template.utf8Start, count: template.utf8CodeUnitCount) {
      if isMark, next < values.count {
        let value = values[next]
        switch byte {
        case UInt8(ascii: "t"): bytes += Markup.escaped(value.array)
        case UInt8(ascii: "r"): bytes += Markup.reference(to: value).array
        default: bytes += value.array
        }
        next += 1
      } else if byte != 0x7E {
        bytes.append(byte)
      }
      isMark = byte == 0x7E
    }
  }

  /// Appends JSON within a script element, escaped so that no tag or comment can start in it.
  @inline(never)
  mutating func put(json: String) {
    let letters = "0123456789abcdef".array
    for byte in json.array {
      if byte == 0x3C || byte == 0x3E || byte == 0x26 || byte == 0x7F {
        bytes += "\\u00".array
        bytes.append(letters[Int(byte >> 4)])
        bytes.append(letters[Int(byte & 15)])
      } else {
        bytes.append(byte)
      }
    }
  }

  mutating func put(_ other: Markup) { bytes += other.bytes }

  /// Appends a line that a Markup has made.
  mutating func put(line: [UInt8]) {
    bytes += line
    bytes.append(0x0A)
  }

  var text: String { bytes.text }

  /// Escapes text for element content and quoted attributes, in HTML and XML. Characters that
  /// neither can contain become U+FFFD: control characters except tab and line feed, U+FFFE and
  /// U+FFFF.
  @inline(never)
  static func escaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 8)
    for byte in text {
      let count = result.count
      switch byte {
      case UInt8(ascii: "&"): result += "&amp;".array
      case UInt8(ascii: "<"): result += "&lt;".array
      case UInt8(ascii: ">"): result += "&gt;".array
      case UInt8(ascii: "\""): result += "&quot;".array
      case UInt8(ascii: "'"): result += "&#39;".array
      case 0x80...0x9F where count > 0 && result[count - 1] == 0xC2:
        result.removeLast()
        result += replacement
      case 0xBE...0xBF where count > 1 && result[count - 1] == 0xBF && result[count - 2] == 0xEF:
        result.removeLast(2)
        result += replacement
      case 0x09, 0x0A: result.append(byte)
      case 0..<0x20, 0x7F: result += replacement
      default: result.append(byte)
      }
    }
    return result
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// A path as a relative URL: encodes all but letters, digits, slashes and "-._". So it has no
  /// scheme, query or fragment, and needs no further escaping in an attribute.
  @inline(never)
  static func reference(to name: String) -> String {
    let letters = "0123456789ABCDEF".array
    var result: [UInt8] = []
    for byte in name.array {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D...0x2F, 0x5F: result.append(byte)
      default: result += [0x25, letters[Int(byte >> 4)], letters[Int(byte & 15)]]
      }
    }
    return result.text
  }
}
