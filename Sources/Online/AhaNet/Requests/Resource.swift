import AhaBase

/// The requested URL, and whether an account's token may be sent there.
struct Resource {
  let url: String
  let isSigned: Bool

  /// - Parameter text: A path below the provider's API URL, or a whole URL.
  /// Errors: `invalidArgument`.
  init(text: String, account: Account?) throws(AhaError) {
    url = try Resource.join(Resource.withoutFragment(text), account: account)
    let parts = try URLParts.http(url)
    isSigned = account?.provider.mayGetToken(at: parts) ?? false
  }

  private static func join(_ text: String, account: Account?) throws(AhaError) -> String {
    let bytes = text.array[...]
    if bytes.begins(with: "https://") || bytes.begins(with: "http://") { return text }
    let base = account?.provider.apiURL ?? ""
    if base.isEmpty {
      throw AhaError(
        .invalidArgument, "\(text.shownURL) is not a full URL, and there is no API URL")
    }
    if bytes.isEmpty || bytes.begins(with: "?") { return base + text }
    let ends = base.array.last == UInt8(ascii: "/")
    let begins = bytes.first == UInt8(ascii: "/")
    if ends && begins { return base + bytes.dropFirst().text }
    return ends || begins ? base + text : base + "/" + text
  }

  private static func withoutFragment(_ text: String) -> String {
    let bytes = text.array
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "#")) else { return text }
    return bytes[..<mark].text
  }
}

extension Client {
  /// Opens a URL as a stream. Its events carry the value of `tag` at that time. Blocking.
  /// Errors: those of `Resource` and `RemoteStream`.
  public func openRemote(
    _ resource: String, account: Account?, tag: HandleTag
  ) throws(AhaError) -> RemoteStream {
    let resource = try Resource(text: resource, account: account)
    let signer = resource.isSigned ? account : nil
    let events = events
    return try RemoteStream(
      transport: transport, url: resource.url,
      sign: { (request, cancellation) throws(AhaError) in
        try signer?.authorize(&request, cancellation: cancellation)
      },
      renew: { (request, _, cancellation) throws(AhaError) in
        try signer?.renew(after401To: request, cancellation: cancellation)
      },
      changed: { state in
        let kind = state == .buffering ? EventKind.remoteBuffering : .remotePlaying
        events.post(kind, of: tag.value)
      })
  }
}

extension EventKind {
  public static let remoteBuffering = EventKind(120)
  public static let remotePlaying = EventKind(121)
}
