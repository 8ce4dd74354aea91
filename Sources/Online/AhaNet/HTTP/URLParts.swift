import AhaBase
import CShims

/// The parts of a URL.
///
/// A strict parser, because it decides which host gets a token. It accepts only what every parser
/// reads alike: visible ASCII, no user name, no backslash, a plain host. So the checked host is the
/// one that the transport asks. libcurl's parser differs by version and rejects long schemes of
/// applications.
/// Source: RFC 3986.
public final class URLParts {
  public static let maximumLength = 65536

  /// Lower case.
  public let scheme: String
  /// Lower case; an IPv6 address keeps its brackets; "" if missing.
  public let host: String
  /// The scheme's default if none is given; 0 if the scheme has none.
  public let port: Int
  public let hasPort: Bool
  public let path: String
  public let query: String
  public let fragment: String

  /// Nil if it is no URL, or is ambiguous.
  public init?(_ text: String) {
    var scan = URLScan(text)
    guard let scheme = scan.scheme() else { return nil }
    let isHTTP = scheme == "http" || scheme == "https"
    var (host, port) = ("", 0)
    if scan.takes("//") {
      guard let authority = scan.authority() else { return nil }
      (host, port) = authority
    }
    if isHTTP && host.isEmpty { return nil }
    self.scheme = scheme
    self.host = host
    hasPort = port > 0
    let ownPort = scheme == "https" ? 443 : isHTTP ? 80 : 0
    self.port = port > 0 ? port : ownPort
    path = scan.part(until: "?#")
    query = scan.takes("?") ? scan.part(until: "#") : ""
    fragment = scan.takes("#") ? scan.part(until: "") : ""
  }

  /// True for names that always mean this machine.
  public var isLoopback: Bool {
    host == "127.0.0.1" || host == "[::1]" || host == "localhost"
  }

  /// True if secrets may be sent there: TLS or this machine.
  public var isSafe: Bool {
    scheme == "https" || (scheme == "http" && isLoopback)
  }

  /// - Parameter secret: What must be protected, such as "the password".
  /// Errors: `invalidArgument` (the connection is not encrypted).
  public func requireSafe(for secret: StaticString) throws(AhaError) {
    if isSafe { return }
    throw AhaError(
      .invalidArgument, "\(scheme)://\(host.cut) would have \(secret) sent without TLS")
  }

  public func hasOrigin(of other: URLParts) -> Bool {
    scheme == other.scheme && host.hasSameBytes(as: other.host) && port == other.port
  }

  /// Same origin and path; the queries are ignored. "" and "/" are equal paths.
  public func leadsTo(_ other: URLParts) -> Bool {
    hasOrigin(of: other) && plainPath.hasSameBytes(as: other.plainPath)
  }

  public var plainPath: String { path.isEmpty ? "/" : path }
}

extension ArraySlice<UInt8> {
  @inline(never)
  func begins(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && length > 0
      && withUnsafeBufferPointer { memcmp($0.baseAddress!, text.utf8Start, length) == 0 }
  }
}

/// Splits a URL from its start.
private struct URLScan {
  private let bytes: [UInt8]
  private var next = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Nil also if the text has a byte that no URL has.
  mutating func scheme() -> String? {
    guard bytes.count <= URLParts.maximumLength, let first = bytes.first, isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    for byte in bytes where byte < 0x21 || byte > 0x7E || byte == UInt8(ascii: "\\") { return nil }
    next = colon + 1
    let scheme = lowered(bytes[..<colon])
    // Schemes of Allihoopa applications contain the application's id, which may have a "_". RFC
    // 3986 does not allow it, but desktops accept it.
    let others: StaticString = scheme.array[...].begins(with: "ah-") ? "+-._" : "+-."
    for byte in bytes[..<colon] where !isLetter(byte) && !isDigit(byte) && !isAny(byte, others) {
      return nil
    }
    return scheme
  }

  /// Skips a text if it follows.
  mutating func takes(_ text: StaticString) -> Bool {
    let isThere = bytes[next...].begins(with: text)
    if isThere { next += text.utf8CodeUnitCount }
    return isThere
  }

  mutating func part(until ends: StaticString) -> String {
    let start = next
    while next < bytes.count, !isAny(bytes[next], ends) { next += 1 }
    return bytes[start..<next].text
  }

  /// Host and port; port 0 if none is given.
  mutating func authority() -> (String, Int)? {
    let start = next
    let isAddress = next < bytes.count && isAny(bytes[next], "[")
    while next < bytes.count, !isAny(bytes[next], isAddress ? "]/?#" : ":/?#") { next += 1 }
    if isAddress {
      guard next < bytes.count, isAny(bytes[next], "]"), next > start + 2 else { return nil }
      next += 1
    }
    let host = bytes[start..<next]
    let others: StaticString = isAddress ? "[]:." : "-._"
    for byte in host where !isLetter(byte) && !isDigit(byte) && !isAny(byte, others) { return nil }
    guard let port = port() else { return nil }
    return (lowered(host), port)
  }

  private mutating func port() -> Int? {
    if next < bytes.count, !isAny(bytes[next], ":/?#") { return nil }
    guard takes(":") else { return 0 }
    var port = 0
    let start = next
    while next < bytes.count, !isAny(bytes[next], "/?#") {
      guard isDigit(bytes[next]), next - start < 5 else { return nil }
      port = port * 10 + Int(bytes[next] - 48)
      next += 1
    }
    return next > start && port <= 65535 ? port : nil
  }

  private func isAny(_ byte: UInt8, _ one: StaticString) -> Bool {
    one.withUTF8Buffer { $0.contains(byte) }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private func lowered(_ part: ArraySlice<UInt8>) -> String {
    var copy = Array(part)
    for index in copy.indices where (65...90).contains(copy[index]) { copy[index] |= 32 }
    return copy.text
  }
}
