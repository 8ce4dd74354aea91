import AhaBase

/// One renewal, for all that wait for it. Its parts are under the account's lock.
final class Renewal {
  var isDone = false
  var failure: AhaError?
}

extension Account {
  /// Sees to another token than the one given, once for all threads that ask at a time.
  ///
  /// It has a thread of its own: who asked first can stop to wait like all others, and a renewal is
  /// never broken off, for a refresh token that was shown to the server may be worth nothing then.
  func renew(replacing used: Secret, _ cancellation: Cancellation?) throws(AhaError) {
    lock.lock()
    var ended: Thread?
    defer {
      lock.unlock()
      // Outside the lock: it has still to leave it.
      ended?.leave()
    }
    if let token, !token.access.isSame(as: used) { return }
    let running: Renewal
    if let renewal { running = renewal } else { running = try startRenewal(used) }
    while !running.isDone {
      if let cancellation, cancellation.isWanted {
        throw AhaError(.cancelled, "nobody waits for the renewal of \(key.text)")
      }
      _ = changed.wait(until: .after(milliseconds: 50))
    }
    ended = takeEndedThread()
    if let failure = running.failure { throw failure }
  }

  /// The thread of a renewal that is done, for the first that asks. The lock is held.
  private func takeEndedThread() -> Thread? {
    guard renewal == nil else { return nil }
    defer { renewalThread = nil }
    return renewalThread
  }

  /// The lock is held.
  private func startRenewal(_ used: Secret) throws(AhaError) -> Renewal {
    let new = Renewal()
    // Of one that nobody waited for to its end: it has no more to do than to return.
    takeEndedThread()?.leave()
    renewalThread = try Thread(name: "aha-token") { self.run(new, used) }
    renewal = new
    return new
  }

  private func run(_ renewal: Renewal, _ used: Secret) {
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
    let held = try hold()
    defer { withExtendedLifetime(held) {} }
    let kept = try kept()
    // Somebody else's is never written over by a renewal.
    if kept?.isForeign ?? false { throw signedOut("another application signed in in its place") }
    if let left {
      try keep(left)
      return
    }
    guard let stored = kept, mayBeUsed(stored) else { throw signedOut("somebody signed out") }
    if !stored.access.isSame(as: used) {
      // Another process was quicker.
      take(stored)
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
      throw notSignedIn("its token is refused or has ended: sign in again")
    }
    let answer = try endpoint.ask(fields, isOwn: old.isOwn, replacing: old, now: clock())
    switch answer {
    case .token(let new): try keep(new)
    case .spent(let error): try giveUp(old, error)
    }
  }

  /// The server takes the refresh token no more: somebody who does not lock as we do has renewed,
  /// or it was spent by one who was killed before the answer came, or taken back.
  private func giveUp(_ old: Token, _ error: AhaError) throws(AhaError) {
    if let kept = try kept() {
      if !kept.isForeign {
        if !kept.access.isSame(as: old.access) { return take(kept) }
        try store.forget(key)
      }
    }
    throw signedOut(error.line)
  }

  private func signedOut(_ reason: String) -> AhaError {
    take(nil)
    tell(.signedOut(reason, isAsked: false))
    return notSignedIn(reason)
  }
}
