import AhaBase
import AhaJSON

/// Takes a document apart that is one object with one long list in it: the elements of the list one
/// after the other, and what else is in the object. However long the list is, no more of it is in
/// memory than what was not taken yet.
struct JSONListReader {
  static let mostElement = 1 << 20
  private static let mostRest = 1 << 18

  private let key: [UInt8]
  private let name: String
  /// The document without the elements.
  private var rest: [UInt8] = []
  private var (element, isTooLong) = ([UInt8](), false)
  private var depth = 0
  private var (isText, isEscaped) = (false, false)
  /// The text that was last at the depth of the keys.
  private var last: [UInt8] = []
  private var (isList, hadList) = (false, false)
  private var elements: [[UInt8]] = []
  /// Elements that were longer than one may be.
  private(set) var tooLong = 0

  /// - Parameter name: What error lines call the document.
  init(list key: StaticString, named name: String) { (self.key, self.name) = (key.array, name) }

  var count: Int { elements.count }

  /// Those that have come since.
  mutating func take() -> (elements: [[UInt8]], tooLong: Int) {
    defer { (elements, tooLong) = ([], 0) }
    return (elements, tooLong)
  }

  /// What the object has besides, at its end. Errors: `reply`, `limit`.
  func object() throws(AhaError) -> JSONObject {
    guard depth == 0, !isText else { throw AhaError(.reply, "\(name) is cut short") }
    do throws(AhaError) {
      return try rest.withBytes { (bytes) throws(AhaError) in
        try JSONObject(parsing: bytes, limit: JSONListReader.mostRest, named: name)
      }
    } catch {
      throw AhaError(error.code == .limit ? .limit : .reply, error.line)
    }
  }

  /// Errors: `limit`: what is besides the list is too long.
  mutating func feed(_ bytes: [UInt8]) throws(AhaError) {
    for byte in bytes {
      if isText { inText(byte) } else { outside(byte) }
    }
    if rest.count > JSONListReader.mostRest {
      throw AhaError(.limit, "\(name) has over \(JSONListReader.mostRest) bytes besides its list")
    }
  }

  private mutating func inText(_ byte: UInt8) {
    keep(byte)
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isText = false
      return
    }
    if depth == 1, last.count <= key.count { last.append(byte) }
  }

  /// Between its elements, or in one that is a number.
  private var isInList: Bool { isList && depth == 2 }

  private mutating func outside(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""):
      isText = true
      if depth == 1 { last = [] }
      keep(byte)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      keep(byte)
      if depth == 2, byte == UInt8(ascii: "["), !hadList, last == key {
        (isList, hadList) = (true, true)
      }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if isInList {
        endElement()
        isList = false
      }
      depth -= 1
      keep(byte)
      if isInList { endElement() }
    case UInt8(ascii: ",") where isInList: endElement()
    case 9 where isInList, 10 where isInList, 13 where isInList, 32 where isInList: break
    default: keep(byte)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    // The bracket that begins the list is not of an element.
    guard isList else {
      if rest.count <= JSONListReader.mostRest { rest.append(byte) }
      return
    }
    if element.count < JSONListReader.mostElement { element.append(byte) } else { isTooLong = true }
  }

  private mutating func endElement() {
    if isTooLong { tooLong += 1 } else if !element.isEmpty { elements.append(element) }
    (element, isTooLong) = ([], false)
  }
}
