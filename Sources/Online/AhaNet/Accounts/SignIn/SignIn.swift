import AhaBase
import CShims

/// One sign-in through a browser, with an authorization code, or with the token itself in the
/// implicit grant.
///
/// The answer arrives at the listener, through `offer` (the host got the redirect URL) or through
/// `paste`. The first valid answer counts.
/// Threads: `wait` on one; everything else on any.
public final class SignIn {
  public struct Settings {
    /// Timeout for the browser's redirect.
    public var milliseconds: Int64 = 300_000
    /// False: the host passes the redirect URL in, even if it is a loopback URL.
    public var mayListen = true
    /// Uses the implicit grant if the provider supports both.
    public var isImplicit = false
    /// Nil: no other process can finish the sign-in.
    public var pending: PendingSignIns?

    public init() {}
  }

  /// The answer in a redirect URL.
  enum Answer {
    case code(Secret, redirect: String, verifier: Secret?)
    case token(Token)
    case refused(String)
  }

  /// Result of matching a URL with a sign-in.
  public enum Offer {
    case notMine
    /// It leads to this sign-in, but has a wrong state or no answer.
    case wrong
    case taken
  }

  public let account: Account
  /// To open in the user's browser.
  public let authorizationURL: String
  /// Redirect target of the browser; "" if the server shows a code to paste.
  public let redirectURL: String

  let redirect: URLParts?
  private let isImplicit: Bool
  let state: Secret
  private let deadline: Instant
  private let wake: EventFD
  private let pending: PendingSignIns?
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  /// PKCE code verifier, released after use.
  private var verifier: Secret?
  private var listener: LoopbackListener?
  /// Gets the redirect from other processes; nil where the system has no such sockets.
  private var inbox: URLInbox?
  private var answer: Answer?
  private var isCancelled = false
  private var isWaitedFor = false
  private var isOver = false
  /// Count of redirects to this sign-in's URL with the state of another one.
  private var strangers = 0

  /// Prepares the sign-in, and listens if the redirect URL is a loopback URL.
  /// Errors: `invalidArgument`, `unsupported`, `exists` (the port is in use), `system`, and
  /// `access` if the store cannot be written.
  public init(account: Account, settings: Settings = Settings()) throws(AhaError) {
    let provider = account.provider
    isImplicit = settings.isImplicit || !provider.grants.contains(.code)
    try provider.check(isImplicit ? .implicit : .code)
    // Fails early if the store cannot keep an account, before the user signs in.
    _ = try account.store.lockFile(for: account.key)
    let (listener, url) = try SignIn.listen(for: provider, settings: settings)
    guard url.isEmpty || URLParts(url) != nil else {
      throw AhaError(.invalidArgument, "the redirect URL of \(provider.name) is not a URL")
    }
    (self.account, self.listener, redirectURL) = (account, listener, url)
    redirect = URLParts(url)
    state = try PKCE.state()
    let pkce = !isImplicit && provider.usesProof ? try PKCE() : nil
    deadline = .after(milliseconds: settings.milliseconds)
    wake = try EventFD()
    (verifier, pending) = (pkce?.verifier, url.isEmpty ? nil : settings.pending)
    // Before the file: a process that finds the file can tell whether this one waits.
    inbox =
      url.isEmpty ? nil : URLInbox(named: try URLInbox.name(of: "sign-in", secret: state.text))
    authorizationURL = SignIn.authorizationURL(
      of: provider, redirect: url, state: state, pkce: pkce, type: isImplicit ? "token" : "code")
    keepPending(for: settings.milliseconds)
  }

  /// A sign-in that cannot be kept ends with this process, and is not refused for that.
  private func keepPending(for milliseconds: Int64) {
    guard let pending else { return }
    let one = PendingSignIn(
      key: account.key, owner: account.provider.owner, state: state, verifier: verifier,
      redirect: redirectURL, isImplicit: isImplicit, omitsState: account.provider.omitsState)
    do throws(AhaError) { try pending.add(one, milliseconds: milliseconds) } catch {
      Log.warning("another process cannot finish the sign-in to \(account.key.text): \(error.line)")
    }
  }

  /// Deletes the file of a sign-in that has ended.
  func discard() { pending?.remove(withState: state) }

