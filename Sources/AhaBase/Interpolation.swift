import CShims

/// The pieces of a line, appended out of line.
///
/// The standard library's are inlined wherever a string holds a value: some 200 bytes for every
/// piece, a fifth of the whole library. These take their place by name where AhaBase is imported.
extension DefaultStringInterpolation {
  @inline(never)
  public mutating func appendLiteral(_ literal: String) { write(literal) }

  @inline(never)
  public mutating func appendInterpolation(_ text: String) { write(text) }

  @inline(never)
  public mutating func appendInterpolation(_ text: StaticString) { write(text.text) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int32) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Int64) { write(number.description) }

  @inline(never)
  public mutating func appendInterpolation(_ number: Double) {
    write(decimal(number, isSingle: false))
  }

  @inline(never)
  public mutating func appendInterpolation(_ number: Float) {
    write(decimal(Double(number), isSingle: true))
  }
}

private func decimal(_ number: Double, isSingle: Bool) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { buffer in
    _ = shim_number_text(number, isSingle ? 1 : 0, buffer.baseAddress)
    return String(cString: buffer.baseAddress!)
  }
}

extension StaticString {
  /// For error lines.
  @inline(never)
  public var text: String { withUTF8Buffer { String.decoded($0) } }
}

extension String {
  /// Bytes that are not UTF-8 become U+FFFD.
  @inline(never)
  public static func decoded(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  @inline(never)
  public static func + (left: String, right: String) -> String {
    var both = left
    both.append(right)
    return both
  }

  @inline(never)
  public static func += (left: inout String, right: String) { left.append(right) }
}
