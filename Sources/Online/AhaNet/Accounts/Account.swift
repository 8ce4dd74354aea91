import AhaBase

/// A user's account at a provider, open in a client. Signs requests while signed in, and holds the
/// work that waits for its sign-in.
///
/// Threads: any. Functions that throw may wait for a store or the network. Events are posted on the
/// thread of the change; of libaha's locks only the account's file lock may be held then.
public final class Account {
  public let client: Client
  public let provider: Provider
  public let key: AccountKey
  public let store: any TokenStore
  /// The host's tag for the account; 0 after the host has released it.
  public let tag = HandleTag()
  private let transport: (HTTPRequest, (() -> Bool)?) throws(AhaError) -> HTTPResponse
  let clock: () -> TokenTime

  let lock = Lock()
  let changed: Condition
  /// Set on close: ends waits for other threads and processes that change the account.
  let closing = Cancellation()
  // Invariant: the properties below are read and written under `lock`.
  var token: Token?
  /// A new token that the store failed to save. The one before it is spent. It is not used until it
  /// is saved.
  var unsaved: Token?
  /// A deleted token that the store failed to delete; it is not loaded again.
  var forgotten: Secret?
  /// Why the stored record is unusable.
  var unreadable: AhaError?
  /// Count of changes: a token that was read from the store before a change is not used after it.
  var changes = 0
  var renewal: Renewal?
  var renewalThread: Thread?
  /// Jobs that change the account.
  var running: [RunningJob] = []
  /// Job of the sign-in in progress.
  var signInJob: Job?
  var currentSignIn: SignIn?
  /// What the user of a sign-in on another device needs.
  var devicePrompt: DevicePrompt?
  var waiting: [any SignInWaiter] = []
  /// Count of drops and others that may start to wait later.
  var possibleWaiters = 0

  /// - Parameter transport: Sends a request, and polls the function meanwhile whether to stop.
  /// Errors: `invalidArgument` (the name; a provider without a client id).
  init(
    client: Client, provider: Provider, name: String, store: any TokenStore,
    transport: @escaping (HTTPRequest, (() -> Bool)?) throws(AhaError) -> HTTPResponse,
    clock: @escaping () -> TokenTime = TokenTime.now
  ) throws(AhaError) {
    if provider.clientID.isEmpty {
      throw AhaError(.invalidArgument, "\(provider.name) has no client id")
    }
    key = try AccountKey(provider: provider.name, name: name)
    (self.client, self.provider, self.store) = (client, provider, store)
    (self.transport, self.clock) = (transport, clock)
    changed = Condition(lock)
  }

  deinit { renewalThread?.leave() }

  /// Opens an account, or returns the open one with the same key and store. Blocking.
  /// - Parameters:
  ///   - kind: The store. If the Secret Service does not answer, a file store replaces it.
  ///   - host: The host's store, for `.host`.
  /// Errors: `invalidArgument`, `state` (open with another description of its provider),
  /// `released`, and those of the store. An unusable stored record is no error: the next sign-in
  /// replaces it.
  public static func open(
    for client: Client, provider: Provider, name: String, kind: TokenStoreKind,
    host: HostStore? = nil
  ) throws(AhaError) -> Account {
    let store: any TokenStore
    switch kind {
    case .file: store = try client.fileStore()
    case .secretService: store = try secretStore(for: client)
    case .memory: store = MemoryStore()
    case .host:
      guard let host else { throw AhaError(.invalidArgument, "a host store needs its callbacks") }
      store = host
    }
    let new = try Account(
      client: client, provider: provider, name: name, store: store, transport: client.transport.send
    )
    do throws(AhaError) {
      _ = try new.hasToken()
    } catch {
      guard error.isOfUnusableRecord else { throw error }
      Log.warning("\(new.key.text) is not signed in: \(error.line)")
    }
    return try client.admit(new)
  }

  private static func secretStore(for client: Client) throws(AhaError) -> any TokenStore {
    let files = try client.fileStore()
    do throws(AhaError) {
      return try SecretToolStore(in: files.folder)
    } catch {
      Log.info("accounts are kept in \(files.folder.text): \(error.line)")
      return files
    }
  }

