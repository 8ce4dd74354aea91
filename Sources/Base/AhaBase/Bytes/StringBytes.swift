extension String {
  public var array: [UInt8] { Array(utf8) }

  /// Compares names of files, URLs and the identifiers of servers. `==` compares by canonical
  /// equivalence: "é" as one code point equals "e" with an accent, but the two are different names.
  public func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (one, two) = (self, other)
    return one.withUTF8 { one in two.withUTF8 { one.elementsEqual($0) } }
  }

  /// ASCII letters in lower case.
  public var lowered: String { array.lowered.text }

  /// Compares bytes.
  public func begins(with text: StaticString) -> Bool { utf8.begins(with: text) }

  /// Count of Unicode code points.
  public var letters: Int { array.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }

  /// The first 100 bytes, for an error line; control and bidirectional characters are escapes.
  public var cut: String {
    let line = escapingControls.array
    guard line.count > 100 else { return line.text }
    var end = 100
    while line[end] & 0xC0 == 0x80 { end -= 1 }
    return line[..<end].text + "..."
  }

  /// The text with control characters percent-encoded.
  public var onOneLine: String {
    var out: [UInt8] = []
    for byte in array {
      // U+0080...U+009F are two bytes, of which 0xC2 is the first.
      let isHigh = out.last == 0xC2 && byte < 0xA0
      if isHigh { out.removeLast() }
      if isHigh || byte < 0x20 || byte == 0x7F {
        let control = isHigh ? [0xC2, byte] : [byte]
        control.withUnsafeBufferPointer { Percent.encode($0, into: &out) }
      } else {
        out.append(byte)
      }
    }
    return out.text
  }
}

extension StaticString {
  public var array: [UInt8] { withUTF8Buffer { Array($0) } }

  public var text: String { withUTF8Buffer { $0.text } }
}

extension Sequence where Element == UInt8 {
  /// ASCII letters in lower case.
  public var lowered: [UInt8] { map { (65...90).contains($0) ? $0 | 32 : $0 } }

  public func begins(with text: StaticString) -> Bool {
    text.withUTF8Buffer { starts(with: $0) }
  }

  /// Whether all bytes are digits or a to f.
  public var isHexadecimal: Bool {
    allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension Collection where Element == UInt8 {
  /// Bytes that are not UTF-8 become U+FFFD.
  public var text: String { String(decoding: self, as: UTF8.self) }
}

extension [UInt8] {
  /// `withUnsafeBytes` with typed errors, which the standard library's lacks.
  public func withBytes<T>(
    _ body: (UnsafeRawBufferPointer) throws(AhaError) -> T
  ) throws(AhaError) -> T {
    try withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}
