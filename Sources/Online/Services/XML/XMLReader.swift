import AhaBase
import CExpat
import CShims

/// Name of an element: namespace URI ("" for none) and local name.
public struct XMLName {
  public let space: String
  public let local: String
}

/// Streaming XML parser; subclasses get the start and end of each element. The only user of expat.
///
/// Documents are untrusted: depth and text length are limited, and nothing is fetched. A service's
/// reply has no DTD; see `XMLDeclarations` for those of other documents.
/// Threads: one at a time. Use it once.
open class XMLReader {
  static let maxBytes = 16 << 20
  private static let maxDepth = 64
  private static let maxText = 64 << 10
  /// Max length of a tag.
  private static let maxTagBytes = 1 << 20
  /// Never occurs in a URI.
  private static let separator = UInt8(ascii: " ")

  private var parser: XML_Parser?
  private var path: [XMLName] = []
  private var text: [UInt8] = []
  /// Names and values of the element that begins, alternating; libexpat's, ended by NULL.
  private var attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  private var failure: AhaError?
  private var name = ""
  /// Bytes since the last callback.
  private var silence = 0
  /// True: a text over the limit is cut. False: it ends the document.
  private let cutsTexts: Bool
  /// A DTD and more encodings are accepted.
  private let isLenient: Bool

  public init(cutsTexts: Bool = false, isLenient: Bool = false) {
    (self.cutsTexts, self.isLenient) = (cutsTexts, isLenient)
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  /// Depth of the current element; 1 for the root.
  public final var depth: Int { path.count }

  /// Parent of the current element.
  public final var parent: XMLName? { path.count > 1 ? path[path.count - 2] : nil }

  /// Attribute of the element that begins; "" for none. Only within `begins`.
  /// - Parameter name: Its namespace URI and a space before the local name, if it has one.
  public final func attribute(named name: StaticString) -> String {
    var index = 0
    while let key = attributes?[index], let value = attributes?[index + 1] {
      let isSame = name.withUTF8Buffer {
        strlen(key) == $0.count && memcmp(key, $0.baseAddress!, $0.count) == 0
      }
      if isSame { return String(cString: value) }
      index += 2
    }
    return ""
  }

  // MARK: To override

  open func begins(element name: XMLName) {}

  /// - Parameter text: Text of the element after its last child.
  open func ends(element name: XMLName, text: String) {}

  // MARK: Reading

  /// Parses a whole document.
  /// Errors: `reply` (not XML, with a DTD, too deep), `limit`, `outOfMemory`.
  final func read(_ bytes: [UInt8], named document: String) throws(AhaError) {
    guard bytes.count <= XMLReader.maxBytes else {
      throw AhaError(.limit, "\(document) has \(bytes.count) bytes, over \(XMLReader.maxBytes)")
    }
    try begin(named: document)
    defer { end() }
    try bytes.withBytes { (bytes) throws(AhaError) in try feed(bytes, isLast: true) }
  }

  /// Starts a document that arrives in parts. Errors: `outOfMemory`, `unsupported` (no libexpat).
  public final func begin(named document: String) throws(AhaError) {
    try LateLibrary.load(late_load_expat)
    guard let parser = XML_ParserCreateNS(nil, CChar(XMLReader.separator)) else {
      throw AhaError(.outOfMemory, "no memory for \(document)")
    }
    (self.parser, name) = (parser, document)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, elementBegins, elementEnds)
    XML_SetCharacterDataHandler(parser, textComes)
    if isLenient {
      XML_SetEntityDeclHandler(parser, entityComes)
      XML_SetUnknownEncodingHandler(parser, encodingComes, nil)
    } else {
      XML_SetStartDoctypeDeclHandler(parser, doctypeBegins)
    }
  }

  /// Parses the next part. Errors: as `read`.
  public final func feed(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(AhaError) {
    guard let parser else { throw AhaError(.state, "\(name) is over") }
    silence += bytes.count
    let status = XML_Parse(
      parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count),
      isLast ? 1 : 0)
    if let failure { throw AhaError(failure.code, "\(name): \(failure.line)") }
    guard status == XML_STATUS_OK else { throw refusal(of: parser, document: name) }
    if silence > XMLReader.maxTagBytes {
      throw AhaError(.limit, "\(name): a tag of more than \(XMLReader.maxTagBytes) bytes")
    }
  }

  private func end() {
    if let parser { XML_ParserFree(parser) }
    parser = nil
  }

  private func refusal(of parser: XML_Parser, document: String) -> AhaError {
    let code = XML_GetErrorCode(parser)
    let line = "\(document) is not XML, line \(Int(XML_GetCurrentLineNumber(parser)))"
    if code == XML_ERROR_NO_MEMORY { return AhaError(.outOfMemory, "no memory for \(document)") }
    guard let text = XML_ErrorString(code) else { return AhaError(.reply, line) }
    return AhaError(.reply, "\(line): \(String(cString: text))")
  }

  fileprivate func stop(_ code: ResultCode, line: String) {
    if failure == nil { failure = AhaError(code, line) }
    if let parser { _ = XML_StopParser(parser, XML_Bool(0)) }
  }

  // MARK: Callbacks of expat; some may follow `stop`.

