import AhaBase
import AhaJSON

/// A sign-in that waits for its browser, as another process needs it to finish the sign-in.
final class PendingSignIn {
  let key: AccountKey
  /// See `Provider.owner`.
  let owner: String
  let state: Secret
  let verifier: Secret?
  let redirect: String
  let isImplicit: Bool
  /// See `Provider.omitsState`.
  let omitsState: Bool

  init(
    key: AccountKey, owner: String, state: Secret, verifier: Secret?, redirect: String,
    isImplicit: Bool, omitsState: Bool
  ) {
    (self.key, self.owner, self.state, self.verifier) = (key, owner, state, verifier)
    (self.redirect, self.isImplicit, self.omitsState) = (redirect, isImplicit, omitsState)
  }

  func isOf(_ account: Account) -> Bool {
    key == account.key && owner.hasSameBytes(as: account.provider.owner)
  }

  /// The process that began it still waits for its answer.
  var isWaitedFor: Bool { inboxName.map { URLInbox.isOpen(named: $0) } ?? false }

  private var inboxName: String? { try? URLInbox.name(of: "sign-in", secret: state.text) }

  /// Sends a redirect to the process that waits for it.
  func send(_ url: String) -> URLInbox.Sent {
    inboxName.map { URLInbox.send(url, to: $0, toSelf: true) } ?? .noReceiver
  }

  /// Whether a redirect without state can be its answer.
  func accepts(stateless url: URLParts) -> Bool {
    guard let redirect = URLParts(redirect), redirect.leadsTo(url) else { return false }
    return omitsState || SignIn.isRefusal(url)
  }
}

/// The pending sign-ins of all processes of a user: a file of mode 0600 for each in a folder beside
/// the tokens, with a lifetime. A file is claimed once, by the process that redeems the answer.
///
/// A claim leaves a file without secrets until the lifetime ends, so a browser's second redirect is
/// recognized. Threads: any.
public final class PendingSignIns {
  enum Found {
    case nothing
    case pending(PendingSignIn)
    /// Another process, or this one, has claimed it.
    case used
  }

  private let files: FileStore
  /// Max seconds of a lifetime: that of the longest timeout in ms.
  private static let longest: Int64 = 4_294_968

  /// - Parameter folder: The state folder.
  public init(in folder: FilePath) { files = FileStore(folder: folder / FilePath("sign-ins")) }

  // MARK: The process that waits

  /// Errors: those of the store.
  func add(_ one: PendingSignIn, milliseconds: Int64) throws(AhaError) {
    sweep()
    let end = secondsSince1970() &+ milliseconds / 1000 &+ 1
    try files.save(
      PendingSignIns.key(of: "pending", state: one.state), record: one.record(until: end))
  }

  /// Deletes a sign-in that ended without an answer.
  func remove(withState state: Secret) {
    if let key = try? PendingSignIns.key(of: "pending", state: state) { try? files.forget(key) }
  }

  // MARK: The process with the answer

  /// Returns true once for each pending sign-in, also if several processes ask.
  func claim(withState state: Secret) -> Bool {
    do throws(AhaError) {
      let lock = try FileLock(
        files.folder / FilePath("lock"), busy: "another process claims one",
        until: .after(milliseconds: 1000))
      defer { withExtendedLifetime(lock) {} }
      let pending = try PendingSignIns.key(of: "pending", state: state)
      let used = try PendingSignIns.key(of: "used", state: state)
      guard let record = try files.load(for: pending), let end = PendingSignIns.end(of: record)
      else {
        return false
      }
      try files.save(used, record: Secret("{\"expires_at\":\(end)}\n"))
      return try files.remove(pending)
    } catch {
      Log.warning("a pending sign-in cannot be used: \(error.line)")
      return false
    }
  }

  /// The sign-in that a redirect answers: by its state; without a state, the only one with this
  /// redirect URL.
  func find(answeredBy url: URLParts) -> Found {
    sweep()
    guard let state = SignIn.state(in: url) else { return findStateless(answeredBy: url) }
    if let key = try? PendingSignIns.key(of: "pending", state: state), let one = load(for: key),
      one.state.isSame(as: state), URLParts(one.redirect)?.leadsTo(url) ?? false
    {
      return .pending(one)
    }
    return isUsed(state: state) ? .used : .nothing
  }

  /// True if the sign-in of a state was claimed.
  func isUsed(state: Secret) -> Bool {
    guard let key = try? PendingSignIns.key(of: "used", state: state) else { return false }
    return ((try? files.load(for: key)) ?? nil) != nil
  }

  private func findStateless(answeredBy url: URLParts) -> Found {
    var found: PendingSignIn?
    for key in (try? files.accounts()) ?? [] where key.provider == "pending" {
      guard let one = load(for: key), one.accepts(stateless: url) else { continue }
      if found != nil { return .nothing }
      found = one
    }
    return found.map { .pending($0) } ?? .nothing
  }

  private func load(for key: AccountKey) -> PendingSignIn? {
    ((try? files.load(for: key)) ?? nil).flatMap { PendingSignIn(record: $0) }
  }

  // MARK: Files

  /// Deletes expired and unusable files.
  func sweep() {
    guard let keys = try? files.accounts() else { return }
    let now = secondsSince1970()
    for key in keys {
      let end = ((try? files.load(for: key)) ?? nil).flatMap { PendingSignIns.end(of: $0) } ?? 0
      if end <= now || end &- now > PendingSignIns.longest { try? files.forget(key) }
    }
  }

  private static func end(of record: Secret) -> Int64? {
    JSONObject.parsed(record.bytes)?.integer("expires_at")
  }

  /// A hash: a state must not be readable from a name.
  private static func key(of kind: String, state: Secret) throws(AhaError) -> AccountKey {
    try AccountKey(provider: kind, name: URLInbox.name(of: "file", secret: state.text))
  }
}

extension PendingSignIn {
  fileprivate func record(until end: Int64) -> Secret {
    let texts = key.provider.utf8.count + key.name.utf8.count + owner.utf8.count
    let secrets = state.count + (verifier?.count ?? 0)
    var out = RecordText(texts: texts + redirect.utf8.count + secrets)
    out.add("provider", key.provider)
    out.add("name", key.name)
    out.add("owner", owner)
    out.add("redirect", redirect)
    out.add("state", state)
    if let verifier { out.add("verifier", verifier) }
    out.add("implicit", isImplicit)
    out.add("omits_state", omitsState)
    out.add("expires_at", end)
    return out.finished()
  }

  /// Nil for a damaged record.
  fileprivate convenience init?(record: Secret) {
    guard let object = JSONObject.parsed(record.bytes),
      let key = try? AccountKey(provider: object.text("provider"), name: object.text("name")),
      let state = object.removeText("state", Secret.init(_:)), state.count > 0
    else { return nil }
    self.init(
      key: key, owner: object.text("owner"), state: state,
      verifier: object.removeText("verifier", Secret.init(_:)), redirect: object.text("redirect"),
      isImplicit: object.isSet("implicit"), omitsState: object.isSet("omits_state"))
  }
}

extension JSONObject {
  fileprivate func isSet(_ key: StaticString) -> Bool {
    if case .flag(let flag)? = self[key] { flag } else { false }
  }
}
