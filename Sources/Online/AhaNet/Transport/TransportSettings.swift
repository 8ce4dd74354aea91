import AhaBase

/// Proxy, certificates, timeouts and limits of a transport.
public struct TransportSettings {
  public var userAgent = "libaha"
  /// URL of a proxy; "": no proxy; nil: from the environment when the transport is created
  /// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`). Loopback hosts never use a proxy.
  public var proxy: String?
  /// File of trusted certificates (PEM) instead of the system's; nil: the file in `CURL_CA_BUNDLE`
  /// or `SSL_CERT_FILE` when the transport is created, if set.
  public var caFile: String?
  /// PEM file of the client's certificate, for servers that ask for one; nil: none.
  public var certificateFile: String?
  /// PEM file of its private key, not encrypted; nil: in the certificate's file.
  public var keyFile: String?
  /// Users and passwords of hosts in the form of ftp, for requests without others; nil: none.
  public var netrcFile: String?
  /// Timeout for name lookup, connection and TLS together.
  public var connectMilliseconds: Int64 = 10_000
  /// Max time without progress in either direction.
  public var stallMilliseconds: Int64 = 30_000
  /// Max time between the last byte of an upload and its reply: a server may scan, copy or assemble
  /// a large file first.
  public var answerMilliseconds: Int64 = 600_000
  /// Timeout for the whole transfer; 0: none.
  public var totalMilliseconds: Int64 = 0
  /// Max rate of sent bytes, and of received bytes, over all transfers; 0: no limit.
  public var bytesPerSecond: Int64 = 0
  public var maxHeaderBytes = 256 << 10
  /// Max body in memory, after decompression.
  public var maxBodyBytes: Int64 = 64 << 20
  /// Max body that goes to a stream, such as a file: two hours of 24-bit stereo at 48 kHz.
  public var maxStreamedBytes: Int64 = 2 << 30
  /// For HTTP/1, where a connection carries one exchange at a time. Further exchanges wait.
  public var connectionsPerHost = 8

  public init() {}
}

/// A transport's settings, with the values of the environment.
///
/// The environment is read once, on the thread that creates the transport. If the host changed it
/// later, the network thread would race with that change.
final class TransportContext {
  let settings: TransportSettings
  let caFile: String?
  private let proxies: (http: String?, https: String?, except: String?)

  /// Errors: `invalidArgument`.
  init(settings: TransportSettings) throws(AhaError) {
    guard settings.connectMilliseconds > 0, settings.stallMilliseconds > 0,
      settings.answerMilliseconds > 0,
      settings.totalMilliseconds >= 0, settings.maxHeaderBytes > 0, settings.maxBodyBytes >= 0,
      settings.maxStreamedBytes >= 0, settings.bytesPerSecond >= 0,
      (1...1000).contains(settings.connectionsPerHost)
    else { throw AhaError(.invalidArgument, "a time or a limit of the transport is out of range") }
    try HTTPHeader("User-Agent", settings.userAgent).check()
    if settings.keyFile != nil, settings.certificateFile == nil {
      throw AhaError(.invalidArgument, "a key file without a certificate file")
    }
    if let file = settings.netrcFile { try Secret.requirePrivate(FilePath(file)) }
    self.settings = settings
    caFile = settings.caFile ?? environment("CURL_CA_BUNDLE") ?? environment("SSL_CERT_FILE")
    if let proxy = settings.proxy {
      for byte in proxy.array where byte <= 0x20 || byte == 0x7F {
        // The URL is not shown: it may contain a password.
        throw AhaError(.invalidArgument, "the proxy is not a URL: it has a byte \(Int(byte)) in it")
      }
      let url = try proxy.withProxyHostInASCII()
      proxies = (url, url, "")
    } else {
      let any = environment("all_proxy") ?? environment("ALL_PROXY")
      // Not HTTP_PROXY: a CGI program's caller can set that variable through a header.
      proxies = (
        try (environment("http_proxy") ?? any)?.withProxyHostInASCII(),
        try (environment("https_proxy") ?? environment("HTTPS_PROXY") ?? any)?
          .withProxyHostInASCII(),
        try (environment("no_proxy") ?? environment("NO_PROXY"))?.withHostsInASCII()
      )
    }
  }

  /// URL of the proxy for a host; "" for none. Loopback hosts use none, because plain http to this
  /// machine would expose secrets to the proxy.
  func proxy(for url: URLParts) -> String {
    if url.isLoopback { return "" }
    return (url.isSecure ? proxies.https : proxies.http) ?? ""
  }

  /// Hosts that use no proxy.
  var directHosts: String { proxies.except ?? "" }
}

/// Nil for an empty value too.
private func environment(_ name: String) -> String? {
  Environment.process.text(named: name).flatMap { $0.isEmpty ? nil : $0 }
}
