import AhaBase

/// Writes a record with secrets: a JSON object on one line.
///
/// Written by hand into memory that is wiped afterwards; a JSON library would leave copies.
struct RecordText {
  private var bytes: [UInt8] = []

  /// - Parameter texts: The bytes of all texts. Reserves the worst case, six bytes per escaped
  ///   byte: a growing array would leave copies behind.
  init(texts: Int) { bytes.reserveCapacity(512 + 6 * texts) }

  mutating func add(_ key: StaticString, _ value: Int64) { put(key, "\(value)") }

  mutating func add(_ key: StaticString, _ value: Bool) { put(key, value ? "true" : "false") }

  mutating func add(_ key: StaticString, _ value: String) {
    put(key, "")
    var value = value
    value.withUTF8 { put(quoted: $0) }
  }

  mutating func add(_ key: StaticString, _ value: Secret) {
    put(key, "")
    put(quoted: value.bytes)
  }

  /// Moves the record out.
  mutating func finished() -> Secret {
    bytes += "}\n".utf8
    return Secret(taking: &bytes)
  }

  private mutating func put(_ key: StaticString, _ value: String) {
    bytes += (bytes.isEmpty ? "{\"" : ",\"").utf8
    key.withUTF8Buffer { bytes += $0 }
    bytes += "\":".utf8
    bytes += value.utf8
  }

  private mutating func put(quoted text: UnsafeBufferPointer<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      if byte < 0x20 {
        let digits: StaticString = "0123456789abcdef"
        bytes += "\\u00".utf8
        bytes += [digits.utf8Start[Int(byte >> 4)], digits.utf8Start[Int(byte & 15)]]
      } else {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
