import AhaBase

/// A service with user accounts: its URLs, grants and protocol options.
///
/// Threads: one at a time during setup; any after the first account uses it. It must not change
/// from then on.
public final class Provider {
  public enum ClientAuthentication: Sendable {
    /// Id and secret are form fields.
    case form
    case basic
  }

  /// How the server revokes a token.
  public enum Revocation: Sendable {
    case none
    /// RFC 7009.
    case form
    /// `{"access_token": …}`.
    case json
    /// An empty POST that carries the token.
    case bearer
  }

  public struct Grants: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let code = Grants(rawValue: 1)
    public static let implicit = Grants(rawValue: 2)
    public static let password = Grants(rawValue: 4)
    public static let client = Grants(rawValue: 8)
    public static let device = Grants(rawValue: 16)

    /// All of them, as a mask.
    public static let known: UInt32 = 31
  }

  /// Stored accounts are named by it.
  public let name: String
  public var authorizationURL = ""
  public var tokenURL = ""
  /// Device authorization endpoint (RFC 8628).
  public var deviceURL = ""
  public var revocationURL = ""
  public var apiURL = ""
  /// Further hosts of the service that may get the token.
  public var otherAPIURLs: [String] = []
  public var clientID = ""
  public var clientSecret: Secret?
  /// The registered redirect URL; "" for a free loopback port (but see `showsCodes`). `{client_id}`
  /// is replaced by the id.
  public var redirectURL = ""
  /// Without a redirect URL, the server shows a code that the user pastes.
  public var showsCodes = false
  /// Separated by spaces.
  public var scopes = ""
  /// Header that carries the token, and the word before it ("" for none).
  public var tokenHeader = "Authorization"
  public var tokenStyle = "Bearer"
  /// Header that carries the client's secret in each request; "" for none.
  public var keyHeader = ""
  public var grants: Grants = [.code, .password, .client]
  public var usesProof = true
  /// The server leaves `state` out of its redirect. PKCE and the single use of a pending sign-in
  /// then protect it.
  public var omitsState = false
  public var clientAuthentication = ClientAuthentication.form
  /// For the client credentials grant.
  public var ownAuthentication = ClientAuthentication.basic
  public var revocation = Revocation.none
  /// Further parameters of the authorization URL.
  public var authorizationParameters: [HTTPHeader] = []
  /// The host's further parameters of the authorization URL and of requests for a device's code, as
  /// a query.
  public var authorizationQuery = ""
  /// The host's further parameters of requests for a token, as a query.
  public var tokenQuery = ""

  /// A generic OAuth 2 service; the host sets its URLs.
  /// Errors: `invalidArgument` (no name, or over 64 bytes).
  public init(_ name: String) throws(AhaError) {
    guard !name.isEmpty, name.utf8.count <= 64 else {
      throw AhaError(.invalidArgument, "a provider's name has 1 to 64 bytes")
    }
    self.name = name
  }

  // MARK: Checks

  /// Checks that all settings for a grant are present. Errors: `invalidArgument`, `unsupported`.
  public func check(_ grant: Grants) throws(AhaError) {
    guard grants.contains(grant) else {
      throw AhaError(.unsupported, "\(name) does not allow this grant for a sign-in")
    }
    if clientID.isEmpty { throw AhaError(.invalidArgument, "\(name) has no client id") }
    if grant == .client, clientSecret == nil {
      throw AhaError(.invalidArgument, "\(name) has no client secret")
    }
    if omitsState, grant == .implicit || (grant == .code && !usesProof) {
      throw AhaError(
        .unsupported,
        "\(name) omits the state of a sign-in, which only PKCE with the code grant "
          + "can replace")
    }
    let isSeen = grant == .code || grant == .implicit
    if isSeen { _ = try safe(authorizationURL, named: "authorization URL") }
    if grant == .device { _ = try safe(deviceURL, named: "device URL") }
    if grant != .implicit { _ = try safe(tokenURL, named: "token URL") }
  }

  /// Parses a URL that must be safe for secrets. Errors: `invalidArgument`.
  func safe(_ url: String, named what: StaticString) throws(AhaError) -> URLParts {
    if url.isEmpty { throw AhaError(.invalidArgument, "\(name) has no \(what)") }
    guard let parts = URLParts(url) else {
      throw AhaError(.invalidArgument, "the \(what) of \(name) is not a URL")
    }
    guard parts.isSafe else {
      throw AhaError(
        .invalidArgument,
        "the \(what) of \(name), at \(parts.host), is neither https nor this machine")
    }
    return parts
  }

  /// True if the token may be sent to a URL: one of the service's hosts, over TLS or loopback. A
  /// service without an API URL has the host of its authorization URL.
  public func mayGetToken(at url: URLParts) -> Bool {
    guard url.isSafe else { return false }
    for text in (apiURL.isEmpty ? [authorizationURL, tokenURL] : [apiURL]) + otherAPIURLs {
      if let own = URLParts(text), own.isSameOrigin(as: url) { return true }
    }
    return false
  }

  /// Redirect URL with the client's id filled in; "" if the host set none.
  var redirect: String {
    let (mark, bytes) = (Array("{client_id}".utf8), Array(redirectURL.utf8))
    guard bytes.count >= mark.count else { return redirectURL }
    for start in 0...(bytes.count - mark.count)
    where bytes[start..<(start + mark.count)].elementsEqual(mark) {
      let all = bytes[..<start] + Array(clientID.utf8) + bytes[(start + mark.count)...]
      return all.text
    }
    return redirectURL
  }
}
