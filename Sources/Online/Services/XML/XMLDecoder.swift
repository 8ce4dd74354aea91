import AhaBase
import CShims

/// Converts the bytes of an XML document in any encoding to UTF-8 that libexpat accepts.
///
/// White space before the XML declaration is dropped. A byte that is invalid in the encoding
/// becomes U+FFFD, and a character that XML does not allow a space.
/// Threads: one at a time.
/// Source: RFC 7303, 3.2 (byte order mark, then HTTP, then the declaration); XML 1.0, 2.2 and F.
final class XMLDecoder {
  /// Bytes in which the encoding is declared.
  private static let headBytes = 1024
  private static let outputBytes = 64 << 10
  private static let maxLabel = 40

  private let charset: String
  private var pending: [UInt8] = []
  private var hasBegun = false
  /// Nil: UTF-8.
  private var converter: UnsafeMutableRawPointer?
  /// Bytes in a unit of the encoding.
  private var unit = 1
  /// False: only white space so far.
  private var hasText = false

  /// - Parameter charset: As the server names it; "" if it does not.
  init(charset: String) { self.charset = charset }

  deinit { if let converter { shim_iconv_close(converter) } }

  /// The next bytes in UTF-8; possibly empty.
  func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    pending += bytes
    if !hasBegun {
      guard isLast || pending.count >= XMLDecoder.headBytes else { return [] }
      hasBegun = true
      begin()
    }
    var text = converter.map { convert(with: $0, isLast: isLast) } ?? completeUTF8(isLast: isLast)
    if !hasText {
      text.removeFirst(text.prefix { $0 <= 0x20 }.count)
      hasText = !text.isEmpty
    }
    XMLDecoder.replaceForbidden(in: &text)
    return text
  }

  // MARK: The encoding

  private func begin() {
    let (mark, own) = XMLDecoder.detected(in: pending)
    pending.removeFirst(mark)
    // A label of 16 or 32 bits is wrong in a document of bytes.
    for label in own.isEmpty ? [charset, XMLDecoder.declared(in: pending)] : [own] {
      let name = XMLDecoder.name(of: label)
      if name == "UTF-8" { return }
      if name.isEmpty || own.isEmpty && name.isOfWideUnits { continue }
      let bytes = own.array
      unit = bytes.begins(with: "UTF-32") ? 4 : bytes.begins(with: "UTF-16") ? 2 : 1
      converter = name.withCString { shim_iconv_open($0) }
      if converter != nil { return }
    }
  }

  /// The length of a byte order mark, and the encoding if the first bytes decide it; "" if not.
  private static func detected(in bytes: [UInt8]) -> (mark: Int, encoding: String) {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return (3, "UTF-8") }
    if start == [0xFF, 0xFE, 0, 0] { return (4, "UTF-32LE") }
    if start == [0, 0, 0xFE, 0xFF] { return (4, "UTF-32BE") }
    if start.starts(with: [0xFF, 0xFE]) { return (2, "UTF-16LE") }
    if start.starts(with: [0xFE, 0xFF]) { return (2, "UTF-16BE") }
    if start == [0x4C, 0x6F, 0xA7, 0x94] { return (0, "CP037") }
    guard start.count == 4 else { return (0, "") }
    // The first character is a "<" or white space.
    switch start.map({ $0 == 0 }) {
    case [false, true, true, true]: return (0, "UTF-32LE")
    case [true, true, true, false]: return (0, "UTF-32BE")
    case [false, true, false, true]: return (0, "UTF-16LE")
    case [true, false, true, false]: return (0, "UTF-16BE")
    default: return (0, "")
    }
  }

  /// The encoding in the XML declaration; "" for none.
  private static func declared(in bytes: [UInt8]) -> String {
    let head = bytes.prefix(headBytes).drop { $0 <= 0x20 }
    guard head.begins(with: "<?xml"), let end = head.firstIndex(of: UInt8(ascii: ">")) else {
      return ""
    }
    let declaration = head[..<end]
    let key = "encoding".array
    guard
      let start = declaration.indices.first(where: { declaration[$0...].starts(with: key) }),
      let opening = declaration[start...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let closing = declaration[(opening + 1)...].firstIndex(of: declaration[opening])
    else { return "" }
    return declaration[(opening + 1)..<closing].text.trimmed
  }

  /// iconv's name for a label; "" if the label is none. A label stands for the superset that
  /// documents with it use.
  /// Source: WHATWG, "Encoding", 4.2.
  private static func name(of label: String) -> String {
    let bytes = label.array.lowered
    let isName = bytes.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0)
        || [0x2D, 0x2E, 0x3A, 0x5F].contains($0)
    }
    guard isName, (1...maxLabel).contains(bytes.count) else { return "" }
    let plain = bytes.begins(with: "x-") ? bytes.dropFirst(2).text : bytes.text
    switch plain {
    case "utf8", "utf-8", "utf_8", "ascii", "us-ascii": return "UTF-8"
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1": return "CP1252"
    case "latin9", "latin-9": return "ISO-8859-15"
    case "gb2312", "gbk", "gb_2312-80": return "GB18030"
    case "shift_jis", "shift-jis", "sjis": return "CP932"
    case "euc-kr", "ks_c_5601-1987": return "CP949"
    default: return plain
    }
  }

  // MARK: Conversion

  private func convert(with converter: UnsafeMutableRawPointer, isLast: Bool) -> [UInt8] {
    var (text, start) = ([UInt8](), 0)
    var output = [UInt8](repeating: 0, count: XMLDecoder.outputBytes)
    while true {
      var used = 0
      let count = pending.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        return output.withUnsafeMutableBytes {
          shim_iconv(
            converter, rest.baseAddress, rest.count, unit, &used, $0.baseAddress, $0.count, isLast)
        }
      }
      text += output[..<count]
      start += used
      // At the end of the bytes, or within a character.
      if start == pending.count || used == 0 { break }
    }
    pending.removeFirst(start)
    return text
  }

  /// Without the start of a character that continues in the next bytes.
  private func completeUTF8(isLast: Bool) -> [UInt8] {
    var end = pending.count
    if !isLast {
      let tail = pending.suffix(3)
      if let lead = tail.lastIndex(where: { $0 >= 0xC0 }), pending[lead].sequenceLength > end - lead
      {
        end = lead
      }
    }
    let text = pending[..<end].text.array
    pending.removeFirst(end)
    return text
  }

  private static func replaceForbidden(in text: inout [UInt8]) {
    text.withUnsafeMutableBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        if byte < 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 { bytes[index] = 0x20 }
        // U+FFFE and U+FFFF become U+FFFD.
        if byte == 0xEF, index + 2 < bytes.count, bytes[index + 1] == 0xBF, bytes[index + 2] > 0xBD
        {
          bytes[index + 2] = 0xBD
        }
      }
    }
  }
}

extension UInt8 {
  /// Length of the UTF-8 sequence that this byte begins.
  fileprivate var sequenceLength: Int { self >= 0xF0 ? 4 : self >= 0xE0 ? 3 : 2 }
}

extension String {
  fileprivate var isOfWideUnits: Bool {
    ["utf-16", "utf16", "utf_16", "utf-32", "utf32", "utf_32", "ucs", "iso-10646", "csu"].contains {
      array.starts(with: $0.array)
    }
  }
}
