import AhaBase
import CShims

/// A job that changes an account, and the thread that runs it.
final class RunningJob {
  let job: Job
  let thread = pthread_self()

  init(job: Job) { self.job = job }
}

/// Jobs that sign in, renew and sign out.
extension Account {
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
    let grant = try chosen(by: options)
    let job = Job()
    try beginSignIn(as: job)
    var browser: SignIn?
    do throws(AhaError) {
      try prepare(job)
      if grant == .code || grant == .implicit {
        browser = try open(with: options, grant: grant, job: job)
      }
      try run(job, browser: browser, options: options, grant: grant)
    } catch {
      endSignIn(of: job)
      if let browser {
        client.urls.remove(browser)
        browser.discard()
      }
      throw error
    }
  }

  private func open(
    with options: SignInOptions, grant: Provider.Grants, job: Job
  ) throws(AhaError) -> SignIn {
    var settings = options.browser
    settings.isImplicit = grant == .implicit
    // The token of an account in memory is of no use to another process.
    // The secrets of a store in memory, or of the host, are not written to files.
    let isHidden = store.kind == .memory || store.kind == .host
    if !isHidden { settings.pending = try? client.pendingSignIns() }
    let browser = try SignIn(account: self, settings: settings)
    client.urls.add(browser)
    lock.locked { currentSignIn = browser }
    job.whenCancelled { browser.cancel() }
    postURL()
    return browser
  }

  private func run(
    _ job: Job, browser: SignIn?, options: SignInOptions, grant: Provider.Grants
  ) throws(AhaError) {
    let (user, password) = (options.user ?? "", options.password)
    let milliseconds = options.browser.milliseconds
    try client.accountJobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        job.enter(.signingIn)
        try perform(job) { () throws(AhaError) in
          if let browser { return try browser.wait() }
          if grant == .device { return try signInByDevice(within: milliseconds) }
          guard let password, grant == .password else { return try signInAsClient() }
          try signIn(user: user, password: password)
        }
      },
      afterwards: { [self] outcome in
        // A job cancelled before it began has posted no event.
        if case .failure(let error) = outcome { fail(job, with: error) }
        if let browser {
          client.urls.end(browser)
          // The end of the application is not the user's: the next process finishes the sign-in.
          if !client.closed { browser.discard() }
        }
        client.events.end(job, outcome: outcome)
      })
  }

  private func chosen(by options: SignInOptions) throws(AhaError) -> Provider.Grants {
    var grant = options.grant
    if grant.rawValue == 0 {
      let allowed = provider.grants.rawValue
      grant = Provider.Grants(rawValue: allowed & (0 &- allowed))
    }
    try provider.check(grant)
    if grant == .password && (options.user == nil || options.password == nil) {
      throw AhaError(.invalidArgument, "a user and a password are needed to sign in")
    }
    return grant
  }

  /// Accepts the code that the provider showed to the user. Errors: `state`, `refused`,
  /// `invalidArgument`.
  public func enter(code: String) throws(AhaError) {
    guard let signIn = lock.locked({ currentSignIn }) else {
      throw AhaError(.state, "no sign-in to \(key.text) waits for a code")
    }
    try signIn.paste(code)
  }

  /// URL to open in a browser; "" if no sign-in waits.
  public var authorizationURL: String {
    let (browser, prompt) = lock.locked { (currentSignIn, devicePrompt) }
    return browser?.authorizationURL ?? prompt?.url ?? ""
  }

  /// Code to enter at that URL on another device; "" if no such sign-in waits.
  public var userCode: String { lock.locked({ devicePrompt })?.userCode ?? "" }

  public var redirectURL: String {
    lock.locked({ currentSignIn })?.redirectURL ?? provider.redirect
  }

  // MARK: Renewing and signing out

  /// Starts a job that renews the token. Errors: `notSignedIn`, `released`. Errors of the job:
  /// `refused` (the account is then signed out), `unsupported` (the token cannot be renewed), and
  /// those of the token request.
  public func startRenewal(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    guard isSignedIn else { throw notSignedIn() }
    try start(prepare: prepare) { [self] (job) throws(AhaError) in
      let cancellation = Cancellation()
      job.whenCancelled { cancellation.cancel() }
      do throws(AhaError) {
        let token = try usable()
        guard token.canBeRenewed else {
          throw AhaError(
            .unsupported,
            "\(key.text) has no refresh token: sign in again once the token "
              + "has ended")
        }
        try renew(replacing: token.access, cancellation: cancellation)
      } catch {
        throw error.code == .notSignedIn ? AhaError(.refused, error.line) : error
      }
    }
  }

  /// Starts a job that deletes the stored token and revokes it at the server. Errors: `released`.
  /// Errors of the job: those of `signOutAtServer`.
  public func startSignOut(prepare: (Job) throws(AhaError) -> Void) throws(AhaError) {
    try start(prepare: prepare) { [self] (_) throws(AhaError) in try signOutAtServer() }
  }

  private func start(
    prepare: (Job) throws(AhaError) -> Void, work: @escaping JobQueue.Work
  ) throws(AhaError) {
    let job = Job()
    try prepare(job)
    try client.accountJobs.run(
      job,
      work: { [self] (job) throws(AhaError) in
        try perform(job) { () throws(AhaError) in try work(job) }
      }, afterwards: { [client] in client.events.end(job, outcome: $0) })
  }

  /// Starts to redeem the answer to a sign-in that another process began. Errors: `released`,
  /// `system`.
  func startRedeeming(_ answer: SignIn.Answer) throws(AhaError) {
    try client.accountJobs.run(
      Job(),
      work: { [self] (job) throws(AhaError) in
        job.enter(.signingIn)
        try perform(job) { () throws(AhaError) in
          try signingIn { () throws(AhaError) in try redeem(answer) }
        }
      }, afterwards: { [self] _ in withExtendedLifetime(self) {} })
  }

  // MARK: Running jobs

  /// Runs a job that changes the account on the calling thread. Cancelling the job ends every wait
  /// in `body`.
  func perform(_ job: Job, body: () throws(AhaError) -> Void) throws(AhaError) {
    let entry = RunningJob(job: job)
    lock.locked { running.append(entry) }
    defer { lock.locked { running.removeAll { $0 === entry } } }
    try body()
  }

  /// Job that runs on the calling thread.
  var ownJob: Job? {
    lock.locked {
      for entry in running where pthread_equal(entry.thread, pthread_self()) != 0 {
        return entry.job
      }
      return nil
    }
  }

  /// True if the job on the calling thread was cancelled.
  var isCancelled: Bool { ownJob?.isCancelled ?? false }
}

extension Job.Stage {
  public static let signingIn = Job.Stage("signing in")
}
