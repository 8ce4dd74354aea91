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
  var waiting: [any SignInWaiter] = []
  /// Count of users that may start to wait later.
  var users = 0

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
    _ client: Client, provider: Provider, name: String, kind: TokenStoreKind,
    host: HostStore? = nil
  ) throws(AhaError) -> Account {
    let store: any TokenStore
    switch kind {
    case .file: store = try client.fileStore()
    case .secretService: store = try secretStore(client)
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

  private static func secretStore(_ client: Client) throws(AhaError) -> any TokenStore {
    let files = try client.fileStore()
    do throws(AhaError) {
      return try SecretToolStore(files.folder)
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

  var endpoint: TokenEndpoint { TokenEndpoint(provider: provider, send) }
}
