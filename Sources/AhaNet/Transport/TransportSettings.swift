import AhaBase
import CShims

/// How a transport reaches its hosts.
public struct TransportSettings {
  public var userAgent = "libaha"
  /// A proxy's URL; "" for none; nil: what the environment says when the transport is made
  /// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`). What is on this machine is asked
  /// without one, whatever is set.
  public var proxy: String?
  /// Certificates (PEM) to trust in place of the system's; nil: what `CURL_CA_BUNDLE` or
  /// `SSL_CERT_FILE` names when the transport is made, if anything.
  public var caFile: String?
  /// For the host's name and the connection together, TLS included.
  public var connectMilliseconds: Int64 = 10_000
  /// How long nothing may move in either direction.
  public var stallMilliseconds: Int64 = 30_000
  /// For everything; 0: as long as it takes.
  public var totalMilliseconds: Int64 = 0
  public var maxHeaderBytes = 256 << 10
  /// Of a body in memory, after decompression.
  public var maxBodyBytes: Int64 = 64 << 20
  /// Of a body that goes to a stream, such as a file: two hours of 24-bit stereo sound at 48 kHz.
  public var maxStreamedBytes: Int64 = 2 << 30
  /// With HTTP/1, where a connection carries one exchange at a time; others wait for their turn.
  public var connectionsPerHost = 8

  public init() {}
}

/// The settings of a transport, with what the environment said.
///
/// It is read once, on the thread that makes the transport: a host that changes its environment
/// later would do so under the eyes of the network thread.
final class TransportContext {
  let settings: TransportSettings
  let caFile: String?
  private let proxies: (http: String?, https: String?, except: String?)

  /// Errors: `invalidArgument`.
  init(_ settings: TransportSettings) throws(AhaError) {
    guard settings.connectMilliseconds > 0, settings.stallMilliseconds > 0,
      settings.totalMilliseconds >= 0, settings.maxHeaderBytes > 0, settings.maxBodyBytes >= 0,
      settings.maxStreamedBytes >= 0,
      (1...1000).contains(settings.connectionsPerHost)
    else { throw AhaError(.invalidArgument, "a time or a limit of the transport is out of range") }
    try HTTPHeader("User-Agent", settings.userAgent).check()
    self.settings = settings
    caFile = settings.caFile ?? environment("CURL_CA_BUNDLE") ?? environment("SSL_CERT_FILE")
    if let proxy = settings.proxy {
      for byte in proxy.array where byte <= 0x20 || byte == 0x7F {
        // It is not shown: there may be a password in it.
        throw AhaError(.invalidArgument, "the proxy is no URL: there is a byte \(Int(byte)) in it")
      }
      proxies = (proxy, proxy, "")
    } else {
      let any = environment("all_proxy") ?? environment("ALL_PROXY")
      // Not HTTP_PROXY: for a CGI program that is a header of whoever calls it.
      proxies = (
        environment("http_proxy") ?? any,
        environment("https_proxy") ?? environment("HTTPS_PROXY") ?? any,
        environment("no_proxy") ?? environment("NO_PROXY")
      )
    }
  }

  /// The proxy's URL, or "" for none: what goes to this machine over http is a secret to others.
  func proxy(for place: HTTPLocation) -> String {
    if place.isLoopback { return "" }
    return (place.isSecure ? proxies.https : proxies.http) ?? ""
  }

  /// The hosts that no proxy is used for.
  var directHosts: String { proxies.except ?? "" }
}

private func environment(_ name: StaticString) -> String? {
  let start = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
  guard let value = getenv(start), value.pointee != 0 else { return nil }
  return String(cString: value)
}