  func isSame(as other: Account) -> Bool {
    key == other.key && store.kind == other.store.kind && store.id == other.store.id
  }

  var isDescribedOtherwise: AhaError {
    AhaError(
      .state,
      "\(key.text) is open with other URLs, another client id, or the like: release it first")
  }

  // MARK: State

  /// True if a token is in memory; the store is not asked.
  public var isKnownSignedIn: Bool { lock.locked { token != nil } }

  /// Checks memory, then a file store; it never asks a slower store.
  public var isSignedIn: Bool {
    var isIt = isKnownSignedIn
    if !isIt, store.kind == .file { isIt = (try? hasToken()) ?? false }
    // Another process may have signed in.
    if isIt { resumeWaiters() }
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
    guard let trouble = lock.locked({ unreadable }) else {
      return notSignedIn(because: "sign in first")
    }
    postFailure(trouble)
    return notSignedIn(because: trouble.line)
  }

  // MARK: End

  /// Waits for a renewal in flight. Nothing of the account runs after this call.
  public func close() {
    closing.cancel()
    waitForRenewal(until: nil)
    let thread = lock.locked { () -> Thread? in
      defer { renewalThread = nil }
      return renewalThread
    }
    thread?.leave()
  }

  /// Waits until no renewal is in flight, or until the deadline.
  func waitForRenewal(until deadline: Instant?) {
    lock.lock()
    defer { lock.unlock() }
    while let running = renewal, !running.isDone {
      if !changed.waitUnlessEnding(until: deadline) { return }
    }
  }

  /// Sends a request; cancelling the job on the calling thread stops it.
  func send(_ request: HTTPRequest) throws(AhaError) -> HTTPResponse {
    guard let job = ownJob else { return try transport(request, nil) }
    return try transport(request) { job.isCancelled }
  }

  var endpoint: TokenEndpoint { TokenEndpoint(provider: provider, send: send) }
}

/// Events of an account, and its sign-in.
extension Account {
  private var events: ClientEvents { client.events }

  /// Clears the host's tag. Returns false if the host has set another tag meanwhile.
  func letGo(of tag: UInt) -> Bool { self.tag.clear(tag) }

  // MARK: Events

  func postSignedIn() {
    let source = tag.value
    if let job = ownJob { endSignIn(of: job) }
    events.post(
      .accountSignedIn, of: source, value: Int64(store.kind.rawValue), line: provider.name)
    resumeWaiters()
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
  func postSignedOut(because reason: String) {
    events.post(.accountSignedOut, of: tag.value, line: reason, result: .refused)
  }

  func postURL() { events.post(.accountUrlPrepared, of: tag.value, line: provider.name) }

  // MARK: The sign-in

  /// Errors: `state`.
  func beginSignIn(as job: Job) throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      if signInJob != nil { return false }
      signInJob = job
      return true
    }
    if !isFirst { throw AhaError(.state, "a sign-in to \(provider.name) is already running") }
  }

  /// Returns false if another sign-in or none is in progress; the host may have begun the next one.
  @discardableResult
  func endSignIn(of job: Job) -> Bool {
    // Released outside the lock: the last release may take the host's lock.
    lock.lock()
    let isIt = signInJob === job
    let ended = isIt ? currentSignIn : nil
    if isIt { (signInJob, currentSignIn, devicePrompt) = (nil, nil, nil) }
    lock.unlock()
    withExtendedLifetime(ended) {}
    return isIt
  }

  /// Ends a failed sign-in and the requests that waited for it. Returns false if the account has no
  /// such sign-in any more.
  @discardableResult
  func fail(_ job: Job, with error: AhaError) -> Bool {
    guard endSignIn(of: job) else { return false }
    events.post(.accountFailed, of: tag.value, with: error)
    let reason = AhaError(.notSignedIn, "the sign-in to \(provider.name) failed: \(error.line)")
    for waiter in removeWaiters() { waiter.end(with: reason) }
    return true
  }
}

extension EventKind {
  public static let accountUrlPrepared = EventKind(80)
  public static let accountSignedIn = EventKind(81)
  public static let accountFailed = EventKind(82)
  public static let accountSignedOut = EventKind(83)
}
