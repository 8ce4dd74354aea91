import AhaBase

/// An account of a client: adds events, jobs and requests that wait for the sign-in.
///
/// Threads: any.
public final class ClientAccount {
  public let client: Client
  public let account: Account
  public let feed: AccountFeed

  private init(
    _ client: Client, _ provider: Provider, _ name: String, _ store: any TokenStore
  ) throws(AhaError) {
    let feed = AccountFeed(client.events, provider.name, store.kind)
    let transport = client.transport
    account = try Account(
      provider, name: name, store: store,
      send: { (request) throws(AhaError) in
        guard let job = feed.ownJob else { return try transport.send(request) }
        return try transport.send(request) { job.isCancelled }
      }, isCancelled: { feed.ownJob?.isCancelled ?? false }, tell: { feed.tell($0) })
    (self.client, self.feed) = (client, feed)
  }

  /// Opens an account, or returns the open one with the same key and store. Blocking.
  /// - Parameters:
  ///   - kind: The store. If the Secret Service does not answer, a file store replaces it.
  ///   - host: The host's store, for `.host`.
  /// Errors: `invalidArgument`, `state` (open with another description of its provider),
  /// `released`, and those of the store. An unusable stored record is no error: the next sign-in
  /// replaces it.
  public static func open(
    _ client: Client, _ provider: Provider, name: String, kind: TokenStoreKind,
    host: HostStore? = nil
  ) throws(AhaError) -> ClientAccount {
    let store: any TokenStore
    switch kind {
    case .file: store = try client.fileStore()
    case .secretService: store = try secretStore(client)
    case .memory: store = MemoryStore()
    case .host:
      guard let host else { throw AhaError(.invalidArgument, "a host store needs its callbacks") }
      store = host
    }
    let new = try ClientAccount(client, provider, name, store)
    do throws(AhaError) {
      _ = try new.account.isSignedIn()
    } catch {
      guard error.isOfUnusableRecord else { throw error }
      Log.warning("\(new.account.key.text) is not signed in: \(error.line)")
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

  func isSame(as other: ClientAccount) -> Bool {
    account.key == other.account.key && account.store.kind == other.account.store.kind
      && account.store.id == other.account.store.id
  }

  var isDescribedOtherwise: AhaError {
    AhaError(
      .state,
      "\(account.key.text) is open with other URLs, another client id, or the like: "
        + "release it first")
  }

  /// Errors: `notSignedIn`.
  public func requireSignedIn() throws(AhaError) { if !isSignedIn { throw notSignedIn() } }

  /// Returns the reason for being signed out, and posts an event if the stored record is unusable.
  public func notSignedIn() -> AhaError {
    guard let trouble = account.trouble else { return account.notSignedIn("sign in first") }
    feed.tell(.failed(trouble))
    return account.notSignedIn(trouble.line)
  }

  /// Checks memory, then a file store; it never asks a slower store.
  public var isSignedIn: Bool {
    var isIt = account.isKnownSignedIn
    if !isIt, account.store.kind == .file { isIt = (try? account.isSignedIn()) ?? false }
    // Another process may have signed in.
    if isIt { feed.startWaiting() }
    return isIt
  }

  // MARK: Signing in

  public struct SignInOptions {
    /// Empty: the first grant that the provider allows.
    public var grant = Provider.Grants()
    public var browser = SignIn.Settings()
    public var user: String?
    public var password: Secret?

    public init() {}
  }

  /// Starts a sign-in job. Errors: `state` (a sign-in is in progress), `unsupported`,
  /// `invalidArgument`, `exists` (the port is in use), `released`, and those of `prepare`.
  public func startSignIn(
    _ options: SignInOptions, prepare: (Job) throws(AhaError) -> Void
  ) throws(AhaError) {
    let grant = try chosen(options)
    let job = Job()
    try feed.beginSignIn(job)
    var browser: SignIn?
    do throws(AhaError) {
      try prepare(job)
      if grant == .code || grant == .implicit { browser = try open(options, grant, job) }
      try run(job, browser, options, grant)
    } catch {
      feed.endSignIn(job)
      if let browser {
        client.urls.remove(browser)
        browser.discard()
      }
      throw error
    }
  }

  private func open(
    _ options: SignInOptions, _ grant: Provider.Grants, _ job: Job
  ) throws(AhaError) -> SignIn {
    var settings = options.browser
    settings.isImplicit = grant == .implicit
    // The token of an account in memory is of no use to another process.
    // The secrets of a store in memory, or of the host, are not written to files.
    let isHidden = account.store.kind == .memory || account.store.kind == .host
    if !isHidden { settings.pending = try? client.pendingSignIns() }
    let browser = try SignIn(account, settings)
    client.urls.add(browser)
    feed.note(browser)
    job.whenCancelled { browser.cancel() }
    feed.tellURL()
    return browser
  }

  private func run(
    _ job: Job, _ browser: SignIn?, _ options: SignInOptions, _ grant: Provider.Grants
  ) throws(AhaError) {
    let (user, password) = (options.user ?? "", options.password)
    try client.accountJobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        job.enter(.signingIn)
        try feed.run(job) { () throws(AhaError) in
          if let browser { return try browser.wait() }
          guard let password, grant == .password else { return try account.signInAsClient() }
          try account.signIn(user: user, password: password)
        }
      },
      afterwards: { [self] outcome in
        // A job cancelled before it began has posted no event.
        if case .failure(let error) = outcome { feed.fail(job, error) }
        if let browser {
          client.urls.end(browser)
          // The end of the application is not the user's: the next process finishes the sign-in.
          if !client.closed { browser.discard() }
        }
        client.events.end(job, outcome)
      })
  }

