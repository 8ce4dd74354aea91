import AhaBase

/// Events of an account, and the work that waits for its sign-in.
extension Account {
  private var events: ClientEvents { client.events }

  /// Clears the host's tag. Returns false if the host has set another tag meanwhile.
  func letGo(of tag: UInt) -> Bool { self.tag.clear(tag) }

  // MARK: Events

  func postSignedIn() {
    let source = tag.value
    if let job = ownJob { endSignIn(job) }
    events.post(
      .accountSignedIn, of: source, value: Int64(store.kind.rawValue), line: provider.name)
    startWaiting()
  }

  /// A sign-in failed, or the stored record is unusable.
  func postFailure(_ error: AhaError) {
    let source = tag.value
    if let job = ownJob, fail(job, with: error) { return }
    events.post(.accountFailed, of: source, with: error)
  }

  /// The user signed out.
  func postSignedOut() { events.post(.accountSignedOut, of: tag.value) }

  /// Another process signed out, or the server rejects the account's tokens.
  func postSignedOut(_ reason: String) {
    events.post(.accountSignedOut, of: tag.value, line: reason, result: .refused)
  }

  func postURL() { events.post(.accountUrlPrepared, of: tag.value, line: provider.name) }

  // MARK: The sign-in

  /// Errors: `state`.
  func beginSignIn(_ job: Job) throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      if signInJob != nil { return false }
      signInJob = job
      return true
    }
    if !isFirst { throw AhaError(.state, "a sign-in to \(provider.name) is already running") }
  }

  /// Returns false if another sign-in or none is in progress; the host may have begun the next one.
  @discardableResult
  func endSignIn(_ job: Job) -> Bool {
    // Released outside the lock: the last release may take the host's lock.
    lock.lock()
    let isIt = signInJob === job
    let ended = isIt ? currentSignIn : nil
    if isIt { (signInJob, currentSignIn) = (nil, nil) }
    lock.unlock()
    withExtendedLifetime(ended) {}
    return isIt
  }

  /// Ends a failed sign-in and the requests that waited for it. Returns false if the account has no
  /// such sign-in any more.
  @discardableResult
  func fail(_ job: Job, with error: AhaError) -> Bool {
    guard endSignIn(job) else { return false }
    events.post(.accountFailed, of: tag.value, with: error)
    let reason = AhaError(.notSignedIn, "the sign-in to \(provider.name) failed: \(error.line)")
    for waiter in removeWaiting() { waiter.end(reason) }
    return true
  }

  // MARK: Waiters

  /// True while a sign-in runs, something waits for one, or a user may still wait.
  var isAwaited: Bool { lock.locked { signInJob != nil || !waiting.isEmpty || users > 0 } }

  /// Registers a user that may wait for the sign-in. The client keeps the account until every user
  /// is removed, even after the host has released it.
  public func addUser() { lock.locked { users += 1 } }

  public func removeUser() { lock.locked { users -= 1 } }

  public func add(_ waiter: any SignInWaiter) { lock.locked { waiting.append(waiter) } }

  /// Returns false if the waiter was not in the list.
  @discardableResult
  public func remove(_ waiter: any SignInWaiter) -> Bool {
    lock.locked {
      for index in waiting.indices where waiting[index] === waiter {
        waiting.remove(at: index)
        return true
      }
      return false
    }
  }

  func startWaiting() { for waiter in removeWaiting() { waiter.accountSignedIn() } }

  func endWaiting() { for waiter in removeWaiting() { waiter.end(Client.releasedError) } }

  private func removeWaiting() -> [any SignInWaiter] {
    lock.locked {
      defer { waiting = [] }
      return waiting
    }
  }
}

/// Waits until the account is signed in.
public protocol SignInWaiter: AnyObject {
  /// The account is signed in.
  func accountSignedIn()
  /// The sign-in failed, or the client was released.
  func end(_ error: AhaError)
}

extension EventKind {
  public static let accountUrlPrepared = EventKind(80)
  public static let accountSignedIn = EventKind(81)
  public static let accountFailed = EventKind(82)
  public static let accountSignedOut = EventKind(83)
}
