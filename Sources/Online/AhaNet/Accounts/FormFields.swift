import AhaBase

/// Names and values for a URL query or an application/x-www-form-urlencoded body.
///
/// A space becomes `%20`, valid in both; all bytes but letters, digits and `-._~` are encoded.
/// Source: RFC 3986, section 2; the URL standard, section 5.
public final class FormFields {
  public private(set) var bytes: [UInt8] = []
  private var secrets: [Secret] = []

  /// The buffer is wiped at the end, because it may hold secrets.
  public init() { bytes.reserveCapacity(1024) }

  deinit { bytes.wipe() }

  public func add(_ name: String, _ value: String) {
    add(name) { bytes in Percent.encode(value, into: &bytes) }
  }

  func add(_ name: String, _ value: Secret) {
    secrets.append(value)
    add(name) { bytes in Percent.encode(value.bytes, into: &bytes) }
  }

  private func add(_ name: String, _ value: (inout [UInt8]) -> Void) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
    Percent.encode(name, into: &bytes)
    bytes.append(UInt8(ascii: "="))
    value(&bytes)
  }

  /// Moves the bytes out, without leaving a copy.
  func removeBytes() -> [UInt8] {
    let all = bytes
    bytes = []
    return all
  }

  /// Like `take`, for bytes with secrets.
  func removeSecret() -> Secret {
    defer { bytes = [] }
    return Secret(taking: &bytes)
  }

  /// Remembers a secret that is sent outside the form, for `areIn`.
  func note(_ secret: Secret) { secrets.append(secret) }

  /// True if a text repeats one of the secrets.
  func areIn(_ text: [UInt8]) -> Bool {
    for secret in secrets where secret.count >= 4 && secret.isIn(text) { return true }
    return false
  }

  public var text: String { bytes.text }

  /// The URL with the fields as its query.
  public func appended(to url: String) -> String {
    let mark = url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return bytes.isEmpty ? url : url + mark + text
  }

  /// First value of a name in a query; nil if missing or not UTF-8.
  public static func value(of name: StaticString, in query: String) -> String? {
    find(name, in: query).flatMap { validated($0) }
  }

  /// Like `value`, as a secret; no other copy stays in memory.
  static func secret(of name: StaticString, in query: String) -> Secret? {
    guard var value = find(name, in: query) else { return nil }
    return Secret(taking: &value)
  }

  private static func find(_ name: StaticString, in query: String) -> [UInt8]? {
    var bytes = Array(query.utf8)
    defer { bytes.wipe() }
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
      let isIt = name.withUTF8Buffer {
        Percent.decoded(bytes[start..<equals], plusIsSpace: true).elementsEqual($0)
      }
      if isIt { return Percent.decoded(bytes[min(equals + 1, end)..<end], plusIsSpace: true) }
      start = end + 1
    }
    return nil
  }

  private static func validated(_ bytes: [UInt8]) -> String? {
    let text = bytes.text
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// An unsigned whole number of at most 15 digits; 0 for other text.
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
}

/// The answer in a redirect URL.
extension SignIn {
  /// Part of a redirect URL that holds the answer: query or fragment.
  static func fields(in url: URLParts) -> String {
    for fields in [url.query, url.fragment] where isAnswer(fields) { return fields }
    return ""
  }

  /// The URL of a redirect, right or wrong.
  static func isAnswer(_ url: URLParts) -> Bool { !fields(in: url).isEmpty }

  private static func isAnswer(_ fields: String) -> Bool {
    for name in ["state", "code", "error", "access_token"] as [StaticString] {
      if FormFields.value(of: name, in: fields) != nil { return true }
    }
    return false
  }

  /// The state of a redirect URL; nil if it has none.
  static func state(in url: URLParts) -> Secret? {
    FormFields.secret(of: "state", in: fields(in: url))
  }

  /// The server refuses the sign-in.
  static func isRefusal(_ url: URLParts) -> Bool {
    FormFields.value(of: "error", in: fields(in: url)) != nil
  }
}
