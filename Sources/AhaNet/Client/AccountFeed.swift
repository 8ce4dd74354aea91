import AhaBase
import CShims

/// What an account tells its host, the sign-in that goes on, and what waits for it.
///
/// Threads: any.
public final class AccountFeed {
  /// What the host calls the account; 0 when it does not any more.
  public let tag = HandleTag()
  private let events: ClientEvents
  private let provider: String
  private let store: TokenStoreKind
  private let lock = Lock()
  // Under the lock.
  private var waiting: [any SignInWaiter] = []
  /// Those that may wait later.
  private var users = 0
  /// The job of the sign-in that goes on.
  private var signingIn: Job?
  private var signIn: SignIn?
  private var running: [Running] = []

  /// A job that changes the account, and its thread.
  private final class Running {
    let job: Job
    let thread = pthread_self()

    init(_ job: Job) { self.job = job }
  }

  init(_ events: ClientEvents, _ provider: String, _ store: TokenStoreKind) {
    (self.events, self.provider, self.store) = (events, provider, store)
  }

  /// Whether it is the host's no more: not when it was given another tag meanwhile.
  func letGo(of tag: UInt) -> Bool { self.tag.clear(tag) }

  // MARK: Events

  func tell(_ event: AccountEvent) {
    let source = tag.value
    switch event {
    // Told when the sign-in can be asked for it.
    case .prepared: break
    case .authenticated:
      if let job = ownJob { endSignIn(job) }
      events.post(.accountSignedIn, of: source, value: Int64(store.rawValue), line: provider)
      startWaiting()
    case .failed(let error):
      if let job = ownJob, fail(job, error) { return }
      events.post(.accountFailed, of: source, error)
    case .signedOut(let reason, let isAsked):
      if isAsked { return events.post(.accountSignedOut, of: source) }
      events.post(.accountSignedOut, of: source, line: reason, result: .refused)
    }
  }

  func tellURL() {
    events.post(.accountUrlPrepared, of: tag.value, line: provider)
  }

  // MARK: The sign-in

  /// Errors: `state`.
  func beginSignIn(_ job: Job) throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      if signingIn != nil { return false }
      signingIn = job
      return true
    }
    if !isFirst { throw AhaError(.state, "a sign-in to \(provider) is going on") }
  }

  func note(_ signIn: SignIn) { lock.locked { self.signIn = signIn } }

  /// Runs a job that changes the account on the calling thread: what that waits for ends when the
  /// job is cancelled.
  func run(_ job: Job, _ body: () throws(AhaError) -> Void) throws(AhaError) {
    let entry = Running(job)
    lock.locked { running.append(entry) }
    defer { lock.locked { running.removeAll { $0 === entry } } }
    try body()
  }

  /// False when another one goes on, or none: the host may have begun the next one already.
  @discardableResult
  func endSignIn(_ job: Job) -> Bool {
    // Let go outside of the lock: it may hold the host's.
    lock.lock()
    let isIt = signingIn === job
    let ended = isIt ? signIn : nil
    if isIt { (signingIn, signIn) = (nil, nil) }
    lock.unlock()
    withExtendedLifetime(ended) {}
    return isIt
  }

  /// Ends a sign-in that came to nothing, and the requests that waited for it. False when it was
  /// none, or had ended.
  @discardableResult
  func fail(_ job: Job, _ error: AhaError) -> Bool {
    guard endSignIn(job) else { return false }
    events.post(.accountFailed, of: tag.value, error)
    let reason = AhaError(.notSignedIn, "the sign-in to \(provider) failed: \(error.line)")
    for waiter in takeWaiting() { waiter.end(reason) }
    return true
  }

  var currentSignIn: SignIn? { lock.locked { signIn } }

  /// The job that the calling thread runs.
  var ownJob: Job? {
    lock.locked {
      for entry in running where pthread_equal(entry.thread, pthread_self()) != 0 {
        return entry.job
      }
      return nil
    }
  }

  // MARK: What waits

  /// Somebody signs in, or waits for that, or may do so.
  var isAwaited: Bool { lock.locked { signingIn != nil || !waiting.isEmpty || users > 0 } }

  /// Something uses the account, and may wait for its sign-in: until then the account is known to
  /// its client, also when the host has let it go.
  public func addUser() { lock.locked { users += 1 } }

  public func removeUser() { lock.locked { users -= 1 } }

  public func add(_ waiter: any SignInWaiter) { lock.locked { waiting.append(waiter) } }

  /// False when it does not wait any more.
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

  func startWaiting() { for waiter in takeWaiting() { waiter.goOn() } }

  func endWaiting() { for waiter in takeWaiting() { waiter.end(Client.releasedError) } }

  private func takeWaiting() -> [any SignInWaiter] {
    lock.locked {
      defer { waiting = [] }
      return waiting
    }
  }
}

/// What waits until somebody is signed in.
public protocol SignInWaiter: AnyObject {
  /// Somebody is.
  func goOn()
  /// Nobody will be.
  func end(_ error: AhaError)
}
