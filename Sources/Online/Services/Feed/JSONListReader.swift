import AhaBase
import AhaJSON
import AhaSync

/// Streaming parser for a JSON object that contains one long list: returns the list's elements in
/// order, and the rest of the object. Memory holds only the elements not taken yet.
struct JSONListReader {
  static let maxElement = 1 << 20
  private static let maxRest = 1 << 18

  private let key: [UInt8]
  private let name: String
  /// The document without the list's elements.
  private var rest: [UInt8] = []
  private var (element, isTooLong) = ([UInt8](), false)
  private var depth = 0
  private var (isText, isEscaped) = (false, false)
  /// Last text at the depth of the keys.
  private var last: [UInt8] = []
  private var (isList, hadList) = (false, false)
  private var elements: [[UInt8]] = []
  /// Bytes of the elements not taken yet.
  private(set) var held = 0
  /// Count of elements over the limit.
  private(set) var tooLong = 0

  /// - Parameter name: Name of the document in error lines.
  init(list key: StaticString, named name: String) { (self.key, self.name) = (key.array, name) }

  var count: Int { elements.count }

  /// Moves the new elements out.
  mutating func removeAll() -> (elements: [[UInt8]], tooLong: Int) {
    defer { (elements, tooLong, held) = ([], 0, 0) }
    return (elements, tooLong)
  }

  /// The rest of the object, at the end of the document. Errors: `reply`, `limit`.
  func object() throws(AhaError) -> JSONObject {
    guard depth == 0, !isText else { throw AhaError(.reply, "\(name) is cut short") }
    do throws(AhaError) {
      return try rest.withBytes { (bytes) throws(AhaError) in
        try JSONObject(parsing: bytes, limit: JSONListReader.maxRest, named: name)
      }
    } catch {
      throw AhaError(error.code == .limit ? .limit : .reply, error.line)
    }
  }

  /// Errors: `limit` (the rest besides the list is too long).
  mutating func feed(_ bytes: [UInt8]) throws(AhaError) {
    bytes.withUnsafeBufferPointer { scan($0) }
    if rest.count > JSONListReader.maxRest {
      throw AhaError(.limit, "\(name) has over \(JSONListReader.maxRest) bytes besides its list")
    }
  }

  /// Copies the bytes between two structural characters at once.
  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var (index, start) = (0, 0)
    while index < bytes.count {
      if isText {
        index = endOfText(in: bytes, from: index)
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\""):
        isText = true
        if depth == 1 { last = [] }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth == 2, bytes[index] == UInt8(ascii: "["), !hadList, last == key {
          keep(bytes[start...index])
          start = index + 1
          (isList, hadList) = (true, true)
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if isInList {
          keep(bytes[start..<index])
          start = index
          endElement()
          isList = false
        }
        depth -= 1
        if isInList {
          keep(bytes[start...index])
          start = index + 1
          endElement()
        }
      case UInt8(ascii: ",") where isInList:
        keep(bytes[start..<index])
        start = index + 1
        endElement()
      default: break
      }
      index += 1
    }
    keep(bytes[start...])
  }

  /// True between the list's elements, or in a scalar element.
  private var isInList: Bool { isList && depth == 2 }

  /// Returns the index of the text's end, or the end of the bytes.
  private mutating func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, isText {
      let byte = bytes[index]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isText = false
      }
      index += 1
    }
    if depth == 1 {
      let end = isText ? index : index - 1
      last += bytes[start..<end].prefix(key.count + 1)
    }
    return index
  }

  private mutating func keep(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    // The list's opening bracket belongs to no element.
    guard isList else {
      if rest.count <= JSONListReader.maxRest { rest += bytes }
      return
    }
    isTooLong = isTooLong || element.count + bytes.count > JSONListReader.maxElement
    if !isTooLong { element += bytes }
  }

  private mutating func endElement() {
    if isTooLong {
      tooLong += 1
    } else if let text = element.trimmed {
      elements.append(text)
      held += text.count
    }
    (element, isTooLong) = ([], false)
  }
}

extension [UInt8] {
  /// Without white space at both ends; nil if empty.
  fileprivate var trimmed: [UInt8]? {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return nil }
    return first == 0 && last == count - 1 ? self : Array(self[first...last])
  }
}
