import AhaBase
import CCurl
import CShims

/// The parts of a URL, from the only URL parser of libaha.
///
/// It decides which host gets a token and which host a request reaches (SSRF guard), so it accepts
/// only URLs that every parser reads alike. libcurl gets `url`, which is rebuilt from the parts:
/// docs/decisions/0039-one-url-parser.md.
/// Source: RFC 3986.
public final class URLParts {
  public static let maximumLength = 65536

  /// Lower case.
  public let scheme: String
  /// Lower case; an IPv6 address is in canonical form and keeps its brackets; "" if missing.
  public let host: String
  /// The scheme's default if none is given; 0 if the scheme has none.
  public let port: Int
  /// A port above 0 is given.
  public let hasPort: Bool
  /// http and https: begins with "/" and has no `.` and `..` segments.
  public let path: String
  public let query: String
  public let fragment: String

  /// A whole URL of any scheme; nil if it is invalid or ambiguous. Bytes outside ASCII in path,
  /// query and fragment are percent-encoded, and a host is named as in DNS.
  public init?(_ text: String) {
    guard let text = try? text.withHostInASCII() else { return nil }
    var scan = URLScan(text)
    guard let scheme = scan.scheme() else { return nil }
    let isHTTP = scheme == "http" || scheme == "https"
    var (host, port) = ("", -1)
    if scan.skips("//") {
      guard let authority = scan.authority(isHTTP: isHTTP) else { return nil }
      (host, port) = authority
    }
    if isHTTP && host.isEmpty { return nil }
    self.scheme = scheme
    self.host = host
    let ownPort = scheme == "https" ? 443 : isHTTP ? 80 : 0
    self.port = port < 0 ? ownPort : port
    hasPort = port > 0
    let path = scan.part(until: "?#")
    self.path = isHTTP ? URLScan.withoutDots(path) : path
    query = scan.skips("?") ? scan.part(until: "#") : ""
    fragment = scan.skips("#") ? scan.part(until: "") : ""
  }

  /// An http or https URL.
  /// - Parameter base: Base URL of a relative `text`, which may contain spaces: Location headers
  ///   often do, against the rules.
  /// Errors: `invalidArgument` (invalid, ambiguous, another scheme, with a user name), `limit`,
  /// `unsupported` (a host outside ASCII needs libidn2, which is not installed). The lines omit the
  /// URL, because its query may contain secrets.
  public static func http(
    _ text: String, relativeTo base: URLParts? = nil
  ) throws(AhaError) -> URLParts {
    let text = try text.withHostInASCII()
    let whole = base?.resolved(text) ?? text
    if whole.utf8.count > maximumLength {
      throw AhaError(.limit, "a URL of \(whole.utf8.count) bytes, over \(maximumLength)")
    }
    if let url = URLParts(whole) {
      if url.isHTTP && url.port > 0 { return url }
      let reason = url.isHTTP ? "a URL with port 0" : "a \(url.scheme) URL, not http or https"
      throw AhaError(.invalidArgument, reason)
    }
    if let url = URLParts(whole.withoutUser) {
      throw AhaError(.invalidArgument, "a URL of \(url.host) with a user's name in it")
    }
    if whole.withoutUser.hasInternationalHost {
      throw AhaError(.invalidArgument, "a URL with an invalid host name")
    }
    throw AhaError(.invalidArgument, "an invalid URL")
  }

  /// Source: RFC 3986, 5.2.
  private func resolved(_ reference: String) -> String {
    let text = URLScan.encoded(reference, withSpaces: true).text
    let bytes = text.array[...]
    let mark = bytes.first { $0 == 0x3A || $0 == 0x2F || $0 == 0x3F || $0 == 0x23 }
    if mark == UInt8(ascii: ":") { return text }
    if bytes.begins(with: "//") { return "\(scheme):\(text)" }
    let origin = "\(scheme)://\(authority)"
    if bytes.begins(with: "/") { return origin + text }
    if bytes.begins(with: "?") { return origin + path + text }
    if bytes.isEmpty || bytes.begins(with: "#") { return url }
    let folder = path.array
    return origin + folder[...(folder.lastIndex(of: UInt8(ascii: "/")) ?? 0)].text + text
  }

