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
    guard let token = try forgetAndTell() else { return false }
    do {
      return try revoke(token)
    } catch {
      Log.warning("\(key.text) was not signed out at the server: \(error.line)")
      return false
    }
  }

  /// The same for who wants to know why the server did not. Errors: also `http` (it said no), and
  /// those of the transport.
  public func signOutAtServer() throws(AhaError) {
    guard let token = try forgetAndTell(), hasRevocation else { return }
    if try revoke(token) { return }
    throw AhaError(.http, "\(key.text) is signed out here; the server did not take the token back")
  }

  private func forgetAndTell() throws(AhaError) -> Token? {
    let token = try forget()
    tell(.signedOut("by the user", isAsked: true))
    return token
  }

  /// What is to be taken back.
  private func forget() throws(AhaError) -> Token? {
    let held = try hold()
    defer { withExtendedLifetime(held) {} }
    let known = left ?? lock.locked { token }
    // One that cannot be read can be forgotten all the same.
    let stored = try? stored()
    try store.forget(key)
    take(nil)
    return stored ?? known
  }
}
