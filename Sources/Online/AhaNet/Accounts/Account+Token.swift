import AhaBase

/// Token of an account, in memory and in its store.
extension Account {
  /// The token to use. Errors: `notSignedIn` (also for an unusable stored record, whose cause the
  /// line then names), those of the store.
  func usable() throws(AhaError) -> Token {
    do throws(AhaError) {
      if let token = try current() { return token }
    } catch {
      guard error.isOfUnusableRecord else { throw error }
      tell(.failed(error))
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

  /// Why the stored record is unusable, if known.
  var trouble: AhaError? { lock.locked { unreadable } }

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
    try store.save(key, new.record(of: provider.owner), in: space)
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
