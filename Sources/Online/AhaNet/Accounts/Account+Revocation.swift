import AhaBase

/// Revocation of tokens at the server.
extension Account {
  private static let milliseconds: Int64 = 10_000

  var hasRevocation: Bool {
    if case .none = provider.revocation { return false }
    return !provider.revocationURL.isEmpty
  }

  /// Returns false if the provider has no revocation, or the server did not confirm it.
  /// Errors: those of the transport, `invalidArgument` (the URL).
  func revoke(_ token: Token) throws(AhaError) -> Bool {
    guard hasRevocation else { return false }
    _ = try provider.safe(provider.revocationURL, named: "revocation URL")
    switch provider.revocation {
    case .none: return false
    case .form: return try revokeByForm(token)
    case .json: return try end(json(of: token))
    case .bearer:
      var request = HTTPRequest("POST", provider.revocationURL)
      sign(&request, with: token)
      return try end(request)
    }
  }

  /// Refresh token first: most servers then also revoke the access tokens made from it.
  private func revokeByForm(_ token: Token) throws(AhaError) -> Bool {
    var isDone = true
    if let refresh = token.refresh { isDone = try end(form(for: refresh, hint: "refresh_token")) }
    return try end(form(for: token.access, hint: "access_token")) && isDone
  }

  /// Source: RFC 7009, section 2.1.
  private func form(for secret: Secret, hint: String) -> HTTPRequest {
    let fields = FormFields()
    fields.add("token", secret)
    fields.add("token_type_hint", hint)
    var request = TokenEndpoint.form(of: provider.revocationURL)
    TokenEndpoint.authenticate(
      &request, fields: fields, provider: provider, by: provider.clientAuthentication)
    request.body = .secret(fields.removeSecret())
    return request
  }

  /// The token is checked to be visible ASCII, where JSON escapes only two characters.
  private func json(of token: Token) -> HTTPRequest {
    var body = Array("{\"access_token\":\"".utf8)
    body.reserveCapacity(body.count + 2 * token.access.count + 2)
    for byte in token.access.bytes {
      let isSpecial = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      if isSpecial { body.append(UInt8(ascii: "\\")) }
      body.append(byte)
    }
    body += "\"}".utf8
    var request = HTTPRequest("POST", provider.revocationURL)
    request.headers = [HTTPHeader("Content-Type", "application/json")]
    request.body = .secret(Secret(taking: &body))
    return request
  }

  private func end(_ given: HTTPRequest) throws(AhaError) -> Bool {
    var request = given
    request.limits.redirects = 0
    request.limits.totalMilliseconds = Account.milliseconds
    let status = try send(request).status
    if !(200...299).contains(status) {
      Log.warning("\(key.text) was not signed out at the server: HTTP \(status)")
    }
    return (200...299).contains(status)
  }
}
