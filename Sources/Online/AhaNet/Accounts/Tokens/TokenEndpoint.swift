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
  /// The user has not entered the code of a device yet.
  case pending(AhaError, isTooFast: Bool)
}

/// The token URL of a provider.
///
/// Source: RFC 6749, sections 4 to 6.
final class TokenEndpoint {
  /// Timeout for a slow server; threads wait for a renewal meanwhile.
  static let milliseconds: Int64 = 30_000

  let provider: Provider
  let send: Sender

  init(provider: Provider, send: @escaping Sender) {
    (self.provider, self.send) = (provider, send)
  }

  func code(_ code: Secret, redirect: String, pkce: PKCE?) -> FormFields {
    let fields = TokenEndpoint.fields(for: "authorization_code")
    fields.add("code", code)
    if !redirect.isEmpty { fields.add("redirect_uri", redirect) }
    if let pkce { fields.add("code_verifier", pkce.verifier) }
    return fields
  }

  func password(of user: String, password: Secret) -> FormFields {
    let fields = TokenEndpoint.fields(for: "password")
    fields.add("username", user)
    fields.add("password", password)
    addScopes(to: fields)
    return fields
  }

  func client() -> FormFields {
    let fields = TokenEndpoint.fields(for: "client_credentials")
    addScopes(to: fields)
    return fields
  }

