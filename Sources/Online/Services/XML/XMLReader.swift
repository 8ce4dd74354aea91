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
  private var elements: [XMLName] = []
  /// The text since the last start or end of an element; below `joiningDepth`, that of the element
  /// at this depth.
  private var text: [UInt8] = []
  /// Names and values of the element that begins, alternating; libexpat's, ended by NULL.
  private var attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  private var failure: AhaError?
  private var name = ""
  /// Bytes since the last callback.
  private var silence = 0
  /// True: a text over the limit is cut. False: it ends the document.
  private let cutsTexts: Bool
  /// A DTD and references of HTML are accepted, and the text is UTF-8 whatever it declares.
  private let isLenient: Bool
  /// From this depth on, the text of an element includes that of its children.
  public final var joiningDepth = Int.max
  /// Starts in `text` of the texts of the open elements.
  private var textStarts: [Int] = []

  public init(cutsTexts: Bool = false, isLenient: Bool = false) {
    (self.cutsTexts, self.isLenient) = (cutsTexts, isLenient)
  }

  deinit { if let parser { XML_ParserFree(parser) } }

  /// Depth of the current element; 1 for the root.
  public final var depth: Int { elements.count }

  /// Parent of the current element.
  public final var parent: XMLName? { elements.count > 1 ? elements[elements.count - 2] : nil }

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

  /// - Parameter text: Text of the element after its last child, or its whole text: `joiningDepth`.
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
    let separator = CChar(XMLReader.separator)
    let made =
      isLenient ? XML_ParserCreateNS("UTF-8", separator) : XML_ParserCreateNS(nil, separator)
    guard let parser = made else { throw AhaError(.outOfMemory, "no memory for \(document)") }
    (self.parser, name) = (parser, document)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(parser, elementBegins, elementEnds)
    XML_SetCharacterDataHandler(parser, textComes)
    if isLenient {
      XML_SetEntityDeclHandler(parser, entityComes)
      // Without a DTD, an unknown reference would end the document.
      _ = XML_UseForeignDTD(parser, XML_Bool(1))
      XML_SetSkippedEntityHandler(parser, referenceComes)
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

  fileprivate func opens(
    _ name: UnsafePointer<CChar>, attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    silence = 0
    self.attributes = attributes
    defer { self.attributes = nil }
    guard failure == nil else { return }
    if elements.count == XMLReader.maxDepth {
      return stop(.reply, line: "elements in elements, over \(XMLReader.maxDepth)")
    }
    let count = strlen(name)
    let bytes = UnsafeRawBufferPointer(start: name, count: count)
    let end = bytes.lastIndex(of: XMLReader.separator)
    let start = end.map { $0 + 1 } ?? 0
    elements.append(XMLName(space: bytes[..<(end ?? 0)].text, local: bytes[start...].text))
    if elements.count <= joiningDepth { text.removeAll(keepingCapacity: true) }
    textStarts.append(text.count)
    begins(element: elements[elements.count - 1])
  }

  fileprivate func closes() {
    silence = 0
    guard failure == nil, let name = elements.last, let start = textStarts.popLast() else { return }
    ends(element: name, text: text[min(start, text.count)...].text)
    elements.removeLast()
    if elements.count < joiningDepth { text.removeAll(keepingCapacity: true) }
  }

  /// Separates the text so far from that of the element that begins.
  public final func separateText() {
    if let last = text.last, last > 0x20 { text.append(0x20) }
  }

  fileprivate func adds(reference name: UnsafeRawBufferPointer) {
    guard let letter = HTMLEntities.character(named: Array(name)[...]) else { return }
    String(letter).array.withUnsafeBytes { adds(text: $0) }
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
  if let name { reader(user)?.opens(name, attributes: attributes) }
}

private func elementEnds(_ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?) {
  reader(user)?.closes()
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

private func referenceComes(
  _ user: UnsafeMutableRawPointer?, name: UnsafePointer<CChar>?, isParameter: Int32
) {
  guard isParameter == 0, let name else { return }
  reader(user)?.adds(reference: UnsafeRawBufferPointer(start: name, count: strlen(name)))
}

/// Declarations of documents that people's programs write, such as feeds.
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
