// Out of line: inlined, each of these is some 500 bytes wherever it is used.
extension String {
  @inline(never)
  public var array: [UInt8] { Array(utf8) }

  public func isSame(as other: String) -> Bool { array == other.array }

  /// With small letters in place of those of ASCII.
  public var lowered: String { array.lowered.withUnsafeBufferPointer(String.decoded) }

  /// Unicode code points.
  @inline(never)
  public var letters: Int { array.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }

  /// Its start, for an error line: with question marks in place of control characters.
  @inline(never)
  public var cut: String {
    var line: [UInt8] = []
    for byte in array {
      if line.count >= 100, byte & 0xC0 != 0x80 {
        return line.withUnsafeBufferPointer(String.decoded) + "..."
      }
      // 0x80...0x9F are two bytes, of which 0xC2 is the first.
      let isHigh = line.last == 0xC2 && byte < 0xA0
      if isHigh { line.removeLast() }
      line.append(isHigh || byte < 0x20 || byte == 0x7F ? 0x3F : byte)
    }
    return line.withUnsafeBufferPointer(String.decoded)
  }

  /// With control characters as a URL has them.
  @inline(never)
  public var onOneLine: String {
    var out: [UInt8] = []
    for byte in array {
      // 0x80...0x9F are two bytes, of which 0xC2 is the first.
      let isHigh = out.last == 0xC2 && byte < 0xA0
      if isHigh { out.removeLast() }
      if isHigh || byte < 0x20 || byte == 0x7F {
        let control = isHigh ? [0xC2, byte] : [byte]
        control.withUnsafeBufferPointer { Percent.encode($0, into: &out) }
      } else {
        out.append(byte)
      }
    }
    return out.withUnsafeBufferPointer(String.decoded)
  }
}

extension StaticString {
  @inline(never)
  public var array: [UInt8] { withUTF8Buffer { Array($0) } }

  public func isSame(as other: String) -> Bool { array == other.array }
}

extension Sequence where Element == UInt8 {
  /// With small letters in place of those of ASCII.
  public var lowered: [UInt8] { map { (65...90).contains($0) ? $0 | 32 : $0 } }

  /// Whether all of them are digits or a to f.
  public var isHexadecimal: Bool {
    allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}

extension [UInt8] {
  /// As `withUnsafeBytes`, which knows nothing of typed errors.
  public func withBytes<T>(
    _ body: (UnsafeRawBufferPointer) throws(AhaError) -> T
  ) throws(AhaError) -> T {
    try withUnsafeBufferPointer { (bytes) throws(AhaError) in
      try body(UnsafeRawBufferPointer(bytes))
    }
  }
}
