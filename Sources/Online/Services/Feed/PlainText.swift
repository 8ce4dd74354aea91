import AhaBase
import AhaSync

extension String {
  /// Without white space at its ends, which an XML file's line breaks may leave.
  var trimmed: String {
    let bytes = array
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return first == 0 && last == bytes.count - 1 ? self : bytes[first...last].text
  }

  /// Text of HTML, on one line: tags removed, and character references replaced. A "<" that starts
  /// no tag stays.
  var withoutMarkup: String {
    let bytes = array
    guard bytes.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
      return self
    }
    var (text, index) = ([UInt8](), 0)
    text.reserveCapacity(bytes.count)
    while index < bytes.count {
      var end = index + 1
      if let tagEnd = String.tagEnd(in: bytes, from: index) {
        // A space is neither first nor double.
        if !String.isInline(bytes[end..<tagEnd]) { text.appendSpace() }
        end = tagEnd
      } else if let (value, referenceEnd) = String.reference(in: bytes, from: index) {
        if value == " " || value == "\u{A0}" {
          text.appendSpace()
        } else {
          text += String(value).utf8
        }
        end = referenceEnd
      } else if bytes[index] == 0x20 {
        text.appendSpace()
      } else {
        text.append(bytes[index])
      }
      index = end
    }
    return text.text.onOneLine(limit: text.count)
  }

  /// Tags within a word or a sentence; others stand for a space.
  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let letters = tag.drop { $0 == UInt8(ascii: "/") }.prefix { ($0 | 0x20) >= 97 }
    return isInline(element: Array(letters).lowered.text)
  }

  static func isInline(element name: String) -> Bool {
    ["a", "b", "em", "i", "span", "strong", "u"].contains(name)
  }

  private static func tagEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "!"), 65...90, 97...122: break
    default: return nil
    }
    // The limit keeps the work linear in texts full of "<".
    let end = bytes[start...].prefix(4000).firstIndex(of: UInt8(ascii: ">"))
    return end.map { $0 + 1 }
  }

  private static func reference(in bytes: [UInt8], from start: Int) -> (Unicode.Scalar, Int)? {
    guard bytes[start] == UInt8(ascii: "&") else { return nil }
    let name = bytes[(start + 1)...].prefix(HTMLEntities.maxName + 2)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")),
      let value = HTMLEntities.character(named: name[..<end])
    else { return nil }
    return (value, end + 1)
  }
}

extension [UInt8] {
  fileprivate mutating func appendSpace() { if last ?? 0x20 != 0x20 { append(0x20) } }
}
