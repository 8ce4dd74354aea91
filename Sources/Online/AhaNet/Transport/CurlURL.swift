import AhaBase
import CCurl

/// An http or https URL, parsed by libcurl itself (SSRF guard: two parsers that differ could send a
/// request to an unintended host).
public final class HTTPLocation {
  /// Without the fragment.
  public let url: String
  let isSecure: Bool
  private let host: String
  private let port: Int

  /// Host, and port unless it is the default. For error lines.
  public var place: String { port == (isSecure ? 443 : 80) ? host : "\(host):\(port)" }

  /// - Parameter base: Base URL for a relative `text`.
  /// Errors: `invalidArgument` (not a URL, not http or https, with a user name or password; a
  /// relative one with a host outside ASCII), `unsupported` (libcurl is not installed).
  public init(_ text: String, relativeTo base: HTTPLocation? = nil) throws(AhaError) {
    try Late.load(late_load_curl)
    guard let handle = curl_url() else { throw AhaError(.outOfMemory, "no memory for a URL") }
    defer { curl_url_cleanup(handle) }
    if let base { _ = set(handle, base.url, 0) }
    // A Location header may contain spaces or characters outside ASCII, against the rules but
    // often.
    guard set(handle, text, base == nil ? 0 : UInt32(CURLU_URLENCODE)) == CURLUE_OK,
      curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) == CURLUE_OK,
      let scheme = part(handle, CURLUPART_SCHEME), let host = part(handle, CURLUPART_HOST),
      let port = part(handle, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)),
      let url = part(handle, CURLUPART_URL)
    else { throw HTTPLocation.refusal("not a URL that libaha can ask") }
    guard scheme == "https" || scheme == "http" else {
      throw HTTPLocation.refusal("a \(scheme) URL, not http or https")
    }
    guard part(handle, CURLUPART_USER) == nil, part(handle, CURLUPART_PASSWORD) == nil else {
      throw HTTPLocation.refusal("a URL of \(host) with a user's name in it")
    }
    // The encoding of a header is unknown.
    if base != nil {
      for byte in host.utf8 where byte < 0x21 || byte > 0x7E {
        throw HTTPLocation.refusal("a host that is not ASCII")
      }
    }
    (self.url, self.host, self.port) = (url, host, Int(port) ?? 0)
    isSecure = scheme == "https"
  }

  /// A name or address that always means this machine.
  var isLoopback: Bool {
    if host.isEqualIgnoringCase("localhost") || host == "[::1]" { return true }
    let bytes = host.array
    guard bytes[...].begins(with: "127.") else { return false }
    for byte in bytes where byte != UInt8(ascii: ".") && !(48...57).contains(byte) { return false }
    return true
  }

  /// Distance by the URL alone: any name but localhost counts as public.
  public var distance: HTTPDistance { host.withCString { HTTPDistance(aha_curl_distance($0)) } }

  public func isSameOrigin(as other: HTTPLocation) -> Bool {
    isSecure == other.isSecure && port == other.port && host.isEqualIgnoringCase(other.host)
  }

  /// Omits the URL: its query may contain secrets.
  private static func refusal(_ line: String) -> AhaError { AhaError(.invalidArgument, line) }
}

private func set(_ handle: OpaquePointer, _ text: String, _ flags: UInt32) -> CURLUcode {
  text.withCString { curl_url_set(handle, CURLUPART_URL, $0, flags) }
}

private func part(_ handle: OpaquePointer, _ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
  var text: UnsafeMutablePointer<CChar>?
  guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
  defer { curl_free(text) }
  return String(cString: text)
}
