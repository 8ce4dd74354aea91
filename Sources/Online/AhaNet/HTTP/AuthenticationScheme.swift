import AhaBase

/// Names of the authentication schemes that a server offers with status 401.
///
/// Source: RFC 9110, 11.6.1.
public enum AuthenticationScheme {
  /// In the server's order, without repetitions.
  public static func names(in reply: HTTPResponse) -> [String] {
    var names: [String] = []
    for header in reply.headers where header.name.isEqualIgnoringCase("WWW-Authenticate") {
      for part in parts(of: header.value.array) {
        let word = part.prefix { $0 > 0x20 }
        // A parameter has an equals sign; a token that follows a scheme has no space before it.
        if word.isEmpty || word.contains(UInt8(ascii: "=")) { continue }
        let name = Array(word).text
        if !names.contains(where: { $0.isEqualIgnoringCase(name) }) { names.append(name) }
      }
    }
    return names
  }

  /// The items between commas, outside quotes, without the spaces in front.
  private static func parts(of value: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var (start, isQuoted, isEscaped) = (0, false, false)
    for (index, byte) in value.enumerated() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: ","), !isQuoted {
        parts.append(value[start..<index])
        start = index + 1
      }
    }
    parts.append(value[start...])
    return parts.map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
  }
}
