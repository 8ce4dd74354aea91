import AhaBase
import CShims

/// One attempt to sign an account in by way of a browser: with an authorization code, or with the
/// token itself where the provider speaks the implicit style.
///
/// The answer comes by the listener, from `offer` (the host was handed the redirect URL) or from
/// `paste`; the first that fits counts.
/// Threads: `wait` on one; all else on any.
public final class SignIn {
  public struct Settings {
    /// Until the browser is back.
    public var milliseconds: Int64 = 300_000
    /// False: the host hands the redirect URL in, also where it leads to this machine.
    public var mayListen = true
    /// By a token in the redirect URL, where the provider knows both ways.
    public var isImplicit = false

    public init() {}
  }

  /// What came back.
  enum Answer {
    case code(Secret)
    case token(Token)
    case refused(String)
  }

  /// What a URL is to a sign-in.
  public enum Offer {
    case notMine
    /// It leads here, but was not asked for by us, or says nothing.
    case wrong
    case taken
  }

  public let account: Account
  /// For the user's browser.
  public let authorizationURL: String
  /// Where the browser is sent; "" where the server shows a code to be pasted.
  public let redirectURL: String

  let redirect: URLParts?
  private let isImplicit: Bool
  let state: Secret
  /// Let go after use.
  private var proof: Proof?
  private let deadline: Instant
  private let wake: Wake
  private let lock = Lock()
  // Under the lock.
  private var listener: LoopbackListener?
  private var answer: Answer?
  private var isCancelled = false
  private var isWaitedFor = false
  private var isOver = false

  /// Prepares all, and listens where the redirect URL leads to this machine. The account's events
  /// tell the URL.
  /// Errors: `invalidArgument`, `unsupported`, `exists` (the port is in use), `system`, and
  /// `access` where the store cannot be written.
  public init(_ account: Account, _ settings: Settings = Settings()) throws(AhaError) {
    let provider = account.provider
    isImplicit = settings.isImplicit || !provider.grants.contains(.code)
    try provider.check(isImplicit ? .implicit : .code)
    // Where nothing can be kept, nobody is asked to sign in.
    _ = try account.store.lockFile(account.key)
    let (listener, url) = try SignIn.listen(provider, settings)
    guard url.isEmpty || URLParts(url) != nil else {
      throw AhaError(.invalidArgument, "the redirect URL of \(provider.name) is no URL")
    }
    (self.account, self.listener, redirectURL) = (account, listener, url)
    redirect = URLParts(url)
    state = try Proof.state()
    proof = !isImplicit && provider.usesProof ? try Proof() : nil
    deadline = .after(milliseconds: settings.milliseconds)
    wake = try Wake()
    authorizationURL = SignIn.authorizationURL(
      provider, redirect: url, state: state, proof, isImplicit ? "token" : "code")
    account.tell(.prepared(url: authorizationURL))
  }

  /// Waits for the browser, then asks for the token and keeps it. Call it once. Blocking.
  /// Errors: `refused` (by the user or the server: its reason), `timeout`, `cancelled`, `state` (it
  /// was called before), and those of asking and keeping.
  public func wait() throws(AhaError) {
    let isFirst = lock.locked { () -> Bool in
      defer { isWaitedFor = true }
      return !isWaitedFor
    }
    guard isFirst else { throw AhaError(.state, "this sign-in was waited for before") }
    // Codes and tokens do not stay as long as somebody holds this.
    defer {
      proof = nil
      lock.locked { (answer, isOver) = (nil, true) }
    }
    try account.signingIn { () throws(AhaError) in
      let answer = try awaited()
      switch answer {
      case .code(let code):
        try account.adopt(
          account.endpoint.code(code, redirect: redirectURL, proof: proof), isOwn: false)
      case .token(let token): try account.adopt(token)
      case .refused(let reason):
        throw AhaError(.refused, "\(account.provider.name): \(reason)")
      }
    }
  }

  /// Ends the wait for the browser, at once.
  public func cancel() {
    lock.locked { isCancelled = true }
    wake.set()
  }

  private func awaited() throws(AhaError) -> Answer {
    // Open no longer than needed: its port is free when this returns.
    let listener = lock.locked { () -> LoopbackListener? in
      defer { self.listener = nil }
      return self.listener
    }
    while true {
      let (answer, isCancelled) = lock.locked { (self.answer, self.isCancelled) }
      if let answer { return answer }
      if isCancelled { throw AhaError(.cancelled, "the sign-in to \(account.key.text)") }
      if Instant.now() >= deadline {
        throw AhaError(.timeout, "nobody came back from the browser to sign in \(account.key.text)")
      }
      if let listener {
        _ = listener.serve(wake: wake.descriptor, until: deadline, page)
      } else {
        wake.wait(until: deadline)
      }
      wake.clear()
    }
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

  /// Takes a redirect URL if it is this sign-in's. One that comes after the first changes nothing.
  public func offer(_ url: URLParts) -> Offer {
    guard let redirect, redirect.leadsTo(url) else { return .notMine }
    let fields = SignIn.fields(url)
    guard SignIn.has(state, fields), let read = read(fields) else { return .wrong }
    put(read)
    return .taken
  }

  /// Takes a code that the server showed to the user, or the whole URL that the browser ended at.
  /// Errors: `invalidArgument` (nothing of the kind), `refused` (another sign-in's URL), `state`
  /// (the provider gives no codes).
  public func paste(_ text: String) throws(AhaError) {
    let code = SignIn.trimmed(text)
    if let url = URLParts(code), isPlace(url) {
      switch offer(url) {
      case .taken: return
      case .notMine: throw AhaError(.invalidArgument, "this is not where the sign-in leads to")
      case .wrong: throw AhaError(.refused, "this answers another sign-in: its state differs")
      }
    }
    if isImplicit { throw AhaError(.state, "\(account.provider.name) gives no codes to paste") }
    guard !code.isEmpty, code.utf8.count <= 4096 else {
      throw AhaError(.invalidArgument, "a code has 1 to 4096 signs, not \(code.utf8.count)")
    }
    put(.code(Secret(code)))
  }

  /// A URL rather than a code with a colon in it. An application's own need not have a host.
  private func isPlace(_ url: URLParts) -> Bool {
    !url.host.isEmpty || redirect?.scheme == url.scheme
  }

  private func put(_ new: Answer) {
    lock.locked { if answer == nil && !isCancelled && !isOver { answer = new } }
    wake.set()
  }

  /// Nil when there is neither an answer nor a refusal.
  private func read(_ fields: String) -> Answer? {
    if let error = FormFields.value(of: "error", in: fields) {
      let why = FormFields.value(of: "error_description", in: fields) ?? ""
      return .refused(Told.line(why.isEmpty ? error : error + ": " + why))
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
