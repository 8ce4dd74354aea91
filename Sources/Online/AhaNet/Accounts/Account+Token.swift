import AhaBase

/// Token of an account, in memory and in its store, and the requests that it signs.
extension Account {
  /// True if a token is in memory; the store is not asked.
  public var isKnownSignedIn: Bool { lock.locked { token != nil } }

  /// Checks memory, then a file store; it never asks a slower store.
  public var isSignedIn: Bool {
    var isIt = isKnownSignedIn
    if !isIt, store.kind == .file { isIt = (try? hasToken()) ?? false }
    // Another process may have signed in.
    if isIt { startWaiting() }
    return isIt
  }

  /// Asks memory, then the store. False for a token of another application or server (see
  /// `Provider.owner`). Errors: those of the store; `damaged` if the stored record is not libaha's.
  public func hasToken() throws(AhaError) -> Bool { try current() != nil }

  /// Granted scopes in the server's words; "" if it sent none.
  public var scopes: String { lock.locked { token?.scope ?? "" } }

  /// Errors: `notSignedIn`.
  public func requireSignedIn() throws(AhaError) { if !isSignedIn { throw notSignedIn() } }

  /// Returns the reason for being signed out, and posts an event if the stored record is unusable.
  public func notSignedIn() -> AhaError {
    guard let trouble = lock.locked({ unreadable }) else { return notSignedIn("sign in first") }
    postFailure(trouble)
    return notSignedIn(trouble.line)
  }

  /// Adds the account's credential to a request. A token near its end is renewed first.
  ///
  /// If that renewal fails now, a token that is still valid is used.
  /// Errors: `notSignedIn`, `invalidArgument` (the URL is not the provider's, or not safe),
  /// `cancelled`, and those of renewing and of the store.
  public func authorize(
    _ request: inout HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    guard let url = URLParts(request.url), provider.mayGetToken(url) else {
      throw AhaError(
        .invalidArgument, "the token of \(key.text) is for its provider's hosts and https only")
    }
    var token = try usable()
    let now = clock()
    if token.canBeRenewed && token.endsSoon(at: now) {
      do {
        try renew(replacing: token.access, cancellation: cancellation)
        token = try usable()
      } catch {
        let isOver = error.code == .notSignedIn || error.code == .cancelled
        guard !isOver, let remaining = token.remaining(at: now), remaining > 0 else { throw error }
      }
    }
    sign(&request, with: token)
  }

  /// Renews the token after a 401, unless the request carried an older one. Authorize the request
  /// again afterwards. Errors: `notSignedIn`, `cancelled`, and those of renewing and of the store.
  public func renew(
    after401To request: HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    let current = try usable()
    let used = request.credential.map { $0.secret ?? Secret($0.value) }
    // Another thread has already renewed it.
    if let used, !used.isSame(as: credential(of: current)) { return }
    try renew(replacing: current.access, cancellation: cancellation)
  }

  func sign(_ request: inout HTTPRequest, with token: Token) {
    request.credential = HTTPHeader(provider.tokenHeader, credential(of: token))
    if !provider.keyHeader.isEmpty, let secret = provider.clientSecret {
      request.headers.append(HTTPHeader(provider.keyHeader, secret))
    }
  }

  private func credential(of token: Token) -> Secret {
    var bytes = Array(provider.tokenStyle.utf8)
    bytes.reserveCapacity(bytes.count + 1 + token.access.count)
    if !bytes.isEmpty { bytes.append(0x20) }
    bytes += token.access.bytes
    return Secret(taking: &bytes)
  }

  /// The token to use. Errors: `notSignedIn` (also for an unusable stored record, whose cause the
  /// line then names), those of the store.
  func usable() throws(AhaError) -> Token {
    do throws(AhaError) {
      if let token = try current() { return token }
    } catch {
      guard error.isOfUnusableRecord else { throw error }
      postFailure(error)
      throw notSignedIn(error.line)
    }
    throw notSignedIn("sign in first")
  }

  func notSignedIn(_ why: String) -> AhaError {
    AhaError(.notSignedIn, "\(key.text) is not signed in: \(why)")
  }

  /// The token in memory; otherwise the stored one, because another process may have signed in.
  func current() throws(AhaError) -> Token? {
    lock.lock()
    let (known, before) = (token, changes)
    lock.unlock()
    if let known { return known }
    var stored: Token?
    var failure: AhaError?
    do throws(AhaError) { stored = try self.stored() } catch { failure = error }
    let found = lock.locked { () -> Token? in
      unreadable = failure
      if changes == before { token = stored }
      return token
    }
    if let failure, found == nil { throw failure }
    return found
  }

  /// The stored token, if this application may use it.
  func stored() throws(AhaError) -> Token? {
    guard let stored = try storedToken(), mayBeUsed(stored) else { return nil }
    return stored
  }

  func mayBeUsed(_ stored: Token) -> Bool {
    if stored.isForeign { return false }
    guard let forgotten = lock.locked({ forgotten }) else { return true }
    return !forgotten.isSame(as: stored.access)
  }

  /// The stored token, also if it belongs to another application.
  func storedToken() throws(AhaError) -> Token? {
    try storedToken(in: store.load(key))
  }

  func storedToken(in record: Secret?) throws(AhaError) -> Token? {
    guard let record else { return nil }
    return try Token(record: record, from: "the store of \(key.text)", owner: provider.owner)
  }

  /// Stores a token, then uses it. Invariant: caller holds the account's file lock.
  /// - Parameter space: Reserved for the record before the token was requested.
  /// Errors: those of the store.
  func keep(_ new: Token, in space: FileReservation? = nil) throws(AhaError) {
    lock.locked { unsaved = new }
    try store.save(key, record: new.record(of: provider.owner), in: space)
    setToken(new)
  }

  /// The token that the next request uses, to name it to `end(refused:)`.
  public var knownToken: Token? { (try? current()) ?? nil }

  /// Sets the token in memory to the store's; nil if the store has none.
  func setToken(_ new: Token?) {
    lock.locked {
      (token, unsaved, unreadable) = (new, nil, nil)
      changes &+= 1
    }
  }

  /// A token that still has to be stored.
  var left: Token? { lock.locked { unsaved } }
}

extension AhaError {
  /// The stored record is unusable or its owner is uncertain. The next sign-in or sign-out replaces
  /// it.
  var isOfUnusableRecord: Bool {
    code == .damaged || code == .access || code == .unsupported
  }
}
