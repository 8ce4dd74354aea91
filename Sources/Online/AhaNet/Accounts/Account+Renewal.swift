import AhaBase
import CShims

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
  func renew(replacing used: Secret, _ cancellation: Cancellation?) throws(AhaError) {
    lock.lock()
    var ended: Thread?
    defer {
      lock.unlock()
      // Outside the lock: the ended thread may still need it to finish.
      ended?.leave()
    }
    if let token, !token.access.isSame(as: used) { return }
    let running: Renewal
    if let renewal { running = renewal } else { running = try startRenewal(used) }
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
  private func startRenewal(_ used: Secret) throws(AhaError) -> Renewal {
    let new = Renewal()
    // The thread of a renewal that ended without a waiter; it only has to return.
    removeEndedThread()?.leave()
    renewalThread = try Thread(name: "aha-token") { self.run(new, used) }
    renewal = new
    return new
  }

  private func run(_ renewal: Renewal, _ used: Secret) {
    // The end of the process waits for it.
    shim_begin_finisher()
    defer { shim_end_finisher() }
    var failure: AhaError?
    do throws(AhaError) {
      try renewNow(used)
    } catch {
      failure = error
      if error.isOfUnusableRecord { tell(.failed(error)) }
    }
    lock.locked {
      renewal.failure = failure
      renewal.isDone = true
      self.renewal = nil
      changed.signalAll()
    }
  }

  private func renewNow(_ used: Secret) throws(AhaError) {
    let held = try lockExclusively()
    defer { withExtendedLifetime(held) {} }
    let stored = try storedToken()
    // A renewal never overwrites another application's token.
    if stored?.isForeign ?? false { throw signedOut("another application signed in in its place") }
    if let left {
      try keep(left)
      return
    }
    guard let stored, mayBeUsed(stored) else {
      throw signedOut("another process signed out")
    }
    if !stored.access.isSame(as: used) {
      // Another process has already renewed it.
      setToken(stored)
      if !stored.endsSoon(clock()) { return }
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
      return try giveUp(old, "the server refused its token: sign in again")
    }
    let space = try store.reserve(key)
    let answer = try endpoint.ask(fields, isOwn: old.isOwn, replacing: old, now: clock())
    switch answer {
    case .token(let new): try keep(new, in: space)
    case .spent(let error): try giveUp(old, error.line)
    }
  }

  /// Ends the sign-in because the service refuses its token for good, unless the account has
  /// another token by now. Returns the error for the caller.
  public func end(refused token: Token?, _ reason: String) -> AhaError {
    do throws(AhaError) {
      let held = try lockExclusively()
      defer { withExtendedLifetime(held) {} }
      if let token { try giveUp(token, reason) }
    } catch {
      return error
    }
    return notSignedIn(reason)
  }

  /// The server rejects the token or the refresh token: a program without our lock renewed it, a
  /// process was killed before it got the reply, or the token was revoked. Returns if the store has
  /// a newer token; otherwise deletes the token and throws.
  private func giveUp(_ old: Token, _ reason: String) throws(AhaError) {
    if let stored = try? storedToken(), !stored.isForeign {
      if mayBeUsed(stored), !stored.access.isSame(as: old.access) { return setToken(stored) }
      do throws(AhaError) { try store.forget(key) } catch {
        Log.warning("\(key.text) is signed out, but its token stays: \(error.line)")
        lock.locked { forgotten = stored.access }
      }
    }
    throw signedOut(reason)
  }

  private func signedOut(_ reason: String) -> AhaError {
    setToken(nil)
    tell(.signedOut(reason, isByUser: false))
    return notSignedIn(reason)
  }
}
