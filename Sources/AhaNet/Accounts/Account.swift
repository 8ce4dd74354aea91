import AhaBase

/// What happens to an account.
public enum AccountEvent {
  /// This URL is to be shown to the user, in a browser.
  case prepared(url: String)
  case authenticated
  /// A sign-in came to nothing.
  case failed(AhaError)
  /// The user signed out, or it was found out: another process did, or the server takes the
  /// account's tokens no more.
  case signedOut(String, isAsked: Bool)
}

/// Somebody at a provider: signed in or not, and requests signed in that name.
///
/// Threads: any. The functions that throw may wait for a store or the network. The event function
/// is called on whichever thread it happens, without a lock of ours held but the account's file
/// lock: it must not wait for the account.
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
  /// Whether whoever waits on the calling thread does not want to any more.
  let isCancelled: () -> Bool
  /// Ends waits for others that change the account: nobody needs it any more.
  let closing = Cancellation()
  // Under the lock.
  var token: Token?
  /// A token that the store did not take, though the one before it is spent:
  /// not used until it does.
  var unsaved: Token?
  /// One that was given up and that the store would not forget: it is not taken from there again.
  var forgotten: Secret?
  /// Why what the store has cannot be used.
  var unreadable: AhaError?
  /// Counts the changes, so that what was read from the store before one is not taken after it.
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

  /// Waits for a renewal that is on its way. Nothing of the account runs afterwards.
  public func close() {
    closing.cancel()
    waitForRenewal(until: nil)
    let thread = lock.locked { () -> Thread? in
      defer { renewalThread = nil }
      return renewalThread
    }
    thread?.leave()
  }

  /// Returns when no renewal is on its way, or the time is over.
  func waitForRenewal(until deadline: Instant?) {
    lock.lock()
    defer { lock.unlock() }
    while let running = renewal, !running.isDone {
      guard let deadline else {
        changed.wait()
        continue
      }
      if !changed.wait(until: deadline) { return }
    }
  }

  /// As far as is known without asking the store.
  public var isKnownSignedIn: Bool { lock.locked { token != nil } }

  /// What the server granted, as it said it; "" when it did not.
  public var scopes: String { lock.locked { token?.scope ?? "" } }

  /// Not with what another application, or another server, was given (see `Provider.owner`).
  /// Errors: those of the store; `damaged` when it holds no account of libaha's.
  public func isSignedIn() throws(AhaError) -> Bool { try current() != nil }

  /// Puts the account's credential on a request, after renewing it when it ends soon.
  ///
  /// Where it cannot be renewed now, one that has not ended yet is used.
  /// Errors: `notSignedIn`, `invalidArgument` (the URL is none of the provider's, or not safe),
  /// `cancelled`, and those of renewing and of the store.
  public func authorize(
    _ request: inout HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    guard let url = URLParts(request.url), provider.mayBeToldToken(url) else {
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

  /// After a 401: sees to another token than the one the request carried. Authorize it once more
  /// afterwards. Errors: `notSignedIn`, `cancelled`, and those of renewing and of the store.
  public func renew(
    after401To request: HTTPRequest, cancellation: Cancellation? = nil
  ) throws(AhaError) {
    let current = try usable()
    let used = request.credential.map { $0.secret ?? Secret($0.value) }
    // Somebody has renewed it since.
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
