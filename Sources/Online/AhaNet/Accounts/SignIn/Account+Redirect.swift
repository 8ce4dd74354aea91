import AhaBase

/// Answers in redirect URLs, also those of sign-ins that another process began.
extension Account {
  /// Nil if the URL contains neither an answer nor an error.
  func answer(
    in url: URLParts, isImplicit: Bool, redirect: String, verifier: Secret?
  ) -> SignIn.Answer? {
    let fields = SignIn.fields(in: url)
    if let error = FormFields.value(of: "error", in: fields) {
      let why = FormFields.value(of: "error_description", in: fields) ?? ""
      return .refused(ErrorText.line(why.isEmpty ? error : error + ": " + why))
    }
    if isImplicit { return token(in: fields).map { .token($0) } }
    guard let code = FormFields.secret(of: "code", in: fields), code.count > 0 else { return nil }
    return .code(code, redirect: redirect, verifier: verifier)
  }

  func answer(in url: URLParts, to one: PendingSignIn) -> SignIn.Answer? {
    answer(in: url, isImplicit: one.isImplicit, redirect: one.redirect, verifier: one.verifier)
  }

  private func token(in fields: String) -> Token? {
    guard let access = FormFields.secret(of: "access_token", in: fields),
      (try? Token.check(access, provider: provider)) != nil
    else { return nil }
    return Token(
      access: access, refresh: nil, type: FormFields.value(of: "token_type", in: fields) ?? "",
      scope: FormFields.value(of: "scope", in: fields) ?? "",
      lifetime: FormFields.number(FormFields.value(of: "expires_in", in: fields) ?? ""),
      isOwn: false, requested: clock())
  }

  /// Requests the token of an answer, and stores it. Errors: `refused` (by the user or the server,
  /// with its reason), those of the token request and the store.
  func redeem(_ answer: SignIn.Answer) throws(AhaError) {
    switch answer {
    case .code(let code, let redirect, let verifier):
      let pkce = try verifier.map { (verifier) throws(AhaError) in try PKCE(verifier) }
      try adopt(endpoint.code(code, redirect: redirect, pkce: pkce), isOwn: false)
    case .token(let token): try adopt(token)
    case .refused(let reason): throw AhaError(.refused, "\(provider.name): \(reason)")
    }
  }

  /// Waits until another process has stored the token of a sign-in that it finishes.
  /// Errors: `timeout`, `cancelled`, `released`, those of the store.
  func waitForToken(otherThan old: Token?) throws(AhaError) {
    let deadline = Instant.after(milliseconds: TokenEndpoint.milliseconds)
    while true {
      if let new = try stored(), !(old.map { $0.access.isSame(as: new.access) } ?? false) {
        return setToken(new)
      }
      if isCancelled { throw AhaError(.cancelled, "the sign-in to \(key.text) was cancelled") }
      if closing.isWanted { throw AhaError(.released, "\(key.text) was closed") }
      if Instant.now() > deadline {
        throw AhaError(.timeout, "another process got the answer to the sign-in of \(key.text)")
      }
      Instant.pause(milliseconds: 50)
    }
  }
}
