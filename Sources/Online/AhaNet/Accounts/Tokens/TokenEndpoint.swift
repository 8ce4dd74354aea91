import AhaBase
import AhaHash
import AhaJSON

/// Sends a request and waits for the reply. Called on several threads at once, all of which may
/// wait. Errors: those of the transport; an error status is not thrown.
public typealias Sender = (HTTPRequest) throws(AhaError) -> HTTPResponse

/// The server's answer to a token request.
enum TokenAnswer {
  case token(Token)
  /// The code or refresh token is used up or revoked.
  case spent(AhaError)
}

/// The token URL of a provider.
///
/// Source: RFC 6749, sections 4 to 6.
final class TokenEndpoint {
  /// Timeout for a slow server; threads wait for a renewal meanwhile.
  static let milliseconds: Int64 = 30_000

  private let provider: Provider
  private let send: Sender

  init(provider: Provider, _ send: @escaping Sender) {
    (self.provider, self.send) = (provider, send)
  }

  func code(_ code: Secret, redirect: String, pkce: PKCE?) -> FormFields {
    let fields = TokenEndpoint.fields(for: "authorization_code")
    fields.add("code", code)
    if !redirect.isEmpty { fields.add("redirect_uri", redirect) }
    if let pkce { fields.add("code_verifier", pkce.verifier) }
    return fields
  }

  func password(_ user: String, password: Secret) -> FormFields {
    let fields = TokenEndpoint.fields(for: "password")
    fields.add("username", user)
    fields.add("password", password)
    addScopes(fields)
    return fields
  }

  func client() -> FormFields {
    let fields = TokenEndpoint.fields(for: "client_credentials")
    addScopes(fields)
    return fields
  }

  func refresh(_ token: Secret) -> FormFields {
    let fields = TokenEndpoint.fields(for: "refresh_token")
    fields.add("refresh_token", token)
    return fields
  }

  private static func fields(for grant: String) -> FormFields {
    let fields = FormFields()
    fields.add("grant_type", grant)
    return fields
  }

  private func addScopes(_ fields: FormFields) {
    if !provider.scopes.isEmpty { fields.add("scope", provider.scopes) }
  }

  /// Requests a token. Blocking.
  /// - Parameter old: The token to replace.
  /// Errors: `refused` (with the server's reason), `reply`, `http`, `rateLimited`, and those of the
  /// transport.
  func ask(
    _ fields: FormFields, isOwn: Bool, replacing old: Token?, now: TokenTime
  ) throws(AhaError) -> TokenAnswer {
    _ = try provider.safe(provider.tokenURL, named: "token URL")
    var request = TokenEndpoint.form(of: provider.tokenURL)
    TokenEndpoint.authenticate(
      &request, fields: fields, provider: provider,
      by: isOwn ? provider.ownAuthentication : provider.clientAuthentication)
    request.body = .secret(fields.removeSecret())
    let reply = TokenReply(provider: provider, response: try send(request), form: fields)
    return try reply.answer(replacing: old, isOwn: isOwn, requested: now)
  }

  /// A form POST with a JSON reply.
  static func form(of url: String) -> HTTPRequest {
    var request = HTTPRequest("POST", url)
    request.headers = [
      HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
      HTTPHeader("Accept", "application/json"),
    ]
    request.limits.body = Int64(Token.recordLimit)
    request.limits.errorBody = 16384
    request.limits.redirects = 0
    request.limits.totalMilliseconds = milliseconds
    return request
  }

  /// Adds the client's credentials: form fields or Basic (RFC 6749, section 2.3.1).
  static func authenticate(
    _ request: inout HTTPRequest, fields: FormFields, provider: Provider,
    by way: Provider.ClientAuthentication
  ) {
    guard case .basic = way, let secret = provider.clientSecret else {
      fields.add("client_id", provider.clientID)
      if let secret = provider.clientSecret { fields.add("client_secret", secret) }
      return
    }
    fields.note(secret)
    let pair = FormFields()
    pair.add(provider.clientID, secret)
    var bytes = pair.removeBytes()
    // An encoded id contains no `=`, so the first one separates the pair. Basic needs a colon
    // there.
    if let mark = bytes.firstIndex(of: UInt8(ascii: "=")) { bytes[mark] = UInt8(ascii: ":") }
    request.credential = HTTPHeader("Authorization", "Basic " + Base64.text(bytes))
    bytes.wipe()
  }
}
