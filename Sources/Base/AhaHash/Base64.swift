import AhaBase

/// Base64 encoding.
///
/// Source: RFC 4648, sections 4 and 5.
public enum Base64 {
  private static let letters: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// With `+`, `/` and padding, for HTTP Basic.
  public static func text(_ bytes: [UInt8]) -> String { encode(bytes, last: "+/", padded: true) }

  /// With `-` and `_` and without padding, for URLs.
  public static func urlText(_ bytes: [UInt8]) -> String {
    encode(bytes, last: "-_", padded: false)
  }

  private static func encode(_ bytes: [UInt8], last: StaticString, padded: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var next = 0
    while next < bytes.count {
      let left = min(3, bytes.count - next)
      var group = UInt32(0)
      for index in 0..<3 { group = group << 8 | (index < left ? UInt32(bytes[next + index]) : 0) }
      for index in 0..<4 where index <= left {
        text.append(letter(for: Int(group >> UInt32(18 - 6 * index) & 63), last: last))
      }
      if padded { for _ in left..<3 { text.append(UInt8(ascii: "=")) } }
      next += 3
    }
    return text.text
  }

  private static func letter(for value: Int, last: StaticString) -> UInt8 {
    value < 62 ? letters.utf8Start[value] : last.utf8Start[value - 62]
  }
}
