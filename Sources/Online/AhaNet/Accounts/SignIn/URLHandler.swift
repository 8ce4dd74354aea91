import AhaBase

/// Dispatches a URL that the host was opened with: to a sign-in or to the opening of a piece.
///
/// Threads: any.
public final class URLHandler {
  public enum Answer {
    case handled
    case notMine
  }

  /// Requests the opening of a piece: the scheme (`ah-` and the application's id) and the piece's
  /// uuid. Returns whether the host accepts it.
  public typealias Open = (_ scheme: String, _ uuid: String) -> Bool

  /// A known sign-in; after its end only its state.
  private final class Known {
    var signIn: SignIn?
    let redirect: URLParts?
    let state: Secret
    let omitsState: Bool

    init(signIn: SignIn) {
      (self.signIn, redirect, state) = (signIn, signIn.redirect, signIn.state)
      omitsState = signIn.account.provider.omitsState
    }

    /// A browser's second redirect to a sign-in that is over.
    func wasAnswered(by url: URLParts) -> Bool {
      SignIn.state(in: url).map { $0.isSame(as: state) } ?? omitsState
    }
  }

  private let lock = Lock()
  // Invariant: the properties below are read and written under `lock`.
  private var known: [Known] = []
  private var open: Open?

  /// Max finished sign-ins kept, so that a browser's second redirect counts as handled.
  private static let remembered = 32

  public init() {}

  /// Adds a sign-in. Running sign-ins are never dropped.
  public func add(_ signIn: SignIn) {
    lock.locked {
      if known.count >= URLHandler.remembered,
        let index = known.firstIndex(where: { $0.signIn == nil })
      {
        known.remove(at: index)
      }
      known.append(Known(signIn: signIn))
    }
  }

  /// Ends a sign-in: its URLs still count as handled, but its objects are released.
  public func end(_ signIn: SignIn) {
    lock.locked { for one in known where one.signIn === signIn { one.signIn = nil } }
  }

  public func remove(_ signIn: SignIn) {
    lock.locked { known.removeAll { $0.signIn === signIn } }
  }

  /// Sets the handler for pieces; without one, their URLs are not accepted.
  public func setOpen(to open: Open?) {
    lock.locked { self.open = open }
  }

  /// Ignores texts that are no URL or are ambiguous.
  /// - Parameter elsewhere: Passes a URL that no sign-in here accepts to another process; returns
  ///   false if none wants it.
  /// Errors: `limit` (over 64 KiB), `refused` (the sign-in did not request this answer).
  public func handle(
    _ text: String, elsewhere: (URLParts) throws(AhaError) -> Bool = { _ in false }
  ) throws(AhaError) -> Answer {
    guard text.utf8.count <= URLParts.maximumLength else {
      throw AhaError(.limit, "a URL of \(text.utf8.count) bytes: over \(URLParts.maximumLength)")
    }
    guard let url = URLParts(text) else { return .notMine }
    let (known, open) = lock.locked { (self.known, self.open) }
    let isUnclear = SignIn.state(in: url) == nil && countRunning(known, url: url) > 1
    var isWrong = isUnclear
    for one in isUnclear ? [] : known {
      switch URLHandler.offer(url, to: one, signIn: lock.locked { one.signIn }) {
      case .taken: return .handled
      case .wrong: isWrong = true
      case .notMine: break
      }
    }
    if try elsewhere(url) { return .handled }
    if isWrong { throw URLHandler.refusal(of: url) }
    if let open, let uuid = URLHandler.piece(in: url), open(url.scheme, uuid) { return .handled }
    return .notMine
  }

  static func refusal(of url: URLParts) -> AhaError {
    AhaError(
      .refused,
      "the redirect to \(url.scheme)://\(url.host) answers no sign-in of this client: its "
        + "state differs. Sign in again, and open only the newest address")
  }

  /// Count of the running sign-ins with a redirect URL.
  private func countRunning(_ known: [Known], url: URLParts) -> Int {
    known.count(where: { one in
      one.redirect?.leadsTo(url) ?? false && lock.locked { one.signIn != nil }
    })
  }

  private static func offer(_ url: URLParts, to one: Known, signIn: SignIn?) -> SignIn.Offer {
    if let signIn { return signIn.offer(url) }
    guard let redirect = one.redirect, redirect.leadsTo(url) else { return .notMine }
    return one.wasAnswered(by: url) ? .taken : .wrong
  }