  // MARK: Text

  public var isHTTP: Bool { scheme == "http" || scheme == "https" }

  var isSecure: Bool { scheme == "https" }

  /// The canonical text of an http or https URL, without the fragment.
  public var url: String {
    "\(scheme)://\(authority)\(path)" + (query.isEmpty ? "" : "?" + query)
  }

  /// Host, and port unless it is the default. For headers and error lines.
  public var authority: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

  /// "" and "/" are equal paths.
  public var plainPath: String { path.isEmpty ? "/" : path }

  // MARK: Rules

  /// True for a name or address that always means this machine.
  public var isLoopback: Bool {
    host == "localhost" || host == "[::1]"
      || (host.begins(with: "127.") && URLScan.isIPv4(host))
  }

  /// Distance by the URL alone: any name but localhost counts as public.
  public var distance: HTTPDistance { host.withCString { HTTPDistance(aha_curl_distance($0)) } }

  /// True if secrets may be sent there: TLS or this machine.
  public var isSafe: Bool { isSecure || (scheme == "http" && isLoopback) }

  /// - Parameter secret: The protected value, such as "the password".
  /// Errors: `invalidArgument` (the connection is not encrypted).
  public func requireSafe(for secret: StaticString) throws(AhaError) {
    if isSafe { return }
    throw AhaError(
      .invalidArgument, "\(scheme)://\(host.cut) would have \(secret) sent without TLS")
  }

  public func isSameOrigin(as other: URLParts) -> Bool {
    scheme == other.scheme && host.hasSameBytes(as: other.host) && port == other.port
  }

  /// Same origin and path; the queries are ignored.
  public func leadsTo(_ other: URLParts) -> Bool {
    isSameOrigin(as: other) && plainPath.hasSameBytes(as: other.plainPath)
  }
}

/// Splits a URL from its start.
struct URLScan {
  private let bytes: [UInt8]
  private var next = 0

  /// Encoded bytes are refused in the scheme and the host, as "%" is.
  init(_ text: String) { bytes = URLScan.encoded(text, withSpaces: false) }

  /// Nil also if the text has a byte that no URL has.
  mutating func scheme() -> String? {
    guard bytes.count <= URLParts.maximumLength, let first = bytes.first, isLetter(first),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    for byte in bytes where byte < 0x21 || byte > 0x7E || byte == UInt8(ascii: "\\") { return nil }
    next = colon + 1
    let scheme = bytes[..<colon].text.lowered
    // After "ah-" comes an application's id, which may have a "_". RFC 3986 does not allow it, but
    // desktops accept it.
    let others: StaticString = scheme.begins(with: "ah-") ? "+-._" : "+-."
    for byte in bytes[..<colon] where !isLetter(byte) && !isDigit(byte) && !isAny(byte, of: others)
    {
      return nil
    }
    return scheme
  }

  /// Skips a text if it follows.
  mutating func skips(_ text: StaticString) -> Bool {
    let isThere = bytes[next...].begins(with: text)
    if isThere { next += text.utf8CodeUnitCount }
    return isThere
  }

  mutating func part(until ends: StaticString) -> String {
    let start = next
    while next < bytes.count, !isAny(bytes[next], of: ends) { next += 1 }
    return bytes[start..<next].text
  }