  /// Waits for the browser, then requests the token and stores it. Call it once. Blocking.
  /// Errors: `refused` (by the user or the server, with its reason), `timeout`, `cancelled`,
  /// `state` (called before), and those of the token request and the store.
  public func wait() throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      defer { isWaitedFor = true }
      return !isWaitedFor
    }
    guard isFirst else { throw AhaError(.state, "the sign-in has been waited for already") }
    // Wipes codes and tokens even while the host still holds the sign-in.
    defer { lock.locked { (answer, verifier, inbox, isOver) = (nil, nil, nil, true) } }
    try account.signingIn { () throws(AhaError) in
      let before = account.knownToken
      let answer = try awaited()
      // False if the file could not be written, or another process was faster.
      if let pending, !pending.claim(withState: state), pending.isUsed(state: state) {
        return try account.waitForToken(otherThan: before)
      }
      try account.redeem(answer)
    }
  }

  /// Ends the wait for the browser at once.
  public func cancel() {
    lock.locked { isCancelled = true }
    wake.set()
  }

  private func awaited() throws(AhaError) -> Answer {
    // Closes the listener early: its port is free when this returns.
    let listener = lock.locked { () -> LoopbackListener? in
      defer { self.listener = nil }
      return self.listener
    }
    while true {
      let (answer, isCancelled) = lock.locked { (self.answer, self.isCancelled) }
      if let answer { return answer }
      if isCancelled {
        throw AhaError(.cancelled, "the sign-in to \(account.key.text) was cancelled")
      }
      if Instant.now() >= deadline {
        throw AhaError(.timeout, lateness)
      }
      let inbox = lock.locked { self.inbox }
      let wakes = inbox.map { [wake.descriptor, $0.descriptor] } ?? [wake.descriptor]
      if let listener {
        _ = listener.serve(wakes: wakes, until: deadline, answering: page)
      } else {
        EventFD.wait(for: wakes, until: deadline)
      }
      wake.clear()
      inbox?.receive { url in
        guard let url = URLParts(url), case .taken = offer(url) else { return false }
        return true
      }
    }
  }

  private var lateness: String {
    let count = lock.locked { strangers }
    let line = "no answer from the browser to the sign-in of \(account.key.text)"
    if count == 0 { return line + account.provider.missingScheme }
    return "\(line), but \(count) of another one: the state differs. Sign in again, and open "
      + "only the newest address"
  }

  // MARK: Answers

  private func page(for target: String) -> LoopbackPage {
    guard let redirect, let url = URLParts(SignIn.origin(of: redirect) + target) else {
      return .bad
    }
    switch offer(url) {
    case .notMine: return .missing
    case .wrong: return .bad
    case .taken: return .done(isSignedIn: FormFields.value(of: "error", in: url.query) == nil)
    }
  }

  /// Accepts a redirect URL of this sign-in. Later answers are ignored.
  public func offer(_ url: URLParts) -> Offer {
    guard let redirect, redirect.leadsTo(url) else { return .notMine }
    guard let answer = isAnswered(by: url) ? read(from: url) : earlier(answeredBy: url) else {
      return .wrong
    }
    put(answer)
    return .taken
  }

  /// The state proves that this sign-in led to the URL. Without a state, PKCE proves it when the
  /// code is redeemed, and a refusal gives nothing to its sender.
  private func isAnswered(by url: URLParts) -> Bool {
    guard let given = SignIn.state(in: url) else {
      return account.provider.omitsState || SignIn.isRefusal(url)
    }
    return given.isSame(as: state)
  }

  private func read(from url: URLParts) -> Answer? {
    let verifier = lock.locked { self.verifier }
    return account.answer(
      in: url, isImplicit: isImplicit, redirect: redirectURL, verifier: verifier)
  }

  /// The answer to an earlier sign-in of this account, whose process has died.
  private func earlier(answeredBy url: URLParts) -> Answer? {
    guard let given = SignIn.state(in: url), !given.isSame(as: state) else { return nil }
    if let pending, case .pending(let one) = pending.find(answeredBy: url), one.isOf(account),
      !one.isWaitedFor, let answer = account.answer(in: url, to: one),
      pending.claim(withState: given)
    {
      return answer
    }
    lock.locked { strangers += 1 }
    return nil
  }

  /// Accepts a code that the server showed, or the whole redirect URL. Errors: `invalidArgument`
  /// (neither of them), `refused` (another sign-in's URL), `state` (the provider issues no codes).
  public func paste(_ text: String) throws(AhaError) {
    let code = SignIn.trimmed(text)
    if let url = URLParts(code), isRedirect(url) {
      switch offer(url) {
      case .taken: return
      case .notMine:
        throw AhaError(
          .invalidArgument,
          "\(url.scheme)://\(url.host) is not the redirect URL of the sign-in: "
            + "paste the whole address that the browser shows")
      case .wrong:
        throw AhaError(
          .refused,
          "the URL answers another sign-in: its state differs. Open the newest address, "
            + "and paste the URL that it leads to")
      }
    }
    if isImplicit { throw AhaError(.state, "\(account.provider.name) issues no codes to paste") }
    guard !code.isEmpty, code.utf8.count <= 4096 else {
      throw AhaError(.invalidArgument, "a code has 1 to 4096 signs, not \(code.utf8.count)")
    }
    let verifier = lock.locked { self.verifier }
    put(.code(Secret(code), redirect: redirectURL, verifier: verifier))
  }

  /// True for a URL, false for a code with a colon. An application's own scheme needs no host.
  private func isRedirect(_ url: URLParts) -> Bool {
    !url.host.isEmpty || redirect?.scheme == url.scheme
  }

  private func put(_ new: Answer) {
    lock.locked { if answer == nil && !isCancelled && !isOver { answer = new } }
    wake.set()
  }
}
