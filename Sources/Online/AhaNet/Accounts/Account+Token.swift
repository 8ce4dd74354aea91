import AhaBase
import CShims

/// Token of an account, in memory and in its store, and the requests that it signs.
extension Account {
  /// Adds the account's credential to a request. A token near its end is renewed first.
  ///
  /// If that renewal fails now, a token that is still valid is used.
  /// Errors: `notSignedIn`, `invalidArgument` (the URL is not the provider's, or not safe),
  /// `cancelled`, and those of renewing and of the store.
  public func authorize(
    _ request: inout HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    guard let url = URLParts(request.url), provider.mayGetToken(at: url) else {
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
      throw notSignedIn(because: error.line)
    }
    throw notSignedIn(because: "sign in first")
  }

  func notSignedIn(because why: String) -> AhaError {
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
    try storedToken(in: store.load(for: key))
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
    setToken(to: new)
  }

  /// The token that the next request uses, to name it to `end(refused:)`.
  public var knownToken: Token? { (try? current()) ?? nil }

  /// Sets the token in memory to the store's; nil if the store has none.
  func setToken(to new: Token?) {
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

/// One token renewal, shared by all threads that wait for it. Invariant: caller holds the account's
/// lock.
final class Renewal {
  var isDone = false
  var failure: AhaError?
}

extension Account {
  /// Renews the given token, once for all threads that ask at the same time.
  ///
  /// The renewal has its own thread, so every caller can stop waiting. It is never interrupted: the
  /// server may have spent the refresh token once it has seen it.
  func renew(replacing used: Secret, cancellation: Cancellation?) throws(AhaError) {
    lock.lock()
    var ended: Thread?
    defer {
      lock.unlock()
      // Outside the lock: the ended thread may still need it to finish.
      ended?.leave()
    }
    if let token, !token.access.isSame(as: used) { return }
    let running: Renewal
    if let renewal { running = renewal } else { running = try startRenewal(of: used) }
    while !running.isDone {
      if let cancellation, cancellation.isWanted {
        throw AhaError(.cancelled, "the wait for the renewal of \(key.text) was cancelled")
      }
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    ended = removeEndedThread()
    if let failure = running.failure { throw failure }
  }

  /// Returns the thread of a finished renewal, once. Invariant: caller holds `lock`.
  private func removeEndedThread() -> Thread? {
    guard renewal == nil else { return nil }
    defer { renewalThread = nil }
    return renewalThread
  }

  /// Invariant: caller holds `lock`.
  private func startRenewal(of used: Secret) throws(AhaError) -> Renewal {
    let new = Renewal()
    // The thread of a renewal that ended without a waiter; it only has to return.
    removeEndedThread()?.leave()
    renewalThread = try Thread(name: "aha-token") { self.run(new, used: used) }
    renewal = new
    return new
  }

  private func run(_ renewal: Renewal, used: Secret) {
    // The end of the process waits for it.
    shim_begin_finisher()
    defer { shim_end_finisher() }
    var failure: AhaError?
    do throws(AhaError) {
      try renewNow(used: used)
    } catch {
      failure = error
      if error.isOfUnusableRecord { postFailure(error) }
    }
    lock.locked {
      renewal.failure = failure
      renewal.isDone = true
      self.renewal = nil
      changed.signalAll()
    }
  }

  private func renewNow(used: Secret) throws(AhaError) {
    let held = try lockExclusively()
    defer { withExtendedLifetime(held) {} }
    let stored = try storedToken()
    // A renewal never overwrites another application's token.
    if stored?.isForeign ?? false {
      throw signedOut(because: "another application signed in in its place")
    }
    if let left {
      try keep(left)
      return
    }
    guard let stored, mayBeUsed(stored) else {
      throw signedOut(because: "another process signed out")
    }
    if !stored.access.isSame(as: used) {
      // Another process has already renewed it.
      setToken(to: stored)
      if !stored.endsSoon(at: clock()) { return }
    }
    try exchange(stored)
  }

  private func exchange(_ old: Token) throws(AhaError) {
    let fields: FormFields
    if let refresh = old.refresh {
      fields = endpoint.refresh(refresh)
    } else if old.isOwn {
      fields = endpoint.client()
    } else {
      return try giveUp(old, because: "the server refused its token: sign in again")
    }
    let space = try store.reserve(for: key)
    let answer = try endpoint.ask(with: fields, isOwn: old.isOwn, replacing: old, now: clock())
    switch answer {
    case .token(let new): try keep(new, in: space)
    case .spent(let error): try giveUp(old, because: error.line)
    case .pending(let error, _): throw error
    }
  }

  /// Ends the sign-in because the service refuses its token for good, unless the account has
  /// another token by now. Returns the error for the caller.
  public func end(refused token: Token?, because reason: String) -> AhaError {
    do throws(AhaError) {
      let held = try lockExclusively()
      defer { withExtendedLifetime(held) {} }
      if let token { try giveUp(token, because: reason) }
    } catch {
      return error
    }
    return notSignedIn(because: reason)
  }

  /// The server rejects the token or the refresh token: a program without our lock renewed it, a
  /// process was killed before it got the reply, or the token was revoked. Returns if the store has
  /// a newer token; otherwise deletes the token and throws.
  private func giveUp(_ old: Token, because reason: String) throws(AhaError) {
    if let stored = try? storedToken(), !stored.isForeign {
      if mayBeUsed(stored), !stored.access.isSame(as: old.access) { return setToken(to: stored) }
      do throws(AhaError) { try store.forget(key) } catch {
        Log.warning("\(key.text) is signed out, but its token stays: \(error.line)")
        lock.locked { forgotten = stored.access }
      }
    }
    throw signedOut(because: reason)
  }

  private func signedOut(because reason: String) -> AhaError {
    setToken(to: nil)
    postSignedOut(because: reason)
    return notSignedIn(because: reason)
  }
}