  /// Host and port; port -1 if none is given.
  /// - Parameter isHTTP: Hosts that look like IPv4 addresses must be complete ones.
  mutating func authority(isHTTP: Bool) -> (String, Int)? {
    let start = next
    let isAddress = next < bytes.count && isAny(bytes[next], of: "[")
    while next < bytes.count, !isAny(bytes[next], of: isAddress ? "]/?#" : ":/?#") { next += 1 }
    var host = bytes[start..<next].text.lowered
    if isAddress {
      guard skips("]"), let address = URLScan.canonicalIPv6(host.array.dropFirst().text)
      else { return nil }
      host = "[\(address)]"
    } else {
      for byte in host.utf8 where !byte.isOfHostName {
        return nil
      }
      if isHTTP, endsInNumber(host), !URLScan.isIPv4(host) { return nil }
    }
    guard let port = port() else { return nil }
    return (host, port)
  }

  /// True for "127.1", "0x7f000001" and other texts that only some parsers read as IPv4 addresses.
  ///
  /// Source: URL Standard (WHATWG), "ends in a number checker".
  private func endsInNumber(_ host: String) -> Bool {
    guard let last = host.array.split(separator: UInt8(ascii: ".")).last else { return false }
    return last.allSatisfy(isDigit) || last.begins(with: "0x")
  }

  /// True for four decimal numbers.
  static func isIPv4(_ host: String) -> Bool {
    var address: UInt32 = 0
    return host.withCString { inet_pton(AF_INET, $0, &address) } == 1
  }

  private static func canonicalIPv6(_ host: String) -> String? {
    var address = in6_addr()
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard host.withCString({ inet_pton(AF_INET6, $0, &address) }) == 1,
      inet_ntop(AF_INET6, &address, &text, socklen_t(text.count)) != nil
    else { return nil }
    return text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  private mutating func port() -> Int? {
    if next < bytes.count, !isAny(bytes[next], of: ":/?#") { return nil }
    guard skips(":") else { return -1 }
    var port = 0
    let start = next
    while next < bytes.count, !isAny(bytes[next], of: "/?#") {
      guard isDigit(bytes[next]), next - start < 5 else { return nil }
      port = port * 10 + Int(bytes[next] - 48)
      next += 1
    }
    return next > start && port <= 65535 ? port : nil
  }

  private func isAny(_ byte: UInt8, of one: StaticString) -> Bool {
    one.withUTF8Buffer { $0.contains(byte) }
  }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  // MARK: Texts

  /// Percent-encodes bytes outside ASCII.
  static func encoded(_ text: String, withSpaces: Bool) -> [UInt8] {
    let bytes = text.array
    // Fast path for normal URLs.
    if bytes.allSatisfy({ $0 < 0x80 && ($0 != 0x20 || !withSpaces) }) { return bytes }
    var out: [UInt8] = []
    for byte in bytes {
      if byte > 0x7F || (byte == 0x20 && withSpaces) {
        withUnsafePointer(to: byte) {
          Percent.encode(UnsafeBufferPointer(start: $0, count: 1), into: &out)
        }
      } else {
        out.append(byte)
      }
    }
    return out
  }

  /// A path that begins with "/" and has no `.` and `..` segments.
  ///
  /// Source: RFC 3986, 5.2.4.
  static func withoutDots(_ path: String) -> String {
    let (bytes, slash, dot) = (path.array, UInt8(ascii: "/"), UInt8(ascii: "."))
    // Fast path for normal URLs.
    let mayHaveDots = zip(bytes, bytes.dropFirst()).contains { $0 == slash && $1 == dot }
    if bytes.first == slash, !mayHaveDots { return path }
    let segments = bytes.dropFirst().split(
      separator: slash, omittingEmptySubsequences: false)
    var output: [ArraySlice<UInt8>] = []
    for (index, segment) in segments.enumerated() {
      let isDots = segment.count <= 2 && segment.allSatisfy { $0 == dot }
      guard isDots && !segment.isEmpty else {
        output.append(segment)
        continue
      }
      if segment.count == 2 { _ = output.popLast() }
      if index == segments.count - 1 { output.append([]) }
    }
    return "/" + Array(output.joined(separator: [slash])).text
  }
}
