import AhaBase
import CShims

/// Links an account to its host: posts its events, runs its sign-in job and holds the requests that
/// wait for that sign-in.
///
/// Threads: any.
public final class AccountFeed {
  /// The host's tag for the account; 0 after the host has released it.
  public let tag = HandleTag()
  private let events: ClientEvents
  private let provider: String
  private let store: TokenStoreKind
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var waiting: [any SignInWaiter] = []
  /// Count of users that may start to wait later.
  private var users = 0
  /// Job of the sign-in in progress.
  private var signingIn: Job?
  private var signIn: SignIn?
  private var running: [Running] = []

  /// A job that changes the account, and the thread that runs it.
  private final class Running {
    let job: Job
    let thread = pthread_self()

    init(_ job: Job) { self.job = job }
  }

  init(_ events: ClientEvents, _ provider: String, _ store: TokenStoreKind) {
    (self.events, self.provider, self.store) = (events, provider, store)
  }

  /// Clears the host's tag. Returns false if the host has set another tag meanwhile.
  func letGo(of tag: UInt) -> Bool { self.tag.clear(tag) }

  // MARK: Events

  func tell(_ event: AccountEvent) {
    let source = tag.value
    switch event {
    // Posted when a caller can ask the sign-in for the URL.
    case .prepared: break
    case .authenticated:
      if let job = ownJob { endSignIn(job) }
      events.post(.accountSignedIn, of: source, value: Int64(store.rawValue), line: provider)
      startWaiting()
    case .failed(let error):
      if let job = ownJob, fail(job, error) { return }
      events.post(.accountFailed, of: source, error)
    case .signedOut(let reason, let isByUser):
      if isByUser { return events.post(.accountSignedOut, of: source) }
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
    if !isFirst { throw AhaError(.state, "a sign-in to \(provider) is already running") }
  }

  func note(_ signIn: SignIn) { lock.locked { self.signIn = signIn } }

  /// Runs a job that changes the account on the calling thread. Cancelling the job ends every wait
  /// in `body`.
  func run(_ job: Job, _ body: () throws(AhaError) -> Void) throws(AhaError) {
    let entry = Running(job)
    lock.locked { running.append(entry) }
    defer { lock.locked { running.removeAll { $0 === entry } } }
    try body()
  }

  /// Returns false if another sign-in or none is in progress; the host may have begun the next one.
  @discardableResult
  func endSignIn(_ job: Job) -> Bool {
    // Released outside the lock: the last release may take the host's lock.
    lock.lock()
    let isIt = signingIn === job
    let ended = isIt ? signIn : nil
    if isIt { (signingIn, signIn) = (nil, nil) }
    lock.unlock()
    withExtendedLifetime(ended) {}
    return isIt
  }

  /// Ends a failed sign-in and the requests that waited for it. Returns false if the account has no
  /// such sign-in any more.
  @discardableResult
  func fail(_ job: Job, _ error: AhaError) -> Bool {
    guard endSignIn(job) else { return false }
    events.post(.accountFailed, of: tag.value, error)
    let reason = AhaError(.notSignedIn, "the sign-in to \(provider) failed: \(error.line)")
    for waiter in removeWaiting() { waiter.end(reason) }
    return true
  }

  var currentSignIn: SignIn? { lock.locked { signIn } }

  /// Job that runs on the calling thread.
  var ownJob: Job? {
    lock.locked {
      for entry in running where pthread_equal(entry.thread, pthread_self()) != 0 {
        return entry.job
      }
      return nil
    }
  }

  // MARK: Waiters

  /// True while a sign-in runs, something waits for one, or a user may still wait.
  var isAwaited: Bool { lock.locked { signingIn != nil || !waiting.isEmpty || users > 0 } }

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