  fileprivate func begins(
    element name: UnsafePointer<CChar>, attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    silence = 0
    self.attributes = attributes
    defer { self.attributes = nil }
    guard failure == nil else { return }
    if path.count == XMLReader.maxDepth {
      return stop(.reply, line: "elements in elements, over \(XMLReader.maxDepth)")
    }
    let count = strlen(name)
    let bytes = UnsafeRawBufferPointer(start: name, count: count)
    let end = bytes.lastIndex(of: XMLReader.separator)
    let start = end.map { $0 + 1 } ?? 0
    path.append(XMLName(space: bytes[..<(end ?? 0)].text, local: bytes[start...].text))
    text.removeAll(keepingCapacity: true)
    begins(element: path[path.count - 1])
  }

  fileprivate func ends() {
    silence = 0
    guard failure == nil, let name = path.last else { return }
    ends(element: name, text: text.text)
    path.removeLast()
    text.removeAll(keepingCapacity: true)
  }

  fileprivate func adds(text more: UnsafeRawBufferPointer) {
    silence = 0
    guard failure == nil else { return }
    if text.count + more.count > XMLReader.maxText {
      if cutsTexts { return }
      return stop(.limit, line: "a text of more than \(XMLReader.maxText) bytes")
    }
    text += more
  }
}

private func reader(_ user: UnsafeMutableRawPointer?) -> XMLReader? {
  user.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
}

private func elementBegins(
  _ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?,
  attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  if let name { reader(user)?.begins(element: name, attributes: attributes) }
}

private func elementEnds(_ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?) {
  reader(user)?.ends()
}

private func textComes(
  _ user: UnsafeMutableRawPointer?, text: UnsafePointer<CChar>?, count: Int32
) {
  reader(user)?.adds(text: UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func doctypeBegins(
  _ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?,
  system: UnsafePointer<CChar>?, public: UnsafePointer<CChar>?, hasInternal: Int32
) {
  reader(user)?.stop(.reply, line: "it has a DTD")
}

private func entityComes(
  _ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?, isParameter: Int32,
  value: UnsafePointer<CChar>?, count: Int32, base: UnsafePointer<CChar>?,
  system: UnsafePointer<CChar>?, public: UnsafePointer<CChar>?,
  notation: UnsafePointer<CChar>?
) {
  let value = UnsafeRawBufferPointer(start: value, count: Int(count))
  if !XMLDeclarations.isHarmless(value) {
    reader(user)?.stop(.reply, line: "its DTD has large entities")
  }
}

private func encodingComes(
  _ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?,
  encoding: UnsafeMutablePointer<XML_Encoding>?
) -> Int32 {
  guard let name, let encoding, let table = XMLDeclarations.table(String(cString: name)) else {
    return Int32(XML_STATUS_ERROR.rawValue)
  }
  withUnsafeMutableBytes(of: &encoding.pointee.map) { map in
    let map = map.bindMemory(to: Int32.self)
    for byte in 0..<min(map.count, table.count) { map[byte] = table[byte] }
  }
  return Int32(XML_STATUS_OK.rawValue)
}

/// Declarations of documents that people's programs write, such as feeds: their DTD and encoding.
///
/// An external DTD or entity is never fetched: references to it vanish.
enum XMLDeclarations {
  private static let maxEntity = 16

  /// False for an entity that may grow the document (as "billion laughs" does): a long one, or one
  /// with references. An external entity has no value.
  static func isHarmless(_ value: UnsafeRawBufferPointer) -> Bool {
    let starts = [UInt8(ascii: "&"), UInt8(ascii: "%")]
    return value.count <= maxEntity && !value.contains { starts.contains($0) }
  }

  /// Code points of an encoding's 256 bytes; -1 for a byte without one. Nil: an unknown encoding.
  /// libexpat itself knows UTF-8, UTF-16, ISO-8859-1 and US-ASCII.
  static func table(_ name: String) -> [Int32]? {
    var table = (0..<256).map { Int32($0) }
    switch name.lowered {
    case "windows-1252", "cp1252", "x-cp1252":
      for (index, point) in windows1252.enumerated() { table[0x80 + index] = point }
    case "iso-8859-15", "latin9", "latin-9":
      for (byte, point) in latin9 { table[byte] = point }
    default: return nil
    }
    return table
  }

  /// Bytes 0x80 to 0x9F. Source: WHATWG, "Encoding", index windows-1252.
  private static let windows1252: [Int32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Differences from ISO-8859-1. Source: ISO/IEC 8859-15:1999.
  private static let latin9: [(Int, Int32)] = [
    (0xA4, 0x20AC), (0xA6, 0x0160), (0xA8, 0x0161), (0xB4, 0x017D), (0xB8, 0x017E),
    (0xBC, 0x0152), (0xBD, 0x0153), (0xBE, 0x0178),
  ]
}

extension String {
  /// Escaped as element text.
  var asXML: String {
    var bytes: [UInt8] = []
    for byte in array {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".array
      case UInt8(ascii: "<"): bytes += "&lt;".array
      case UInt8(ascii: ">"): bytes += "&gt;".array
      default: bytes.append(byte)
      }
    }
    return bytes.text
  }
}