  private func chosen(_ options: SignInOptions) throws(AhaError) -> Provider.Grants {
    var grant = options.grant
    if grant.rawValue == 0 {
      let allowed = account.provider.grants.rawValue
      grant = Provider.Grants(rawValue: allowed & (0 &- allowed))
    }
    try account.provider.check(grant)
    if grant == .password && (options.user == nil || options.password == nil) {
      throw AhaError(.invalidArgument, "a user and a password are needed to sign in")
    }
    return grant
  }

  /// Accepts the code that the provider showed to the user. Errors: `state`, `refused`,
  /// `invalidArgument`.
  public func enter(code: String) throws(AhaError) {
    guard let signIn = feed.currentSignIn else {
      throw AhaError(.state, "no sign-in to \(account.key.text) waits for a code")
    }
    try signIn.paste(code)
  }

  /// URL to open in a browser; "" if no sign-in waits.
  public var authorizationURL: String { feed.currentSignIn?.authorizationURL ?? "" }

  public var redirectURL: String {
    feed.currentSignIn?.redirectURL ?? account.provider.redirect
  }

  // MARK: Renewing and signing out

  /// Signs in with a token that its owner generated. Blocking. Errors: those of
  /// `Account.signIn(token:)`.
  public func signIn(
    token: Secret, refresh: Secret?, scope: String, lifetime: Int64
  ) throws(AhaError) {
    try account.signIn(token: token, refresh: refresh, scope: scope, lifetime: lifetime)
  }

  /// Starts a job that renews the token. Errors: `notSignedIn`, `released`. Errors of the job:
  /// `refused` (the account is then signed out), `unsupported` (the token cannot be renewed), and
  /// those of the token request.
  public func startRenewal(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    guard isSignedIn else { throw notSignedIn() }
    try start(prepare) { [account] (job) throws(AhaError) in
      let cancellation = Cancellation()
      job.whenCancelled { cancellation.cancel() }
      do throws(AhaError) {
        let token = try account.usable()
        guard token.canBeRenewed else {
          throw AhaError(
            .unsupported,
            "\(account.key.text) has no refresh token: sign in again once the token "
              + "has ended")
        }
        try account.renew(replacing: token.access, cancellation)
      } catch {
        throw error.code == .notSignedIn ? AhaError(.refused, error.line) : error
      }
    }
  }

  /// Starts a job that deletes the stored token and revokes it at the server. Errors: `released`.
  /// Errors of the job: those of `Account.signOutAtServer`.
  public func startSignOut(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try start(prepare) { [account] (_) throws(AhaError) in try account.signOutAtServer() }
  }

  private func start(
    _ prepare: (Job) throws(AhaError) -> Void, _ work: @escaping JobQueue.Work
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.accountJobs.run(
      job,
      work: { [feed] (job) throws(AhaError) in
        try feed.run(job) { () throws(AhaError) in try work(job) }
      }, afterwards: { [client] in client.events.end(job, $0) })
  }
}

extension Job.Stage {
  public static let signingIn = Job.Stage("signing in")
}
