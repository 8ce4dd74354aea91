import AhaBase
import CShims

/// What an account tells its host, the sign-in that goes on, and the requests that wait for it.
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
  private var waiting: [Request] = []
  private var isSigningIn = false
  /// Of the sign-ins so far: tells the one that goes on from one before.
  private var number = 0
  private var signIn: SignIn?
  /// The job of a sign-in and its thread, once it runs.
  private var job: Job?
  private var thread: pthread_t?

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
      endSignIn()
      events.post(.accountSignedIn, of: source, value: Int64(store.rawValue), line: provider)
      startWaiting()
    case .failed(let error):
      endSignIn()
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

  /// The number of the new one. Errors: `state`.
  func beginSignIn() throws(AhaError) -> Int {
    let new = lock.locked { () -> Int? in
      if isSigningIn { return nil }
      isSigningIn = true
      number &+= 1
      return number
    }
    guard let new else { throw AhaError(.state, "a sign-in to \(provider) is going on") }
    return new
  }

  func note(_ signIn: SignIn) { lock.locked { self.signIn = signIn } }

  /// The sign-in runs on the calling thread: what that waits for ends when the job is cancelled.
  func run(_ job: Job) { lock.locked { (self.job, thread) = (job, pthread_self()) } }

  /// Ends the one that goes on, or only that of a number; false when it had ended. What tells its
  /// end comes first: the host may have begun another since.
  @discardableResult
  func endSignIn(_ number: Int? = nil) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard isSigningIn, number ?? self.number == self.number else { return false }
    (isSigningIn, signIn, job, thread) = (false, nil, nil, nil)
    return true
  }

  /// One that was cancelled before it began told nothing.
  func endSignIn(_ number: Int, _ error: AhaError) {
    if endSignIn(number) { events.post(.accountFailed, of: tag.value, error) }
  }

  var currentSignIn: SignIn? { lock.locked { signIn } }

  /// The job that the calling thread runs a sign-in for.
  var ownJob: Job? {
    lock.locked {
      guard let thread, pthread_equal(thread, pthread_self()) != 0 else { return nil }
      return job
    }
  }

  // MARK: Requests that wait

  /// Somebody signs in, or waits for that.
  var isAwaited: Bool { lock.locked { isSigningIn || !waiting.isEmpty } }

  func add(_ request: Request) { lock.locked { waiting.append(request) } }

  /// False when it does not wait any more.
  func remove(_ request: Request) -> Bool {
    lock.locked {
      for index in waiting.indices where waiting[index] === request {
        waiting.remove(at: index)
        return true
      }
      return false
    }
  }

  func startWaiting() { for request in takeWaiting() { request.goOn() } }

  func endWaiting() { for request in takeWaiting() { request.end(Client.releasedError) } }

  private func takeWaiting() -> [Request] {
    lock.locked {
      defer { waiting = [] }
      return waiting
    }
  }
}
