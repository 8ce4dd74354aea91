import AhaBase

/// Signing in without a browser, and out.
extension Account {
  /// With a name and password (RFC 6749, section 4.3). Blocking.
  /// Errors: `refused`, `unsupported`, and those of asking and keeping.
  public func signIn(user: String, password: Secret) throws(AhaError) {
    try signingIn { () throws(AhaError) in
      try provider.check(.password)
      try adopt(endpoint.password(user, password), isOwn: false)
    }
  }

  /// As the application itself (client credentials). Blocking. Errors: as above.
  public func signInAsClient() throws(AhaError) {
    try signingIn { () throws(AhaError) in
      try provider.check(.client)
      try adopt(endpoint.client(), isOwn: true)
    }
  }

  /// Tells how it went.
  func signingIn(_ body: () throws(AhaError) -> Void) throws(AhaError) {
    do {
      try body()
    } catch {
      tell(.failed(error))
      throw error
    }
    tell(.authenticated)
  }

  /// Asks for a token and keeps it.
  func adopt(_ fields: FormFields, isOwn: Bool) throws(AhaError) {
    switch try endpoint.ask(fields, isOwn: isOwn, replacing: nil, now: clock()) {
    case .token(let token): try adopt(token)
    case .spent(let error): throw error
    }
  }

  func adopt(_ token: Token) throws(AhaError) {
    let held = try hold()
    defer { withExtendedLifetime(held) {} }
    do {
      try keep(token)
    } catch {
      // Whoever sees the sign-in fail does not expect to be signed in later.
      take(nil)
      throw error
    }
  }

  /// Forgets the token, then takes it back at the server, which is given 10 s for it. Blocking.
  /// Returns whether the server did: whatever it says, the account is signed out here.
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

  /// The same for who wants to know why the server did not. Errors: also `http` (it said no), and
  /// those of the transport.
  public func signOutAtServer() throws(AhaError) {
    let given = try giveUpHere()
    if let token = given.token, hasRevocation, try !revoke(token) {
      throw AhaError(
        .http, "\(key.text) is signed out here; the server did not take the token back")
    }
    if let failure = given.failure { throw failure }
  }

  /// What is to be taken back, and why the store would not forget it: a store that cannot be changed
  /// is no reason to stay signed in.
  private struct GivenUp {
    var token: Token?
    var failure: AhaError?
  }

  /// Errors: `timeout`, `cancelled`, `released` (somebody else changes the account).
  private func giveUpHere() throws(AhaError) -> GivenUp {
    var given = GivenUp()
    var held: AccountHold?
    do throws(AhaError) {
      held = try hold()
    } catch {
      if error.code == .timeout || error.code == .cancelled || error.code == .released { throw error }
      // Where no lock can be made, the token is given up without one.
    }
    defer { withExtendedLifetime(held) {} }
    // One that cannot be read can be forgotten all the same; somebody else's cannot.
    let kept = try? kept()
    let isForeign = kept?.isForeign ?? false
    // What the store did not take is newer than what it has, which is spent.
    given.token = left ?? (isForeign ? nil : kept) ?? lock.locked { token }
    if !isForeign {
      do throws(AhaError) { try store.forget(key) } catch { given.failure = error }
    }
    take(nil)
    if given.failure != nil { lock.locked { forgotten = kept?.access } }
    tell(.signedOut("by the user", isAsked: true))
    return given
  }
}