  func device(_ code: Secret) -> FormFields {
    let fields = TokenEndpoint.fields(for: "urn:ietf:params:oauth:grant-type:device_code")
    fields.add("device_code", code)
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

  func addScopes(to fields: FormFields) {
    if !provider.scopes.isEmpty { fields.add("scope", provider.scopes) }
  }

  /// Requests a token. Blocking.
  /// - Parameter old: The token to replace.
  /// Errors: `refused` (with the server's reason), `reply`, `http`, `rateLimited`, and those of the
  /// transport.
  func ask(
    with fields: FormFields, isOwn: Bool, replacing old: Token?, now: TokenTime
  ) throws(AhaError) -> TokenAnswer {
    _ = try provider.safe(provider.tokenURL, named: "token URL")
    for (name, value) in Provider.pairs(in: provider.tokenQuery) { fields.add(name, value) }
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

/// Parses the reply of a token URL; the reply is untrusted.
final class TokenReply {
  private let provider: Provider
  private var response: HTTPResponse
  /// The request that it answers.
  private let form: FormFields
  private let object: JSONObject?

  init(provider: Provider, response: HTTPResponse, form: FormFields) {
    (self.provider, self.response, self.form) = (provider, response, form)
    object = response.body.withUnsafeBufferPointer(JSONObject.parsed)
  }

  /// The body contains the token, and no other reference shares it.
  deinit { response.body.wipe() }

  /// Errors: `refused`, `reply`, `http`, `rateLimited`.
  func answer(
    replacing old: Token?, isOwn: Bool, requested: TokenTime
  ) throws(AhaError) -> TokenAnswer {
    let isSuccess = (200...299).contains(response.status)
    if isSuccess, let object, let access = object.removeText("access_token", Secret.init(_:)) {
      return .token(
        try token(access: access, object: object, old: old, isOwn: isOwn, requested: requested))
    }
    let error = failure()
    switch object?.text("error") {
    case "invalid_grant": return .spent(error)
    case "authorization_pending": return .pending(error, isTooFast: false)
    case "slow_down": return .pending(error, isTooFast: true)
    default: throw error
    }
  }

  /// The object of a successful reply of another endpoint. Errors: as `answer`.
  func content() throws(AhaError) -> JSONObject {
    guard (200...299).contains(response.status), let object else { throw failure() }
    return object
  }

  private func token(
    access: Secret, object: JSONObject, old: Token?, isOwn: Bool, requested: TokenTime
  ) throws(AhaError) -> Token {
    try Token.check(access, provider: provider)
    let refresh = object.removeText("refresh_token", Secret.init(_:))
    let scope = object.text("scope")
    return Token(
      access: access, refresh: refresh.flatMap { $0.count > 0 ? $0 : nil } ?? old?.refresh,
      type: object.text("token_type"), scope: scope.isEmpty ? old?.scope ?? "" : scope,
      lifetime: object.seconds("expires_in"), isOwn: isOwn, requested: requested)
  }

  private func failure() -> AhaError {
    let (name, status) = (provider.name, response.status)
    let reason = reason()
    if status == 429 { return AhaError(.rateLimited, "\(name) gives no token now: HTTP 429") }
    if let reason, status < 500 { return AhaError(.refused, "\(name): \(reason)") }
    let line = "\(name) gave no token: HTTP \(status), \(reason ?? excerpt())"
    return AhaError(status >= 500 ? .http : .reply, line)
  }

  /// The server's reason for a failure; nil if it names none.
  private func reason() -> String? {
    guard let object else { return nil }
    if (200...299).contains(response.status), object["error"] == nil { return nil }
    let error = object.text("error")
    let what = error.isEmpty ? object.text("message") : error
    let why = object.text("error_description")
    let all = what.isEmpty || why.isEmpty ? what + why : what + ": " + why
    if form.areIn(Array(all.utf8)) { return "it contains a secret and is not shown" }
    return all.isEmpty ? nil : ErrorText.line(all)
  }

  private func excerpt() -> String {
    let body = response.body
    if object != nil { return "a JSON object without access_token" }
    guard let first = body.first(where: { $0 > 0x20 }) else { return "an empty reply" }
    // JSON or a form may contain a token even when cut.
    let isSecret =
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      || ErrorText.hasToken(in: body) || form.areIn(body)
    return isSecret ? "\(body.count) bytes that are not a JSON object" : body.excerpt
  }
}

extension Token {
  /// Checks that a header can carry the token. Errors: `reply`.
  static func check(_ access: Secret, provider: Provider) throws(AhaError) {
    guard fits(access) else {
      throw AhaError(
        .reply, "\(provider.name) gave a token of \(access.count) bytes that no header can carry")
    }
  }

  /// 1 byte to 64 KiB of visible ASCII, without spaces and line ends.
  static func fits(_ access: Secret) -> Bool {
    for byte in access.bytes where byte < 0x21 || byte > 0x7E { return false }
    return (1...65536).contains(access.count)
  }
}

/// Prepares foreign texts for an error line.
public enum ErrorText {
  static let limit = 200

  public static func line(_ text: String) -> String { line(Array(text.utf8)[...]) }

  /// Max 200 bytes on one line; each run of control characters and spaces becomes one space.
  public static func line(_ bytes: ArraySlice<UInt8>) -> String {
    var out: [UInt8] = []
    var next = bytes.startIndex
    while next < bytes.endIndex && out.count < limit {
      let byte = bytes[next]
      let isLong = byte == 0xC2 && next + 1 < bytes.endIndex && bytes[next + 1] < 0xA0
      if byte > 0x20 && byte != 0x7F && !isLong {
        out.append(byte)
      } else if let last = out.last, last != 0x20 {
        out.append(0x20)
      }
      next += isLong ? 2 : 1
    }
    // Does not cut a multi-byte UTF-8 character.
    let isCut = next < bytes.endIndex && bytes[next] & 0xC0 == 0x80
    while isCut, let last = out.last, last >= 0x80 {
      out.removeLast()
      if last >= 0xC0 { break }
    }
    return out.text
  }

  static func hasToken(in body: [UInt8]) -> Bool {
    let word = Array("token".utf8)
    guard body.count >= word.count else { return false }
    for start in 0...(body.count - word.count) where body[start] | 32 == word[0] {
      var same = 1
      while same < word.count, body[start + same] | 32 == word[same] { same += 1 }
      if same == word.count { return true }
    }
    return false
  }
}
