import AhaBase

/// Names and values as a query, or as application/x-www-form-urlencoded.
///
/// A space is `%20`, which both read; everything but letters, digits and `-._~` is encoded.
/// Source: RFC 3986, section 2; the URL standard, section 5.
public final class FormFields {
  public private(set) var bytes: [UInt8] = []
  private var secrets: [Secret] = []

  /// Its bytes are overwritten at the end: there may be secrets among them.
  public init() { bytes.reserveCapacity(1024) }

  deinit { bytes.wipe() }

  public func add(_ name: String, _ value: String) {
    add(name) { bytes in encode(value, &bytes) }
  }

  func add(_ name: String, _ value: Secret) {
    secrets.append(value)
    add(name) { bytes in encode(value.bytes, &bytes) }
  }

  private func add(_ name: String, _ value: (inout [UInt8]) -> Void) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
    encode(name, &bytes)
    bytes.append(UInt8(ascii: "="))
    value(&bytes)
  }

  /// Hands the bytes over without a copy that would stay.
  func take() -> [UInt8] {
    let all = bytes
    bytes = []
    return all
  }

  /// The same, for what has secrets in it.
  func takeSecret() -> Secret {
    defer { bytes = [] }
    return Secret(taking: &bytes)
  }

  /// One that goes along in another way.
  func note(_ secret: Secret) { secrets.append(secret) }

  /// Whether somebody repeats a secret that is among them.
  func areIn(_ text: [UInt8]) -> Bool {
    for secret in secrets where secret.count >= 4 && secret.isIn(text) { return true }
    return false
  }

  public var text: String { bytes.withUnsafeBufferPointer(String.decoded) }

  /// A URL with these behind it.
  public func appended(to url: String) -> String {
    let mark = url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return bytes.isEmpty ? url : url + mark + text
  }

  /// A text in which nothing means anything.
  public static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    encode(text, &bytes)
    return bytes.withUnsafeBufferPointer(String.decoded)
  }

  /// The first value of a name in a query; nil when it is not there, or is no UTF-8.
  public static func value(of name: StaticString, in query: String) -> String? {
    find(name, query).flatMap { validated($0) }
  }

  /// The same, and nothing of it stays in memory but that.
  static func secret(of name: StaticString, in query: String) -> Secret? {
    guard var value = find(name, query) else { return nil }
    return Secret(taking: &value)
  }

  private static func find(_ name: StaticString, _ query: String) -> [UInt8]? {
    var bytes = Array(query.utf8)
    defer { bytes.wipe() }
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
      let isIt = name.withUTF8Buffer { decoded(bytes[start..<equals]).elementsEqual($0) }
      if isIt { return decoded(bytes[min(equals + 1, end)..<end]) }
      start = end + 1
    }
    return nil
  }

  private static func validated(_ bytes: [UInt8]) -> String? {
    let text = bytes.withUnsafeBufferPointer(String.decoded)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// A whole number without a sign, of at most 15 digits; 0 when it is none.
  static func number(_ text: String) -> Int64 {
    var number: Int64 = 0
    var digits = 0
    for byte in text.utf8 {
      digits += 1
      guard (48...57).contains(byte), digits < 16 else { return 0 }
      number = number * 10 + Int64(byte - 48)
    }
    return number
  }

  /// A percent sign that begins no number stays what it is.
  private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    // What moves while it grows stays behind.
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
        out.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
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

private func encode(_ text: String, _ out: inout [UInt8]) {
  var text = text
  text.withUTF8 { encode($0, &out) }
}

private func encode(_ text: UnsafeBufferPointer<UInt8>, _ out: inout [UInt8]) {
  let digits: StaticString = "0123456789ABCDEF"
  for byte in text {
    switch byte {
    case 48...57, 65...90, 97...122, 45, 46, 95, 126: out.append(byte)
    default:
      out.append(UInt8(ascii: "%"))
      out.append(digits.utf8Start[Int(byte >> 4)])
      out.append(digits.utf8Start[Int(byte & 15)])
    }
  }
}
