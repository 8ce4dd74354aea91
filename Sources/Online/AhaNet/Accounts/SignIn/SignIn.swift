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

    public init() {}
  }

  /// The answer in a redirect URL.
  enum Answer {
    case code(Secret)
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
  /// Released after use.
  private var pkce: PKCE?
  private let deadline: Instant
  private let wake: EventFD
  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var listener: LoopbackListener?
  private var answer: Answer?
  private var isCancelled = false
  private var isWaitedFor = false
  private var isOver = false
  /// Count of redirects to this sign-in's URL with the state of another one.
  private var strangers = 0

  /// Prepares the sign-in, and listens if the redirect URL is a loopback URL. An event of the
  /// account carries the URL.
  /// Errors: `invalidArgument`, `unsupported`, `exists` (the port is in use), `system`, and
  /// `access` if the store cannot be written.
  public init(_ account: Account, _ settings: Settings = Settings()) throws(AhaError) {
    let provider = account.provider
    isImplicit = settings.isImplicit || !provider.grants.contains(.code)
    try provider.check(isImplicit ? .implicit : .code)
    // Fails early if the store cannot keep an account, before the user signs in.
    _ = try account.store.lockFile(account.key)
    let (listener, url) = try SignIn.listen(provider, settings)
    guard url.isEmpty || URLParts(url) != nil else {
      throw AhaError(.invalidArgument, "the redirect URL of \(provider.name) is not a URL")
    }
    (self.account, self.listener, redirectURL) = (account, listener, url)
    redirect = URLParts(url)
    state = try PKCE.state()
    pkce = !isImplicit && provider.usesProof ? try PKCE() : nil
    deadline = .after(milliseconds: settings.milliseconds)
    wake = try EventFD()
    authorizationURL = SignIn.authorizationURL(
      provider, redirect: url, state: state, pkce, isImplicit ? "token" : "code")
    account.tell(.prepared(url: authorizationURL))
  }

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
    defer {
      pkce = nil
      lock.locked { (answer, isOver) = (nil, true) }
    }
    try account.signingIn { () throws(AhaError) in
      let answer = try awaited()
      switch answer {
      case .code(let code):
        try account.adopt(
          account.endpoint.code(code, redirect: redirectURL, pkce: pkce), isOwn: false)
      case .token(let token): try account.adopt(token)
      case .refused(let reason):
        throw AhaError(.refused, "\(account.provider.name): \(reason)")
      }
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
      if isCancelled { throw AhaError(.cancelled, "the sign-in to \(account.key.text)") }
      if Instant.now() >= deadline {
        throw AhaError(.timeout, lateness)
      }
      if let listener {
        _ = listener.serve(wake: wake.descriptor, until: deadline, page)
      } else {
        wake.wait(until: deadline)
      }
      wake.clear()
    }
  }

  private var lateness: String {
    let count = lock.locked { strangers }
    let line = "no answer from the browser to the sign-in of \(account.key.text)"
    if count == 0 { return line }
    return "\(line), but \(count) of another one: the state differs. Sign in again, and open "
      + "only the newest address"
  }

  // MARK: Answers

  private func page(for target: String) -> LoopbackPage {
    guard let redirect, let url = URLParts(SignIn.origin(redirect) + target) else { return .bad }
    switch offer(url) {
    case .notMine: return .missing
    case .wrong: return .bad
    case .taken: return .done(isSignedIn: FormFields.value(of: "error", in: url.query) == nil)
    }
  }

  /// Accepts a redirect URL of this sign-in. Later answers are ignored.
  public func offer(_ url: URLParts) -> Offer {
    guard let redirect, redirect.leadsTo(url) else { return .notMine }
    let fields = SignIn.fields(url)
    guard SignIn.has(state, fields) else {
      if FormFields.value(of: "state", in: fields) != nil { lock.locked { strangers += 1 } }
      return .wrong
    }
    guard let read = read(fields) else { return .wrong }
    put(read)
    return .taken
  }

  /// Accepts a code that the server showed, or the whole redirect URL. Errors: `invalidArgument`
  /// (neither of them), `refused` (another sign-in's URL), `state` (the provider issues no codes).
  public func paste(_ text: String) throws(AhaError) {
    let code = SignIn.trimmed(text)
    if let url = URLParts(code), isPlace(url) {
      switch offer(url) {
      case .taken: return
      case .notMine:
        throw AhaError(
          .invalidArgument, "\(url.scheme)://\(url.host) is not the redirect URL of the sign-in: "
            + "paste the whole address that the browser shows")
      case .wrong:
        throw AhaError(
          .refused, "the URL answers another sign-in: its state differs. Open the newest address, "
            + "and paste the URL that it leads to")
      }
    }
    if isImplicit { throw AhaError(.state, "\(account.provider.name) issues no codes to paste") }
    guard !code.isEmpty, code.utf8.count <= 4096 else {
      throw AhaError(.invalidArgument, "a code has 1 to 4096 signs, not \(code.utf8.count)")
    }
    put(.code(Secret(code)))
  }

  /// True for a URL, false for a code with a colon. An application's own scheme needs no host.
  private func isPlace(_ url: URLParts) -> Bool {
    !url.host.isEmpty || redirect?.scheme == url.scheme
  }

  private func put(_ new: Answer) {
    lock.locked { if answer == nil && !isCancelled && !isOver { answer = new } }
    wake.set()
  }

  /// Nil if the fields contain neither an answer nor an error.
  private func read(_ fields: String) -> Answer? {
    if let error = FormFields.value(of: "error", in: fields) {
      let why = FormFields.value(of: "error_description", in: fields) ?? ""
      return .refused(ErrorText.line(why.isEmpty ? error : error + ": " + why))
    }
    if !isImplicit {
      guard let code = FormFields.secret(of: "code", in: fields), code.count > 0 else { return nil }
      return .code(code)
    }
    guard let access = FormFields.secret(of: "access_token", in: fields),
      (try? Token.check(access, account.provider)) != nil
    else { return nil }
    return .token(
      Token(
        access: access, refresh: nil, type: FormFields.value(of: "token_type", in: fields) ?? "",
        scope: FormFields.value(of: "scope", in: fields) ?? "",
        lifetime: FormFields.number(FormFields.value(of: "expires_in", in: fields) ?? ""),
        isOwn: false, asked: account.clock()))
  }
}
