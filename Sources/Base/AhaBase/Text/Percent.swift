/// Percent-encoding of URLs.
///
/// Source: RFC 3986, 2.
public enum Percent {
  /// Encodes every byte except letters, digits and `-._~`.
  public static func encoded(_ text: String) -> String {
    var out: [UInt8] = []
    encode(text, into: &out)
    return out.text
  }

  /// Encodes every byte except letters, digits, `-._~` and slashes.
  public static func encoded(path: FilePath) -> String {
    var out: [UInt8] = []
    path.bytes.withUnsafeBufferPointer { encode($0, into: &out, keepsSlashes: true) }
    return out.text
  }

  public static func encoded(path: String) -> String { encoded(path: FilePath(path)) }

  public static func encode(_ text: String, into out: inout [UInt8]) {
    var text = text
    text.withUTF8 { encode($0, into: &out) }
  }

  /// Appends the encoded bytes. Does not reallocate if `out` has enough capacity, so no copy of a
  /// secret stays in freed memory.
  public static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into out: inout [UInt8], keepsSlashes: Bool = false
  ) {
    let digits: StaticString = "0123456789ABCDEF"
    for byte in bytes {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: out.append(byte)
      case 47 where keepsSlashes: out.append(byte)
      default:
        out.append(UInt8(ascii: "%"))
        out.append(digits.utf8Start[Int(byte >> 4)])
        out.append(digits.utf8Start[Int(byte & 15)])
      }
    }
  }

  /// Decodes. A percent sign without two hexadecimal digits is kept.
  /// - Parameter plusIsSpace: Whether "+" is a space, as in forms.
  public static func decoded(_ part: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    var out: [UInt8] = []
    // Reserved at once: growing would leave copies of a secret in freed memory.
    out.reserveCapacity(part.count)
    var next = part.startIndex
    while next < part.endIndex {
      let byte = part[next]
      if byte == UInt8(ascii: "%"), next + 2 < part.endIndex, let high = digit(part[next + 1]),
        let low = digit(part[next + 2])
      {
        out.append(high << 4 | low)
        next += 3
      } else {
        out.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        next += 1
      }
    }
    return out
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