  /// The uuid of `ah-{app}://open?uuid=…`; nil if it is malformed, because it becomes part of other
  /// URLs.
  public static func piece(in url: URLParts) -> String? {
    guard url.scheme.begins(with: "ah-"), url.host == "open",
      let uuid = FormFields.value(of: "uuid", in: url.query), (1...128).contains(uuid.utf8.count)
    else { return nil }
    for byte in uuid.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 46, 95, 126: continue
      default: return nil
      }
    }
    return uuid
  }

  /// True if the lower-case scheme is `ah-` and the application's id.
  public static func isScheme(_ scheme: String, of applicationID: String) -> Bool {
    scheme.isEqualIgnoringCase("ah-" + applicationID)
  }
}

/// The answer to a sign-in of an account that is not open in this client.
final class ArrivedRedirect {
  let one: PendingSignIn
  let url: URLParts

  init(to one: PendingSignIn, url: URLParts) { (self.one, self.url) = (one, url) }
}

/// URLs that the host is opened with, and redirects to sign-ins that another process began.
extension Client {
  /// Returns true if the URL answers a sign-in, or opens a piece (posted as an event), here or in
  /// another process of the user. Errors: `invalidArgument` (over 64 KiB), `refused` (the sign-in
  /// did not request this answer).
  public func handle(url: String) throws(AhaError) -> Bool {
    let size = url.utf8.count
    guard size <= URLParts.maximumLength else {
      throw AhaError(.invalidArgument, "a URL of \(size) bytes is too long")
    }
    let answer = try urls.handle(url) { (parts) throws(AhaError) in try handle(parts, text: url) }
    if case .handled = answer { return true }
    return false
  }

  private func handle(_ url: URLParts, text: String) throws(AhaError) -> Bool {
    if receiver.passOn(url, text: text) {
      events.post(.urlPassedOn, of: 0, line: text)
      return true
    }
    return try handleRedirect(url, text: text)
  }

  /// The pending sign-ins in the state folder. Errors: those of `UserFolder`.
  func pendingSignIns() throws(AhaError) -> PendingSignIns {
    PendingSignIns(in: try fileStore().folder)
  }

  /// Passes a redirect to the process that waits for it. If that process has died, this one
  /// finishes the sign-in, once its account is open. Returns false if the URL answers no pending
  /// sign-in. Errors: `refused` (the process that waits does not accept it).
  func handleRedirect(_ url: URLParts, text: String) throws(AhaError) -> Bool {
    guard SignIn.isAnswer(url), let pending = try? pendingSignIns() else { return false }
    switch pending.find(answeredBy: url) {
    case .used: return true
    case .pending(let one):
      if try pass(text, url: url, by: { one.send(text) }) { return true }
      return finish(ArrivedRedirect(to: one, url: url), pending: pending)
    case .nothing:
      // A sign-in of an account in memory has no file.
      guard let state = SignIn.state(in: url),
        let name = try? URLInbox.name(of: "sign-in", secret: state.text)
      else { return false }
      return try pass(text, url: url) { URLInbox.send(text, to: name, toSelf: true) }
    }
  }

  private func pass(
    _ text: String, url: URLParts, by send: () -> URLInbox.Sent
  ) throws(AhaError) -> Bool {
    switch send() {
    case .accepted:
      events.post(.urlPassedOn, of: 0, line: "\(url.scheme)://\(url.host)")
      return true
    case .refused: throw URLHandler.refusal(of: url)
    case .noReceiver: return false
    }
  }

  private func finish(_ arrived: ArrivedRedirect, pending: PendingSignIns) -> Bool {
    guard let account = openAccount(for: arrived.one.key), arrived.one.isOf(account) else {
      keep(arrived)
      return true
    }
    return finish(arrived, pending: pending, account: account)
  }

  /// Finishes the sign-ins whose answers arrived before their account was open. Call it once the
  /// account's events have a source.
  public func finishArrived(for account: Account) {
    let waiting = removeArrived(for: account)
    guard !waiting.isEmpty, let pending = try? pendingSignIns() else { return }
    for one in waiting { _ = finish(one, pending: pending, account: account) }
  }

  /// Returns false if the URL has no answer.
  private func finish(
    _ arrived: ArrivedRedirect, pending: PendingSignIns, account: Account
  ) -> Bool {
    guard let answer = account.answer(in: arrived.url, to: arrived.one) else {
      return false
    }
    // Another process may have been faster.
    guard pending.claim(withState: arrived.one.state) else { return true }
    do throws(AhaError) {
      try account.startRedeeming(answer)
    } catch {
      account.postFailure(error)
    }
    return true
  }
}
