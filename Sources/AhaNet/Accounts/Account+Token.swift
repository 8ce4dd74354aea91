import AhaBase

/// The token of an account, and what its store has of it.
extension Account {
  /// Errors: `notSignedIn` (also where what is kept cannot be used, which is told then), those of the
  /// store.
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

  /// The one that is known; else what the store has, for another process may have signed in.
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

  /// Why what is kept cannot be used, as far as is known.
  var trouble: AhaError? { lock.locked { unreadable } }

  /// What is kept and may be used here.
  func stored() throws(AhaError) -> Token? {
    guard let kept = try kept(), mayBeUsed(kept) else { return nil }
    return kept
  }

  func mayBeUsed(_ kept: Token) -> Bool {
    if kept.isForeign { return false }
    guard let forgotten = lock.locked({ forgotten }) else { return true }
    return !forgotten.isSame(as: kept.access)
  }

  /// Also what somebody else was given.
  func kept() throws(AhaError) -> Token? {
    guard let record = try store.load(key) else { return nil }
    return try Token(record: record, from: "the store of \(key.text)", owner: provider.owner)
  }

  /// Keeps a token, then uses it. The account's lock is held. Errors: those of the store.
  func keep(_ new: Token) throws(AhaError) {
    lock.locked { unsaved = new }
    try store.save(key, new.record(of: provider.owner))
    take(new)
  }

  /// Uses what the store has, or has no more.
  func take(_ new: Token?) {
    lock.locked {
      (token, unsaved, unreadable) = (new, nil, nil)
      changes &+= 1
    }
  }

  /// What is still to be kept.
  var left: Token? { lock.locked { unsaved } }
}

extension AhaError {
  /// What is kept is no token, or nobody can be sure whose it is: who signs in or out replaces it.
  var isOfUnusableRecord: Bool {
    code == .damaged || code == .access || code == .unsupported
  }
}
