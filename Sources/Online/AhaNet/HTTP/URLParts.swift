import AhaBase
import CCurl

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
  /// query and fragment are percent-encoded.
  public init?(_ text: String) {
    var scan = URLScan(text)
    guard let scheme = scan.scheme() else { return nil }
    let isHTTP = scheme == "http" || scheme == "https"
    var (host, port) = ("", -1)
    if scan.consumes("//") {
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
    query = scan.consumes("?") ? scan.part(until: "#") : ""
    fragment = scan.consumes("#") ? scan.part(until: "") : ""
  }

  /// An http or https URL.
  /// - Parameter base: Base URL of a relative `text`, which may contain spaces: Location headers
  ///   often do, against the rules.
  /// Errors: `invalidArgument` (invalid, ambiguous, another scheme, with a user name), `limit`. The
  /// lines omit the URL, because its query may contain secrets.
  public static func http(
    _ text: String, relativeTo base: URLParts? = nil
  ) throws(AhaError) -> URLParts {
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
