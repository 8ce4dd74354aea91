import AhaBase

/// Sign-in without a browser, and sign-out.
extension Account {
  /// Password grant (RFC 6749, section 4.3). Blocking.
  /// Errors: `refused`, `unsupported`, and those of asking and keeping.
  public func signIn(user: String, password: Secret) throws(AhaError) {
    try signingIn { () throws(AhaError) in
      try provider.check(.password)
      try adopt(endpoint.password(of: user, password: password), isOwn: false)
    }
  }

  /// Client credentials grant: signs in as the application itself. Blocking. Errors: as above.
  public func signInAsClient() throws(AhaError) {
    try signingIn { () throws(AhaError) in
      try provider.check(.client)
      try adopt(endpoint.client(), isOwn: true)
    }
  }

  /// Runs a sign-in and reports its result as an event.
  func signingIn(_ body: () throws(AhaError) -> Void) throws(AhaError) {
    do {
      try body()
    } catch {
      postFailure(error)
      throw error
    }
    postSignedIn()
  }

  /// Requests a token and stores it.
  func adopt(_ fields: FormFields, isOwn: Bool) throws(AhaError) {
    if case .pending(let error, _) = try adopted(fields, isOwn: isOwn) { throw error }
  }

  /// Requests a token, and stores it if there is one.
  func adopted(_ fields: FormFields, isOwn: Bool) throws(AhaError) -> TokenAnswer {
    let held = try lockExclusively()
    defer { withExtendedLifetime(held) {} }
    let space = try store.reserve(for: key)
    let answer = try endpoint.ask(with: fields, isOwn: isOwn, replacing: nil, now: clock())
    switch answer {
    case .token(let token): try adoptLocked(token, in: space)
    case .spent(let error): throw error
    case .pending: break
    }
    return answer
  }

  func adopt(_ token: Token) throws(AhaError) {
    let held = try lockExclusively()
    defer { withExtendedLifetime(held) {} }
    try adoptLocked(token, in: nil)
  }

  private func adoptLocked(_ token: Token, in space: FileReservation?) throws(AhaError) {
    do {
      try keep(token, in: space)
    } catch {
      // The sign-in fails, so the account must not be signed in later.
      setToken(to: nil)
      throw error
    }
  }

  /// Signs in with a token that its owner generated. Blocking. Errors: `invalidArgument` (no header
  /// can carry it), those of the store.
  public func signIn(
    token access: Secret, refresh: Secret?, scope: String, lifetime: Int64
  ) throws(AhaError) {
    for secret in [access, refresh] {
      guard let secret, !Token.fits(secret) else { continue }
      throw AhaError(
        .invalidArgument,
        "a token of \(secret.count) bytes: a token has 1 to 65536 visible "
          + "characters of ASCII, without blanks")
    }
    try signingIn { () throws(AhaError) in
      try adopt(
        Token(
          access: access, refresh: refresh, type: "", scope: scope, lifetime: lifetime,
          isOwn: false, requested: clock()))
    }
  }

  /// Deletes the stored token, then revokes it at the server, with a timeout of 10 s. Blocking.
  /// Returns whether the server revoked it; the account is signed out here in both cases.
  /// Errors: those of the store.
  @discardableResult
  public func signOut() throws(AhaError) -> Bool {
    let given = try giveUpHere()
    var isRevoked = false
    do throws(AhaError) {
      if let token = given.token { isRevoked = try revoke(token) }
    } catch {
      Log.warning("\(key.text) was not signed out at the server: \(error.line)")
    }
    if let failure = given.failure { throw failure }
    return isRevoked
  }

  /// Like `signOut`, but throws if the server did not revoke the token. Errors: also `http` (the
  /// server refused), and those of the transport.
  public func signOutAtServer() throws(AhaError) {
    let given = try giveUpHere()
    if let token = given.token, hasRevocation, try !revoke(token) {
      throw AhaError(
        .http, "\(key.text) is signed out here, but the server did not revoke its token")
    }
    if let failure = given.failure { throw failure }
    guard let cause = given.unreadable, hasRevocation else { return }
    throw AhaError(
      .damaged,
      "\(key.text) is signed out here, but the stored token could not be revoked: "
        + "\(cause.line). Revoke it on the service's page")
  }

  /// The token to revoke, and the store's error if it could not delete it. A store that cannot be
  /// changed does not keep the account signed in.
  private struct GivenUp {
    var token: Token?
    var failure: AhaError?
    /// Why a stored record has no token that can be revoked.
    var unreadable: AhaError?
  }

  /// Errors: `timeout`, `cancelled`, `released` (another thread or process changes the account).
  private func giveUpHere() throws(AhaError) -> GivenUp {
    var given = GivenUp()
    var held: AccountLock?
    do throws(AhaError) {
      held = try lockExclusively()
    } catch {
      // If no lock can be created, the token is deleted without one.
      switch error.code {
      case .timeout, .cancelled, .released: throw error
      default: break
      }
    }
    defer { withExtendedLifetime(held) {} }
    // An unreadable record may be deleted; another application's record may not.
    var stored: Token?
    do throws(AhaError) {
      stored = try self.storedToken(in: store.loadToRevoke(for: key))
    } catch {
      given.unreadable = error
    }
    let isForeign = stored?.isForeign ?? false
    // The unsaved token is newer than the stored one, which is already spent.
    given.token = left ?? (isForeign ? nil : stored) ?? lock.locked { token }
    if given.token != nil { given.unreadable = nil }
    if !isForeign {
      do throws(AhaError) { try store.forget(key) } catch { given.failure = error }
    }
    setToken(to: nil)
    if given.failure != nil { lock.locked { forgotten = stored?.access } }
    postSignedOut()
    return given
  }
}

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
      let pkce = try verifier.map { (verifier) throws(AhaError) in try PKCE(verifier: verifier) }
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
        return setToken(to: new)
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
