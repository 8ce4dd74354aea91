import AhaBase

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
