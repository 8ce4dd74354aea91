import AhaBase

/// A change of an account.
public enum AccountEvent {
  /// The host must show this URL to the user in a browser.
  case prepared(url: String)
  case authenticated
  /// A sign-in failed.
  case failed(AhaError)
  /// The user signed out (`isByUser`), another process did, or the server rejects the account's
  /// tokens.
  case signedOut(String, isByUser: Bool)
}

/// A user's account at a provider. Signs requests while signed in.
///
/// Threads: any. Functions that throw may wait for a store or the network. The event function runs
/// on the thread of the change; of libaha's locks only the account's file lock may be held. It must
/// not wait for the account.
public final class Account {
  public let provider: Provider
  public let key: AccountKey
  public let store: any TokenStore
  let endpoint: TokenEndpoint
  let send: Sender
  let tell: (AccountEvent) -> Void
  let clock: () -> TokenTime

  let lock = Lock()
  let changed: Condition
  /// True if the job on the calling thread was cancelled.
  let isCancelled: () -> Bool
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

  /// Errors: `invalidArgument` (the name; a provider without a client id).
  public convenience init(
    _ provider: Provider, name: String = "default", store: any TokenStore, send: @escaping Sender,
    isCancelled: @escaping () -> Bool = { false },
    tell: @escaping (AccountEvent) -> Void = { _ in }
  ) throws(AhaError) {
    try self.init(
      provider, name: name, store: store, send: send, clock: TokenTime.now,
      isCancelled: isCancelled, tell: tell)
  }

  init(
    _ provider: Provider, name: String = "default", store: any TokenStore, send: @escaping Sender,
    clock: @escaping () -> TokenTime, isCancelled: @escaping () -> Bool = { false },
    tell: @escaping (AccountEvent) -> Void = { _ in }
  ) throws(AhaError) {
    if provider.clientID.isEmpty {
      throw AhaError(.invalidArgument, "\(provider.name) has no client id")
    }
    key = try AccountKey(provider.name, name)
    (self.provider, self.store, self.send, self.tell) = (provider, store, send, tell)
    (self.clock, self.isCancelled) = (clock, isCancelled)
    endpoint = TokenEndpoint(provider, send)
    changed = Condition(lock)
  }

  deinit { renewalThread?.leave() }

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

  /// True if a token is in memory; the store is not asked.
  public var isKnownSignedIn: Bool { lock.locked { token != nil } }

  /// Granted scopes in the server's words; "" if it sent none.
  public var scopes: String { lock.locked { token?.scope ?? "" } }

  /// False for a token of another application or server (see `Provider.owner`). Errors: those of
  /// the store; `damaged` if the stored record is not libaha's.
  public func isSignedIn() throws(AhaError) -> Bool { try current() != nil }

  /// Adds the account's credential to a request. A token near its end is renewed first.
  ///
  /// If that renewal fails now, a token that is still valid is used.
  /// Errors: `notSignedIn`, `invalidArgument` (the URL is not the provider's, or not safe),
  /// `cancelled`, and those of renewing and of the store.
  public func authorize(
    _ request: inout HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    guard let url = URLParts(request.url), provider.mayGetToken(url) else {
      throw AhaError(
        .invalidArgument, "the token of \(key.text) is for its provider's hosts and https only")
    }
    var token = try usable()
    let now = clock()
    if token.canBeRenewed && token.endsSoon(now) {
      do {
        try renew(replacing: token.access, cancellation)
        token = try usable()
      } catch {
        let isOver = error.code == .notSignedIn || error.code == .cancelled
        guard !isOver, let remaining = token.remaining(now), remaining > 0 else { throw error }
      }
    }
    sign(&request, token)
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
    try renew(replacing: current.access, cancellation)
  }

  func sign(_ request: inout HTTPRequest, _ token: Token) {
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
}
